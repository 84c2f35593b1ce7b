//! A game tree as it stands in the text: nodes, properties and values as spans, in flat tables.

use crate::go::Colour;
use std::fmt;

/// A part of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start: offset(start), end: offset(end) }
    }

    /// The part of the text that this span names.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// A byte offset as the tables keep it. Texts come in pieces far below 4 GiB.
#[inline]
pub(crate) fn offset(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}

/// A property identifier of one or two letters, as FF\[4\] has them; longer ones are [`Ident::OTHER`].
///
/// FF\[1\] to FF\[3\] allowed small letters for looks: `GaMe` is `GM`, `Black` is `B`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ident(u16);

impl Ident {
    /// An identifier that FF\[4\] does not know: longer than two letters, or none at all.
    pub const OTHER: Ident = Ident(0);

    /// The number of identifiers, and so the length of a table with an entry for each.
    pub(crate) const COUNT: usize = 27 * 27;

    /// An identifier of one or two capital letters; anything else is [`Ident::OTHER`].
    #[inline]
    pub const fn new(letters: &[u8]) -> Ident {
        match *letters {
            [a @ b'A'..=b'Z'] => Ident((a - b'A') as u16 + 1),
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => Ident((a - b'A') as u16 + 1 + 27 * ((b - b'A') as u16 + 1)),
            _ => Ident::OTHER,
        }
    }

    /// Whether it is `C` or `GC`: a text, half of which says more than nothing.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Ident::C | Ident::GC)
    }

    /// Whether only the root of a game has it, so that a node with it at the start of a line begins one.
    pub(crate) fn begins_a_game(self) -> bool {
        matches!(self, Ident::GM | Ident::FF | Ident::CA | Ident::AP | Ident::SZ)
    }

    /// The side whose move it is, of `B` and `W`.
    #[inline]
    pub fn side(self) -> Option<Colour> {
        match self {
            Ident::B => Some(Colour::Black),
            Ident::W => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether it is `B` or `W`: a turn.
    #[inline]
    pub(crate) fn is_move(self) -> bool {
        matches!(self, Ident::B | Ident::W)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Writes constants of [`Ident`].
macro_rules! idents {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "the names are SGF's own")]
        impl Ident { $(pub const $name: Ident = Ident::new(stringify!($name).as_bytes());)* }
    };
}

idents! {
    AB AE AN AP AW B BL BR BT C CA DT EV FF GC GK GM GN HA KM KO LC LT OB ON OT OW PB PC PL PW RD RE RO RU
    SO ST SZ TB TC TE TM TT TW US UT W WL WR WT
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Ident::OTHER {
            return f.write_str("?");
        }
        for n in [self.0 % 27, self.0 / 27] {
            if n > 0 {
                write!(f, "{}", char::from(b'A' + n as u8 - 1))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A property: its identifier and its values.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Offset of the identifier.
    pub at: u32,
    /// The identifier.
    pub ident: Ident,
    /// The value where it is known to be two letters and the only one, as that of nearly every move; else NULs.
    pub(crate) letters: [u8; 2],
    pub(crate) first_value: u32,
    pub(crate) last_value: u32,
}

/// No node: the parent of a root, the child of a leaf.
pub(crate) const NONE: u32 = u32::MAX;

/// A node and its place in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Offset of the node's `;`, or of its first property where that is missing.
    pub at: u32,
    pub(crate) first_property: u32,
    pub(crate) last_property: u32,
    pub(crate) parent: u32,
    /// The last of several children. A first child directly follows its parent, so it is not kept.
    pub(crate) last_child: u32,
    pub(crate) next_sibling: u32,
    /// The how-manieth child of its parent it is, from 1.
    pub(crate) number: u32,
}

/// The tables of one game. Made to be used again: [`Reader::read`](super::Reader::read) clears and fills them.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) at: u32,
    pub(crate) end: u32,
    pub(crate) nodes: Vec<Node>,
    pub(crate) properties: Vec<Property>,
    pub(crate) values: Vec<Span>,
    /// Nodes that are not the first child of their parent.
    pub(super) variations: u32,
}

impl Tree {
    /// Offset in the text behind the game.
    pub(crate) fn end(&self) -> usize {
        self.end as usize
    }

    #[inline]
    pub(super) fn first_child(&self, number: u32) -> Option<u32> {
        let next = number + 1;
        self.nodes.get(next as usize).filter(|node| node.parent == number).map(|_| next)
    }

    pub(crate) fn clear(&mut self, at: usize) {
        self.at = offset(at);
        self.end = self.at;
        self.nodes.clear();
        self.properties.clear();
        self.values.clear();
        self.variations = 0;
    }
}

/// A game: its tables together with the text that they point into.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    text: &'a str,
    tree: &'a Tree,
}

impl<'a> Game<'a> {
    /// Brings tables and text together. The tables must have been read from this text.
    pub fn new(text: &'a str, tree: &'a Tree) -> Game<'a> {
        Game { text, tree }
    }

    /// Offset in the text at which the game starts.
    pub fn at(self) -> u32 {
        self.tree.at
    }

    /// Offset in the text behind the game.
    pub fn end(self) -> u32 {
        self.tree.end
    }

    /// The text that all spans and offsets count in.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The number of nodes, at least 1. Nodes are numbered in the order of the text from 0, the root.
    pub fn len(self) -> usize {
        self.tree.nodes.len()
    }

    /// Whether there is no node: never so for a game that the reader returned.
    pub fn is_empty(self) -> bool {
        self.tree.nodes.is_empty()
    }

    /// A node.
    ///
    /// # Panics
    ///
    /// Where the number is not below [`Game::len`].
    #[inline]
    pub fn node(self, number: u32) -> &'a Node {
        &self.tree.nodes[number as usize]
    }

    /// The properties of a node, in the order of the text.
    #[inline]
    pub fn properties(self, number: u32) -> &'a [Property] {
        let node = self.node(number);
        &self.tree.properties[node.first_property as usize..node.last_property as usize]
    }

    /// The property of a node and of those that follow, for as long as it is the only one of its node, and each node is
    /// the first child of the one before.
    #[inline]
    pub(crate) fn lone_properties(self, from: u32) -> impl Iterator<Item = &'a Property> {
        let nodes = &self.tree.nodes[from as usize..];
        // Properties stand in the order of their nodes.
        let first = nodes.first().map_or(0, |node| node.first_property as usize);
        let properties = &self.tree.properties[first..];
        let is_next = move |node: &Node, number| number == from || node.parent.wrapping_add(1) == number;
        let is_lone = |node: &Node| node.last_property == node.first_property + 1;
        let all = nodes.iter().zip(properties).zip(from..);
        all.take_while(move |&((node, _), number)| is_lone(node) && is_next(node, number)).map(|((_, lone), _)| lone)
    }

    /// The values of a property as they stand between the brackets, escapes and all.
    #[inline]
    pub fn values(self, property: &Property) -> impl ExactSizeIterator<Item = &'a str> + Clone + use<'a> {
        let text = self.text;
        self.spans(property).iter().map(move |span| span.of(text))
    }

    /// Where the values of a property stand.
    #[inline]
    pub fn spans(self, property: &Property) -> &'a [Span] {
        &self.tree.values[property.first_value as usize..property.last_value as usize]
    }

    /// The first value of a property; empty where it has none.
    #[inline]
    pub fn value(self, property: &Property) -> &'a str {
        self.spans(property).first().map_or("", |span| span.of(self.text))
    }

    /// The first child of a node, which continues the main line.
    #[inline]
    pub fn first_child(self, number: u32) -> Option<u32> {
        self.tree.first_child(number)
    }

    /// The next child of the same parent: a variation.
    #[inline]
    pub fn next_sibling(self, number: u32) -> Option<u32> {
        known(self.node(number).next_sibling)
    }

    /// The how-manieth child of its parent a node is, from 1.
    #[inline]
    pub fn child_number(self, number: u32) -> u32 {
        self.node(number).number
    }

    /// Whether a node's parent has other children too.
    #[inline]
    pub fn has_siblings(self, number: u32) -> bool {
        let node = self.node(number);
        node.number > 1 || node.next_sibling != NONE
    }

    /// The parent of a node.
    #[inline]
    pub fn parent(self, number: u32) -> Option<u32> {
        known(self.node(number).parent)
    }

    /// The node that an offset in the text stands in: the last one that begins at or before it. `None` before
    /// the root.
    pub fn node_at(self, at: u32) -> Option<u32> {
        let after = self.tree.nodes.partition_point(|node| node.at <= at);
        after.checked_sub(1).map(offset)
    }

    /// The nodes of the main line from the root on: always the first child.
    pub fn main_line(self) -> impl Iterator<Item = u32> + use<'a> {
        std::iter::successors((!self.is_empty()).then_some(0), move |&number| self.first_child(number))
    }

    /// Branches beside the main line: the number of lines of play in the tree, less one.
    pub fn variations(self) -> u32 {
        self.tree.variations
    }
}

#[inline]
fn known(number: u32) -> Option<u32> {
    (number != NONE).then_some(number)
}

//! The tolerant reader: text to game trees, one game at a time.
//!
//! It accepts what FF\[1\] to FF\[4\] describe and what real files hold instead. It never gives up: after damage
//! it goes on at the next thing that it knows, so that one broken game costs at most itself, and every
//! departure that loses or guesses something becomes a [`Finding`].

use super::tree::{Ident, NONE, Node, Property, Span, Tree, offset};
use crate::finding::{Code, Finding};
use memchr::{memchr, memchr2, memchr3};

/// How far the reader looks for the end of a text that an unescaped `]` has cut in two, in bytes.
const STRAY_REACH: usize = 4096;

/// How many brackets and nodes are looked at on the way: it is asked anew behind each that is skipped.
const STRAY_MARKS: usize = 256;

/// How far the reader looks into a node for a property that only a root has, in bytes.
const ROOT_REACH: usize = 4096;

/// The longest excerpt that a finding quotes, in characters.
const EXCERPT: usize = 40;

/// Finds the games of a text one after the other.
///
/// ```
/// use sgfkit::sgf::{Game, Reader, Tree};
///
/// let text = "(;GM[1]SZ[9];B[ee];W[ce])  (;GM[1]SZ[9];B[cc])";
/// let (mut tree, mut findings) = (Tree::default(), Vec::new());
/// let mut reader = Reader::new(text);
/// let mut lengths = Vec::new();
/// while reader.read(&mut tree, &mut findings) {
///     lengths.push(Game::new(text, &tree).main_line().count());
/// }
/// assert_eq!(lengths, [3, 2]);
/// assert!(findings.is_empty());
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    pos: usize,
    /// Number of the node in which an identifier was last seen, plus one: a repeated one is found at once.
    seen: Box<[u32; Ident::COUNT]>,
    nodes_seen: u32,
    /// Nodes at which the open parentheses of the current game branch off.
    open: Vec<u32>,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a text. Texts are at most 4 GiB long (pieces of files are far shorter).
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, pos: 0, seen: Box::new([0; Ident::COUNT]), nodes_seen: 0, open: Vec::new() }
    }

    /// Goes on with another text, keeping the buffers.
    pub fn reuse<'b>(self, text: &'b str) -> Reader<'b> {
        let mut reader = Reader { text, pos: 0, ..self };
        // Long before the numbers of nodes run out.
        if reader.nodes_seen > u32::MAX / 4 {
            reader.seen.fill(0);
            reader.nodes_seen = 0;
        }
        reader
    }

    /// Reads the next game into `tree`, and what was wrong with it, or before it, into `findings`.
    ///
    /// Returns `false` at the end of the text; `tree` then holds no game.
    pub fn read(&mut self, tree: &mut Tree, findings: &mut Vec<Finding>) -> bool {
        tree.clear(self.pos);
        let found = self.find_game(findings);
        if found {
            self.read_game(tree, findings);
        }
        found
    }

    /// Skips to the next game. Behind the parenthesis of a game that has one, else at its `;`.
    fn find_game(&mut self, findings: &mut Vec<Finding>) -> bool {
        let bytes = self.text.as_bytes();
        let mut junk = self.pos;
        loop {
            self.skip_blanks();
            if self.text[junk..self.pos].trim_matches(is_blank).is_empty() {
                junk = self.pos;
            }
            let Some(&byte) = bytes.get(self.pos) else {
                self.report_junk(junk, self.pos, findings);
                return false;
            };
            match byte {
                b'(' => match game_start(bytes, self.pos) {
                    Start::Game => {
                        self.report_junk(junk, self.pos, findings);
                        return true;
                    }
                    Start::Empty(end) => {
                        self.report_junk(junk, self.pos, findings);
                        findings.push(Finding::new(Code::EmptyTree, offset(self.pos), "a game without a node"));
                        self.pos = end;
                        junk = end;
                    }
                    Start::None => self.pos += 1,
                },
                b';' if starts_property(bytes, self.pos + 1) => {
                    self.report_junk(junk, self.pos, findings);
                    return true;
                }
                b')' => {
                    self.report_junk(junk, self.pos, findings);
                    let surplus = bytes[self.pos..].iter().take_while(|&&b| b == b')').count();
                    findings.push(Finding::new(
                        Code::SurplusParenthesis,
                        offset(self.pos),
                        if surplus == 1 {
                            "`)` outside a game".to_string()
                        } else {
                            format!("{surplus} times `)` outside a game")
                        },
                    ));
                    self.pos += surplus;
                    junk = self.pos;
                }
                _ => {
                    let next = memchr3(b'(', b';', b')', &bytes[self.pos + 1..]);
                    self.pos = next.map_or(bytes.len(), |n| self.pos + 1 + n);
                }
            }
        }
    }

    fn report_junk(&self, start: usize, end: usize, findings: &mut Vec<Finding>) {
        let junk = self.text[start..end].trim_matches(is_blank);
        if !junk.is_empty() {
            let detail = format!("text outside a game, skipped: {}", excerpt(junk));
            findings.push(Finding::new(Code::StrayText, offset(start), detail));
        }
    }

    fn read_game(&mut self, tree: &mut Tree, findings: &mut Vec<Finding>) {
        let bytes = self.text.as_bytes();
        let before = findings.len();
        tree.clear(self.pos);
        self.open.clear();
        let parenthesis = bytes[self.pos] == b'(';
        if parenthesis {
            self.pos += 1;
        } else {
            let detail = "the game has no opening parenthesis";
            findings.push(Finding::new(Code::MissingParenthesis, offset(self.pos), detail));
        }
        // The node that the next one follows.
        let mut current = NONE;
        let mut last = Last::Open;
        loop {
            self.skip_blanks();
            let start = self.pos;
            let Some(&byte) = bytes.get(start) else {
                // A game without its opening parenthesis is not expected to have a closing one; a cut inside a value
                // is told already.
                let told = findings[before..].last().is_some_and(|finding| finding.code == Code::CutOff);
                if !told && (parenthesis || !self.open.is_empty()) {
                    let detail = "the file ends before the game does: a closing parenthesis is missing";
                    findings.push(Finding::new(Code::CutOff, offset(start), detail));
                }
                break;
            };
            match byte {
                b';' => {
                    if last == Last::Close {
                        let detail = "a node behind a closed variation; kept as a further variation";
                        findings.push(Finding::new(Code::NodeAfterVariation, offset(start), detail));
                    }
                    last = Last::Node;
                    let previous = current;
                    current = self.read_moves(tree, current);
                    if current == previous {
                        self.pos += 1;
                        current = self.add_node(tree, start, current, 0);
                    }
                }
                b'(' => {
                    if current != NONE && starts_nested_game(bytes, start) {
                        let detail = "a new game begins before this one is closed; read as a game of its own";
                        findings.push(Finding::new(Code::NestedGame, offset(start), detail));
                        break;
                    }
                    self.open.push(current);
                    last = Last::Open;
                    self.pos += 1;
                    self.skip_blanks();
                    if bytes.get(self.pos) == Some(&b')') {
                        let detail = "a variation without a node";
                        findings.push(Finding::new(Code::EmptyTree, offset(start), detail));
                    }
                }
                b')' => {
                    self.pos += 1;
                    match self.open.pop() {
                        Some(branch) => {
                            current = branch;
                            last = Last::Close;
                        }
                        None => break,
                    }
                }
                b'A'..=b'Z' | b'a'..=b'z' => {
                    if last != Last::Node {
                        if !starts_property(bytes, start) {
                            self.skip_stray(findings);
                            continue;
                        }
                        let detail = "a node begins without `;`";
                        findings.push(Finding::new(Code::MissingSemicolon, offset(start), detail));
                        current = self.add_node(tree, start, current, 0);
                        last = Last::Node;
                    }
                    self.read_property(tree, findings);
                }
                _ => self.skip_stray(findings),
            }
        }
        tree.end = offset(self.pos);
    }

    /// Adds a node with so many properties, which come next.
    #[inline]
    fn add_node(&mut self, tree: &mut Tree, at: usize, parent: u32, properties: u32) -> u32 {
        let number = offset(tree.nodes.len());
        let first_property = offset(tree.properties.len());
        let mut node = Node {
            at: offset(at),
            first_property,
            last_property: first_property + properties,
            parent,
            last_child: NONE,
            next_sibling: NONE,
            number: 1,
        };
        // A first child directly follows its parent, as the root follows NONE.
        if parent.wrapping_add(1) != number {
            add_sibling(tree, &mut node);
        }
        tree.nodes.push(node);
        self.nodes_seen += 1;
        number
    }

    /// Reads `;B[pd]` and `;W[pd]` for as long as they follow each other: nearly all that a record holds.
    /// Returns the last node.
    #[inline]
    fn read_moves(&mut self, tree: &mut Tree, mut current: u32) -> u32 {
        let bytes = self.text.as_bytes();
        // They are found first, so many at a time, and then written down without asking each time for room.
        let mut found = [ShortMove { at: 0, ident: Ident::B, letters: [0; 2] }; 64];
        loop {
            let mut count = 0;
            while count < found.len()
                && let Some((short, next)) = short_move(bytes, self.pos)
            {
                found[count] = short;
                count += 1;
                self.pos = next;
            }
            let moves = &found[..count];
            let [first, others @ ..] = moves else { return current };
            let value = offset(tree.values.len());
            let before = offset(tree.properties.len());
            current = self.add_node(tree, first.at as usize, current, 1);
            tree.nodes.extend(others.iter().zip(1..).map(|(short, n)| Node {
                at: short.at,
                first_property: before + n,
                last_property: before + n + 1,
                parent: current + n - 1,
                last_child: NONE,
                next_sibling: NONE,
                number: 1,
            }));
            tree.values.extend(moves.iter().map(|short| Span { start: short.at + 3, end: short.at + 5 }));
            tree.properties.extend(moves.iter().zip(0..).map(|(short, n)| Property {
                at: short.at + 1,
                ident: short.ident,
                letters: short.letters,
                first_value: value + n,
                last_value: value + n + 1,
            }));
            current += offset(others.len());
            self.nodes_seen += offset(others.len());
            // The last node may go on with other properties.
            self.seen[moves[count - 1].ident.index()] = self.nodes_seen;
        }
    }

    fn read_property(&mut self, tree: &mut Tree, findings: &mut Vec<Finding>) {
        let bytes = self.text.as_bytes();
        let at = self.pos;
        let letters = letter_count(&bytes[at..]);
        let name = &bytes[at..at + letters];
        self.pos += letters;
        self.skip_blanks();
        if bytes.get(self.pos) != Some(&b'[') {
            if stray_end(bytes, at).is_some() {
                self.pos = at;
                return self.skip_stray(findings);
            }
            let detail = format!("{} has no value; skipped", excerpt(&self.text[at..at + letters]));
            findings.push(Finding::new(Code::ValueMissing, offset(at), detail));
            return;
        }
        let mut ident = identifier(name);
        if let [_] | [_, _] = name
            && name.iter().all(u8::is_ascii_lowercase)
        {
            ident = Ident::new(&name.to_ascii_uppercase());
            let detail = format!("an identifier in small letters only, read as {ident}");
            findings.push(Finding::new(Code::IdentifierGuessed, offset(at), detail));
        }
        if ident != Ident::OTHER {
            self.report_repeated(ident, at, findings);
        }
        let first_value = offset(tree.values.len());
        while bytes.get(self.pos) == Some(&b'[') {
            let start = self.pos + 1;
            match value_end(bytes, start) {
                ValueEnd::Bracket(end) => {
                    tree.values.push(Span::new(start, end));
                    self.pos = end + 1;
                }
                ValueEnd::Game(next) => {
                    let detail = if ident.is_text() {
                        tree.values.push(Span::new(start, next));
                        "a text is never closed; it is taken to end at the next game"
                    } else {
                        "a value is never closed; reading goes on at the next game"
                    };
                    findings.push(Finding::new(Code::UnclosedValue, offset(start - 1), detail));
                    self.pos = next;
                    break;
                }
                ValueEnd::Text => {
                    let kept = match ident {
                        // It is whole, only its bracket is gone.
                        Ident::B | Ident::W if bytes.len() == start + 2 => Some("kept, as it has two letters"),
                        ident if ident.is_text() => Some("kept as far as it goes"),
                        _ => None,
                    };
                    tree.values.extend(kept.map(|_| Span::new(start, bytes.len())));
                    let kept = kept.unwrap_or("left out");
                    let detail = format!("the file ends inside a value; the value is {kept}");
                    findings.push(Finding::new(Code::CutOff, offset(start - 1), detail));
                    self.pos = bytes.len();
                    break;
                }
            }
            self.skip_blanks();
        }
        let last_value = offset(tree.values.len());
        if last_value > first_value {
            tree.properties.push(Property { at: offset(at), ident, letters: [0; 2], first_value, last_value });
            if let Some(node) = tree.nodes.last_mut() {
                node.last_property = offset(tree.properties.len());
            }
        }
    }

    /// Reports the second appearance of an identifier in a node, and no further one.
    #[inline]
    fn report_repeated(&mut self, ident: Ident, at: usize, findings: &mut Vec<Finding>) {
        const REPORTED: u32 = 1 << 31;
        let seen = &mut self.seen[ident.index()];
        if *seen == self.nodes_seen {
            *seen |= REPORTED;
            let detail = format!("{ident} stands more than once in a node; the values are read as one list");
            findings.push(Finding::new(Code::DuplicateProperty, offset(at), detail));
        } else if *seen != self.nodes_seen | REPORTED {
            *seen = self.nodes_seen;
        }
    }

    /// Skips what cannot stand where it stands. Where an unescaped `]` has cut a text in two, the rest of
    /// that text up to its own `]` goes with it.
    fn skip_stray(&mut self, findings: &mut Vec<Finding>) {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let (code, end) = match stray_end(bytes, start) {
            Some(end) => (Code::StrayBracket, end),
            None if bytes[start] == b'[' => {
                let end = match value_end(bytes, start + 1) {
                    ValueEnd::Bracket(end) => end + 1,
                    ValueEnd::Game(next) => next,
                    ValueEnd::Text => bytes.len(),
                };
                (Code::StrayBracket, end)
            }
            None if bytes[start] == b']' => (Code::StrayBracket, start + 1),
            None => {
                // Among letters that no value follows begins no property: to ask at each of them takes too long.
                let letters = letter_count(&bytes[start..]);
                let is_name = bytes.get(skip_blanks(bytes, start + letters)) == Some(&b'[');
                let from = if is_name { start + 1 } else { start + letters.max(1) };
                let known = |b: &u8| matches!(b, b';' | b'(' | b')' | b'[' | b']') || b.is_ascii_uppercase();
                (Code::StrayText, bytes[from..].iter().position(known).map_or(bytes.len(), |n| from + n))
            }
        };
        let detail = format!("skipped: {}", excerpt(&self.text[start..end]));
        findings.push(Finding::new(code, offset(start), detail));
        self.pos = end;
    }

    #[inline]
    fn skip_blanks(&mut self) {
        self.pos = skip_blanks(self.text.as_bytes(), self.pos);
    }
}

/// A move in its shortest form.
#[derive(Clone, Copy)]
pub(super) struct ShortMove {
    /// Offset of the `;`.
    at: u32,
    ident: Ident,
    letters: [u8; 2],
}

/// The move that stands here in its shortest form, `;B[pd]` with no further value, and where what follows it stands. (Not
/// seen at the very end of a text, where it costs nothing to take the careful way.)
#[inline]
fn short_move(bytes: &[u8], at: usize) -> Option<(ShortMove, usize)> {
    // All eight bytes at once, for speed: a word tells the form, the side, the letters and what follows.
    const MASK: u64 = u64::from_le_bytes([0xff, 0xff, 0xff, 0, 0, 0xff, 0, 0]);
    const BLACK: u64 = u64::from_le_bytes(*b";B[\0\0]\0\0");
    const WHITE: u64 = u64::from_le_bytes(*b";W[\0\0]\0\0");
    let chunk = bytes.get(at..)?.first_chunk()?;
    let word = u64::from_le_bytes(*chunk);
    let ident = match word & MASK {
        BLACK => Ident::B,
        WHITE => Ident::W,
        _ => return None,
    };
    // From the word again: taken from the bytes, each is loaded by itself.
    let (letters, follows, second) = ((word >> 24) as u16, (word >> 48) as u8, (word >> 56) as u8);
    if !are_letters(letters) {
        return None;
    }
    let letters = letters.to_le_bytes();
    if follows == b';' {
        return Some((ShortMove { at: offset(at), ident, letters }, at + 6));
    }
    let next = if second == b';' && follows == b'\n' { at + 7 } else { skip_blanks(bytes, at + 6) };
    if bytes.get(next) == Some(&b'[') {
        return None;
    }
    Some((ShortMove { at: offset(at), ident, letters }, next))
}

/// Where the next bracket stands that does not belong to a move in its shortest form.
#[inline]
pub(super) fn next_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = skip_blanks(bytes, at);
    // Nearly all that a file holds.
    while let Some((_, next)) = short_move(bytes, at) {
        at = next;
    }
    memchr3(b'[', b'(', b')', &bytes[at..]).map(|n| at + n)
}

/// Whether both are letters of ASCII. Both are looked at in one, for speed: small ones are 0x61 to 0x7a, so that 5 more
/// do not reach 0x80, but 0x1f more do.
#[inline]
fn are_letters(pair: u16) -> bool {
    let small = u32::from(pair) | 0x2020;
    (small | (small + 0x0505) | !(small + 0x1f1f)) & 0x8080 == 0
}

/// Hangs the next node on its parent, which has children already.
#[cold]
fn add_sibling(tree: &mut Tree, node: &mut Node) {
    let number = offset(tree.nodes.len());
    // A second root in one pair of parentheses, `((;…)(;…))`, hangs on the first: the tree stays one.
    node.parent = if node.parent == NONE { 0 } else { node.parent };
    if node.parent + 1 == number {
        // It is the first child after all.
        return;
    }
    let above = &mut tree.nodes[node.parent as usize];
    let elder = if above.last_child == NONE { node.parent + 1 } else { above.last_child };
    tree.variations += 1;
    above.last_child = number;
    let elder = &mut tree.nodes[elder as usize];
    elder.next_sibling = number;
    node.number = elder.number + 1;
}

/// What was read last inside a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A node, which takes the properties that follow.
    Node,
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
}

/// What a parenthesis outside a game begins.
enum Start {
    /// A game: a node or a property follows.
    Game,
    /// `()`, which ends at this offset.
    Empty(usize),
    /// Something that is no game.
    None,
}

/// Whether this parenthesis, outside a game, begins one.
fn game_start(bytes: &[u8], parenthesis: usize) -> Start {
    let next = skip_blanks(bytes, parenthesis + 1);
    match bytes.get(next) {
        Some(b';') => Start::Game,
        Some(b')') => Start::Empty(next + 1),
        _ if starts_property(bytes, next) => Start::Game,
        _ => Start::None,
    }
}

/// Whether, blanks apart, a capital identifier and a `[` stand here.
fn starts_property(bytes: &[u8], at: usize) -> bool {
    property_value(bytes, at).is_some()
}

/// How many letters stand at the start.
pub(crate) fn letter_count(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

/// The identifier that stands here and the offset of the value that follows it.
fn property_value(bytes: &[u8], at: usize) -> Option<(Ident, usize)> {
    let start = skip_blanks(bytes, at);
    let letters = letter_count(&bytes[start..]);
    let bracket = skip_blanks(bytes, start + letters);
    let capital = bytes.get(start).is_some_and(u8::is_ascii_uppercase);
    (capital && bytes.get(bracket) == Some(&b'[')).then(|| (identifier(&bytes[start..start + letters]), bracket + 1))
}

/// Whether a parenthesis inside an open game begins another game: one that stands at the start of a line
/// and whose first node has a property that only a root can have.
pub(super) fn starts_nested_game(bytes: &[u8], parenthesis: usize) -> bool {
    starts_line(bytes, parenthesis) && starts_root(bytes, parenthesis)
}

/// Whether `(`, `;` and a node with a property that only a root has stand here. Names and other facts of a
/// game do not tell: FF[4] lets them stand in the variations of a tree of many games.
fn starts_root(bytes: &[u8], parenthesis: usize) -> bool {
    let node = skip_blanks(bytes, parenthesis + 1);
    let bytes = &bytes[..bytes.len().min(node + ROOT_REACH)];
    let mut at = node + 1;
    while bytes.get(node) == Some(&b';')
        && let Some((ident, value)) = property_value(bytes, at)
    {
        if ident.begins_a_game() {
            return true;
        }
        let Some(end) = values_end(bytes, value) else { break };
        at = end;
    }
    false
}

/// Where the values of a property end, the first of which starts here.
fn values_end(bytes: &[u8], mut value: usize) -> Option<usize> {
    loop {
        let next = skip_blanks(bytes, closing_bracket(bytes, value)? + 1);
        if bytes.get(next) != Some(&b'[') {
            return Some(next);
        }
        value = next + 1;
    }
}

/// Whether only blanks stand before this offset on its line.
fn starts_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    before.is_none_or(|b| matches!(b, b'\n' | b'\r'))
}

/// Where a value ends.
pub(super) enum ValueEnd {
    /// At the `]` at this offset.
    Bracket(usize),
    /// Never; but a game begins at this offset.
    Game(usize),
    /// Never.
    Text,
}

/// Finds the end of the value that starts here: the first `]` without a `\` before it.
///
/// A value that runs into the next game was never closed. It is told by a line in it that begins a game
/// (`(;GM[`) and holds no escaped bracket: in a text that quotes a game, the brackets are escaped.
#[inline]
pub(super) fn value_end(bytes: &[u8], start: usize) -> ValueEnd {
    // Most values are points.
    if bytes.get(start + 2) == Some(&b']') && !matches!(bytes[start], b'\\' | b']') && bytes[start + 1] != b'\\' {
        let second = bytes[start + 1] == b']';
        return ValueEnd::Bracket(if second { start + 1 } else { start + 2 });
    }
    match closing_bracket(bytes, start) {
        Some(end) => game_inside(bytes, start, end).map_or(ValueEnd::Bracket(end), ValueEnd::Game),
        None => game_inside(bytes, start, bytes.len()).map_or(ValueEnd::Text, ValueEnd::Game),
    }
}

/// The first `]` from here on without a `\` before it.
fn closing_bracket(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr2(b']', b'\\', bytes.get(at..)?)?;
        if bytes[found] == b']' {
            return Some(found);
        }
        at = found + 2;
    }
}

/// The first line between two offsets that begins a game.
fn game_inside(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    // The next `]` or `\`, looked for once for all the parentheses before it.
    let mut special = start;
    while let Some(n) = memchr(b'(', &bytes[at..end]) {
        at += n;
        if special < at {
            special = memchr2(b']', b'\\', &bytes[at..]).map_or(bytes.len(), |n| at + n);
        }
        if bytes.get(special) == Some(&b']') && starts_nested_game(bytes, at) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Where the rest of a text ends that an unescaped `]` cut in two: at a `]` that belongs to no `[` before
/// it. `None` where there is none before the next property.
fn stray_end(bytes: &[u8], start: usize) -> Option<usize> {
    let reach = &bytes[start..bytes.len().min(start + STRAY_REACH)];
    let mut depth = 0u32;
    let mut at = 0;
    for _ in 0..STRAY_MARKS {
        at += memchr3(b'[', b']', b';', &reach[at..])?;
        match reach[at] {
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(start + at + 1),
            b']' => depth -= 1,
            _ if starts_property(reach, at + 1) => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The identifier that these letters spell: small letters are left out, unless there are no others.
fn identifier(letters: &[u8]) -> Ident {
    if let [_] | [_, _] = letters
        && letters.iter().all(u8::is_ascii_uppercase)
    {
        return Ident::new(letters);
    }
    let mut capitals = letters.iter().filter(|b| b.is_ascii_uppercase());
    match (capitals.next(), capitals.next(), capitals.next()) {
        (Some(&a), None, _) => Ident::new(&[a]),
        (Some(&a), Some(&b), None) => Ident::new(&[a, b]),
        _ => Ident::OTHER,
    }
}

/// Whether a character between games says nothing: white space, NUL, a byte order mark.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}')
}

#[inline]
pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|b| b.is_ascii_whitespace() || matches!(b, 0 | 0x0b)) {
        at += 1;
    }
    at
}

/// The start of a text, in quotes, fit for one line.
pub(crate) fn excerpt(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut quoted: String = text.chars().take(EXCERPT).map(clean).collect();
    if text.chars().nth(EXCERPT).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

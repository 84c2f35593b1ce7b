//! The reader beside that of sgf-parse: where both take a text, they see the same games, nodes, properties and values.

use sgfkit::archive;
use sgfkit::go::Point;
use sgfkit::run::{self, Failure};
use sgfkit::sgf::{Game, Ident, Property, Reader, Tree, text, value};
use std::ops::ControlFlow;
use std::path::Path;

/// A game: for each node its parent, and its properties with their values, unescaped.
type Nodes = Vec<(Option<u32>, Vec<(String, Vec<String>)>)>;

/// What the reader sees, and whether it had anything to say about it.
fn read(text: &str) -> (Vec<Nodes>, bool) {
    let (mut tree, mut findings, mut reader) = (Tree::default(), Vec::new(), Reader::new(text));
    let mut games = Vec::new();
    while reader.read(&mut tree, &mut findings) {
        let game = Game::new(text, &tree);
        let properties = |node| {
            game.properties(node).iter().map(|property| (name(game, property), values(game, property))).collect()
        };
        games.push((0..game.len() as u32).map(|node| (game.parent(node), properties(node))).collect());
    }
    (games, findings.is_empty())
}

/// The capital letters of an identifier.
fn name(game: Game<'_>, property: &Property) -> String {
    let letters = game.text()[property.at as usize..].chars().take_while(char::is_ascii_alphabetic);
    letters.filter(char::is_ascii_uppercase).collect()
}

/// Values as sgf-parse writes them again: without white space, of which it keeps soft line breaks; numbers in their shortest form, both sides of a board, lists of points without rectangles and in any
/// order, which is sorted here.
fn values(game: Game<'_>, property: &Property) -> Vec<String> {
    let mut values = Vec::new();
    for raw in game.values(property) {
        match value::rectangle(raw) {
            Some((from, to)) => {
                let column = |y| (from.x()..=to.x()).map(move |x| Point::new(x, y).to_string());
                values.extend((from.y()..=to.y()).flat_map(column));
            }
            None => {
                let text: String = value::text(raw).split_whitespace().collect();
                let number = text.parse::<f64>().map_or(text, |number| number.to_string());
                values.push(if property.ident == Ident::SZ && !number.contains(':') {
                    format!("{number}:{number}")
                } else {
                    number
                });
            }
        }
    }
    values.sort();
    values
}

/// What became of a text.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    /// Both see the same so many games.
    Same(usize),
    /// sgf-parse refuses it.
    Refused,
    /// The reader guessed or left something out, and has said so.
    Guessed,
}

fn compare(bytes: &[u8]) -> Seen {
    let text = text::decode(bytes);
    let Ok(roots) = sgf_parse::parse(text.as_str()) else { return Seen::Refused };
    let (ours, clean) = read(text.as_str());
    let theirs = roots.iter().flat_map(|root| read(&sgf_parse::serialize([root])).0);
    let theirs: Vec<_> = theirs.collect();
    if !clean && ours != theirs {
        return Seen::Guessed;
    }
    assert_eq!(ours.len(), theirs.len(), "the number of games");
    for (number, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        for (node, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            assert_eq!(ours, theirs, "game {}, node {node}", number + 1);
        }
        assert_eq!(ours.len(), theirs.len(), "game {}: the number of nodes", number + 1);
    }
    Seen::Same(ours.len())
}

/// Holds every text under a path against sgf-parse; tells how many games are the same, and how many texts were not held.
fn compare_all(path: &Path) -> (usize, usize, usize) {
    let (mut same, mut refused, mut guessed) = (0, 0, 0);
    let flow = run::run(archive::inputs(&[path.to_owned()]), 2, compare, |event| {
        match event.result {
            Ok(Seen::Same(games)) => same += games,
            Ok(Seen::Refused) => refused += 1,
            Ok(Seen::Guessed) => guessed += 1,
            Err(Failure::Crashed(message)) => panic!("{}: {message}", event.name),
            Err(_) => {}
        }
        ControlFlow::Continue(())
    });
    assert!(flow.is_ok());
    (same, refused, guessed)
}

#[test]
fn sgf_parse_sees_the_same_in_the_sample() {
    let (same, _, _) = compare_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"));
    assert!(same >= 15, "{same} games were held against sgf-parse");
}

#[test]
fn sgf_parse_sees_the_same_in_an_archive() {
    let Some(path) = std::env::var_os("SGFKIT_GAMES") else {
        println!("SGFKIT_GAMES names no archive: nothing to hold against sgf-parse");
        return;
    };
    let (same, refused, guessed) = compare_all(Path::new(&path));
    println!(
        "{same} games the same; not held: {refused} texts that sgf-parse refuses, {guessed} in which the reader guessed otherwise, and says so"
    );
    assert!(same > 0);
}

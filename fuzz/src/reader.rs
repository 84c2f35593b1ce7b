//! The tolerant reader, and the cutter of large streams.

use sgfkit::sgf::cut::Cutter;
use sgfkit::sgf::{Game, Ident, Reader, Tree, text};
use std::io::{self, Read};

const BEFORE: &[u8] = b"(;GM[1]FF[4]SZ[9]PB[before];B[ee];W[cc])\n";
const AFTER: &[u8] = b"\n(;PB[after]SZ[9];B[dd]\n(;W[ff])(;W[gg]))\n";

/// Any bytes between two games lose neither; trees hold together; a stream that breaks gives all that came before.
pub fn check(data: &[u8]) {
    // An escape at the end would take the first character of what follows.
    let damage = data.trim_ascii_end();
    let damage = &damage[..damage.len() - damage.iter().rev().take_while(|&&byte| byte == b'\\').count()];
    let bytes = [BEFORE, damage, AFTER].concat();
    let found = games(&bytes);
    assert_eq!(found.first().map(String::as_str), Some("before ee cc"), "{found:?}");
    assert_eq!(found.last().map(String::as_str), Some("after dd ff"), "{found:?}");
    games(data);
    cut(data);
}

/// Each game: Black's name and the values of the moves on the main line.
fn games(bytes: &[u8]) -> Vec<String> {
    let text = text::decode(bytes);
    let (mut tree, mut findings, mut reader) = (Tree::default(), Vec::new(), Reader::new(text.as_str()));
    let mut games = Vec::new();
    let mut end = 0;
    while reader.read(&mut tree, &mut findings) {
        let game = Game::new(text.as_str(), &tree);
        assert!(end <= game.at() && game.at() < game.end(), "{end} {} {}", game.at(), game.end());
        end = game.end();
        check_tree(game);
        let properties = game.main_line().flat_map(|node| game.properties(node));
        let told = properties.filter(|property| matches!(property.ident, Ident::PB | Ident::B | Ident::W));
        games.push(told.map(|property| game.value(property)).collect::<Vec<_>>().join(" "));
    }
    for finding in &findings {
        assert!(text.as_str().is_char_boundary(finding.at as usize), "{finding}");
    }
    games
}

/// Nodes come in the order of the text, each once as a child, and all that they hold lies in the game.
fn check_tree(game: Game<'_>) {
    let mut children = 0;
    for node in 0..game.len() as u32 {
        let mut child = game.first_child(node);
        let mut number = 1;
        while let Some(this) = child {
            assert!(this > node);
            assert_eq!((game.parent(this), game.child_number(this)), (Some(node), number));
            children += 1;
            number += 1;
            child = game.next_sibling(this);
        }
        for property in game.properties(node) {
            assert!(game.at() <= property.at && property.at < game.end());
            assert_eq!(game.node_at(property.at), Some(node));
            assert_eq!(game.spans(property).len(), game.values(property).len());
            assert!(game.values(property).all(|value| !value.starts_with(']')));
        }
    }
    assert_eq!(children + 1, game.len());
    assert!(game.main_line().count() <= game.len());
}

/// Gives its bytes in small parts, and then breaks.
struct Breaking<'a>(&'a [u8]);

impl Read for Breaking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let part = self.0.len().min(buffer.len()).min(7);
        if part == 0 {
            return Err(io::Error::other("broken"));
        }
        let (now, rest) = self.0.split_at(part);
        buffer[..part].copy_from_slice(now);
        self.0 = rest;
        Ok(part)
    }
}

fn cut(data: &[u8]) {
    let mut cutter = Cutter::new(Breaking(data));
    let mut got = Vec::new();
    let error = loop {
        match cutter.next_piece() {
            Ok(Some(piece)) => {
                assert!(!piece.last);
                got.extend_from_slice(&piece.bytes);
            }
            Ok(None) => panic!("the input ended"),
            Err(error) => break error,
        }
    };
    assert_eq!((error.to_string().as_str(), got.as_slice()), ("broken", data));
    assert!(cutter.next_piece().is_ok_and(|piece| piece.is_none()));
}

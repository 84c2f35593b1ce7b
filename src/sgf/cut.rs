//! Cuts a stream into pieces between games, so that a file of any size is read in little memory.

use super::reader::{ValueEnd, next_bracket, skip_blanks, starts_nested_game, value_end};
use std::io::{self, Read};

/// A piece is cut once it holds this many bytes, at the end of the last game that fits.
pub const PIECE: usize = 1 << 18;

/// From this size on, a piece in which no game ends is cut where one begins inside another.
const MAX_UNCLOSED: usize = 8 * PIECE;

/// The largest game in bytes. A larger one is cut in two, and its parts are read as what they look like.
pub const MAX_GAME: usize = 1 << 28;

/// A part of a file that holds whole games.
#[derive(Debug)]
pub struct Piece {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether the file ends here.
    pub last: bool,
    /// Whether the piece ends inside a game that is larger than [`MAX_GAME`].
    pub torn: bool,
}

/// Reads a stream piece by piece.
///
/// The brackets are followed as the reader does, but in the raw bytes: `(`, `)` and `;` are never part of a
/// wider character in the character sets in use but UTF-16. A `]` may be, so that a cut may come later than it could.
#[derive(Debug)]
pub struct Cutter<R> {
    input: R,
    /// Read, and not yet handed out.
    buffer: Vec<u8>,
    /// Up to where the brackets have been followed, how many are open there, and where a game last ended.
    pos: usize,
    depth: u32,
    boundary: usize,
    /// Where a game last began inside another, which was never closed. The reader, which tells that, must see both: it is
    /// cut here only where no game ends for long.
    nested: usize,
    ended: bool,
    /// What the input said, to be told behind what was read before.
    broken: Option<io::Error>,
}

impl<R: Read> Cutter<R> {
    /// Cuts what this input gives.
    pub fn new(input: R) -> Cutter<R> {
        Cutter { input, buffer: Vec::new(), pos: 0, depth: 0, boundary: 0, nested: 0, ended: false, broken: None }
    }

    /// The next piece; `None` at the end. The last piece of an input is always given, if only an empty one.
    ///
    /// # Errors
    ///
    /// What the input says. The bytes read before have then been given.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        if let Some(error) = self.broken.take() {
            self.ended = true;
            return Err(error);
        }
        if self.ended {
            return Ok(None);
        }
        let mut size = PIECE;
        loop {
            if let Err(error) = self.fill(size) {
                if self.buffer.is_empty() {
                    self.ended = true;
                    return Err(error);
                }
                self.broken = Some(error);
                return Ok(Some(Piece { bytes: std::mem::take(&mut self.buffer), last: false, torn: false }));
            }
            if self.ended {
                return Ok(Some(Piece { bytes: std::mem::take(&mut self.buffer), last: true, torn: false }));
            }
            self.follow();
            if self.boundary > 0 {
                return Ok(Some(self.split(self.boundary, false)));
            }
            if self.nested > 0 && size >= MAX_UNCLOSED {
                return Ok(Some(self.split(self.nested, false)));
            }
            if size >= MAX_GAME {
                return Ok(Some(self.split(self.buffer.len(), true)));
            }
            size *= 2;
        }
    }

    /// Reads until the buffer holds `size` bytes or the input ends.
    fn fill(&mut self, size: usize) -> io::Result<()> {
        let missing = size.saturating_sub(self.buffer.len());
        self.buffer.reserve_exact(missing + 1);
        // One byte more tells the end of the input from a full buffer.
        let wanted = missing as u64 + 1;
        let got = self.input.by_ref().take(wanted).read_to_end(&mut self.buffer)?;
        self.ended = (got as u64) < wanted;
        Ok(())
    }

    fn split(&mut self, at: usize, torn: bool) -> Piece {
        let rest = self.buffer.split_off(at);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        self.pos = if torn { 0 } else { self.pos - at };
        self.depth = if torn { 0 } else { self.depth };
        (self.boundary, self.nested) = (0, 0);
        Piece { bytes, last: false, torn }
    }

    /// Follows the brackets through what has been read.
    fn follow(&mut self) {
        let bytes = self.buffer.as_slice();
        while let Some(at) = next_bracket(bytes, self.pos) {
            match bytes[at] {
                b'[' => match value_end(bytes, at + 1) {
                    ValueEnd::Bracket(end) => self.pos = end + 1,
                    ValueEnd::Game(next) => {
                        self.nested = next;
                        self.depth = 0;
                        self.pos = next;
                    }
                    // The value goes on behind what has been read.
                    ValueEnd::Text => {
                        self.pos = at;
                        return;
                    }
                },
                b'(' => {
                    if starts_nested_game(bytes, at) {
                        self.nested = at;
                        self.depth = 0;
                    }
                    self.depth += 1;
                    self.pos = at + 1;
                }
                _ => {
                    // In a text that an unescaped `]` has cut in two, `)` ends no game; what follows tells.
                    if self.depth == 1 && bytes.get(skip_blanks(bytes, at + 1)) == Some(&b'(') {
                        // The second half of the bracket in UTF-16, low byte first.
                        self.boundary = at + 1 + usize::from(at % 2 == 0 && bytes[at + 1] == 0);
                    }
                    self.depth = self.depth.saturating_sub(1);
                    self.pos = at + 1;
                }
            }
        }
        self.pos = bytes.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(input: &[u8]) -> Vec<Vec<u8>> {
        let mut cutter = Cutter::new(input);
        let mut pieces = Vec::new();
        while let Some(piece) = cutter.next_piece().unwrap() {
            pieces.push(piece.bytes);
        }
        pieces
    }

    #[test]
    fn pieces_end_between_games_and_lose_nothing() {
        let game = format!("(;GM[1]C[a \\] ) ( {}];B[aa](;W[bb])(;W[cc]))\n", "x".repeat(300_000));
        let input = game.repeat(10);
        let pieces = pieces(input.as_bytes());
        assert!(pieces.len() >= 3);
        assert_eq!(pieces.concat(), input.as_bytes());
        for piece in &pieces[..pieces.len() - 1] {
            assert!(piece.trim_ascii_end().ends_with(b")"));
            assert_eq!(piece.iter().filter(|&&b| b == b';').count() % 4, 0);
        }
    }

    #[test]
    fn an_unclosed_value_does_not_join_the_rest_of_the_file() {
        let broken = "(;GM[1]FF[4];B[aa]C[never closed\n";
        let game = format!("(;GM[1]FF[4]C[{}];B[aa])\n", "x".repeat(500_000));
        let input = format!("{broken}{}", game.repeat(6));
        let pieces = pieces(input.as_bytes());
        assert!(pieces.len() >= 2, "{}", pieces.len());
        assert_eq!(pieces.concat(), input.as_bytes());
    }

    /// The reader tells of the game that is not closed where it sees the next one begin.
    #[test]
    fn a_game_that_is_not_closed_stays_with_the_next() {
        let game = format!("(;GM[1]FF[4]C[{}];B[aa])\n", "x".repeat(PIECE / 4));
        for broken in ["(;GM[1]FF[4];B[aa]\n", "(;GM[1]FF[4];B[aa]C[never closed\n"] {
            let input = format!("{}{broken}{}", game.repeat(3), game.repeat(3));
            let pieces = pieces(input.as_bytes());
            assert!(pieces.len() > 1);
            let with = pieces.iter().find(|piece| memchr::memmem::find(piece, broken.as_bytes()).is_some()).unwrap();
            assert!(!with.ends_with(broken.as_bytes()), "{}", with.len());
        }
        // Where none is closed there must be an end of it all the same.
        let input = "(;GM[1]FF[4];B[aa]\n".repeat(2 * MAX_UNCLOSED / 18);
        assert!(pieces(input.as_bytes()).len() > 1);
    }

    /// In each order of its bytes, and with brackets in halves of characters: 孙 is 5B59, 崇 5D07.
    #[test]
    fn utf_16_is_cut_between_characters() {
        let text = "(;GM[1]FF[4]PB[孙]PW[崇];B[aa];W[bb])\r\n".repeat(PIECE / 20);
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let input = std::iter::once('\u{feff}').chain(text.chars());
            let input = input.flat_map(|c| bytes(c as u32 as u16)).collect::<Vec<u8>>();
            let pieces = pieces(&input);
            assert!(pieces.len() > 1);
            let read = pieces.iter().map(|piece| super::super::text::decode(piece).as_str().to_owned());
            assert_eq!(read.collect::<String>(), text);
        }
    }

    #[test]
    fn a_small_input_is_one_piece() {
        assert_eq!(pieces(b"(;B[aa])"), [b"(;B[aa])".to_vec()]);
        assert_eq!(pieces(b""), [Vec::<u8>::new()]);
    }
}

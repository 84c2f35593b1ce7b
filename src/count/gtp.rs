//! Dead stones from another program, over the Go Text Protocol (GTP 2).

use crate::go::{Board, Point, PointSet, Size};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Why an engine gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot start the engine `{command}`: {source} (is it installed, and on the PATH?)")]
    Start {
        /// The command.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// It needed longer than its limit. It was ended, and is started anew for the next position.
    #[error("the engine `{0}` gave no answer in time")]
    Timeout(String),
    /// It ended by itself. It is started anew for the next position.
    #[error("the engine `{0}` ended without an answer")]
    Ended(String),
    /// It does not know a command, or refuses it.
    #[error("the engine refuses `{request}`: {answer}")]
    Refused {
        /// What it was asked.
        request: String,
        /// What it said.
        answer: String,
    },
    /// GTP has no such board: it knows square ones up to 25.
    #[error("the Go Text Protocol has no {0} board")]
    Board(Size),
}

/// A GTP program that knows `final_status_list`, kept running from position to position.
///
/// One engine serves one thread. GNU Go: `gnugo --mode gtp --chinese-rules`; KataGo:
/// `katago gtp -model MODEL -config CONFIG`.
///
/// ```no_run
/// use sgfkit::{count::Engine, go::Board};
/// use std::time::Duration;
///
/// let mut engine = Engine::new("gnugo --mode gtp --chinese-rules", Duration::from_secs(30));
/// let board = Board::from_text(". X .\n. X O\n. X .").unwrap();
/// let dead = engine.dead(&board)?;
/// # Ok::<(), sgfkit::count::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    command: String,
    limit: Duration,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// The answers, line by line, as a thread reads them: a pipe cannot be read with a time limit.
    lines: Receiver<String>,
}

impl Engine {
    /// An engine by its command line, with a time limit for each position. It is started when it is first
    /// asked. Words in the command are parted by blanks; double quotes keep blanks together.
    pub fn new(command: &str, limit: Duration) -> Engine {
        Engine { command: command.to_owned(), limit, running: None }
    }

    /// The dead stones on this board, by `final_status_list dead`.
    ///
    /// # Errors
    ///
    /// Where the program cannot be started, ends, refuses, or takes too long: see [`EngineError`]. All but the
    /// first leave the engine usable: it is started anew.
    pub fn dead(&mut self, board: &Board) -> Result<PointSet, EngineError> {
        let size = board.size();
        if size.width() != size.height() || size.width() > 25 {
            return Err(EngineError::Board(size));
        }
        let mut running = self.started()?;
        // Stones put one by one capture nothing: a part of the stones of a position in which every chain has a
        // liberty has no chain without one.
        let stones = size.iter().filter_map(|point| board.get(point).map(|colour| (point, colour)));
        let plays = stones.map(|(point, colour)| format!("play {} {}", colour.letter(), vertex(point, size)));
        let setup = [format!("boardsize {}", size.width()), "clear_board".to_owned()].into_iter().chain(plays);
        let deadline = Instant::now() + self.limit;
        let mut answer = Ok(String::new());
        for request in setup.chain(["final_status_list dead".to_owned()]) {
            answer = self.ask(&mut running, &request, deadline);
            if answer.is_err() {
                break;
            }
        }
        match &answer {
            // It answered, if only to refuse.
            Ok(_) | Err(EngineError::Refused { .. }) => self.running = Some(running),
            Err(_) => drop(running),
        }
        Ok(answer?.split_whitespace().filter_map(|word| point(word, size)).collect())
    }

    /// Starts the program, if it does not run yet.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`].
    pub fn start(&mut self) -> Result<(), EngineError> {
        self.running = Some(self.started()?);
        Ok(())
    }

    fn started(&mut self) -> Result<Running, EngineError> {
        match self.running.take() {
            Some(running) => Ok(running),
            None => self.spawn(),
        }
    }

    fn spawn(&self) -> Result<Running, EngineError> {
        let error = |source| EngineError::Start { command: self.command.clone(), source };
        let words = words(&self.command);
        let (program, arguments) = words.split_first().ok_or_else(|| error(io::ErrorKind::NotFound.into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(error)?;
        let (sender, lines) = sync_channel(64);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Running { child, lines })
    }

    /// Sends a command and waits for its answer: lines up to an empty one, the first after `=` or `?`.
    fn ask(&self, running: &mut Running, request: &str, deadline: Instant) -> Result<String, EngineError> {
        let ended = || EngineError::Ended(self.command.clone());
        let stdin = running.child.stdin.as_mut().ok_or_else(ended)?;
        writeln!(stdin, "{request}").and_then(|()| stdin.flush()).map_err(|_| ended())?;
        let mut answer = String::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = running.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => EngineError::Timeout(self.command.clone()),
                RecvTimeoutError::Disconnected => ended(),
            })?;
            match line.trim() {
                "" if answer.is_empty() => {}
                "" => break,
                line => {
                    answer.push_str(line);
                    answer.push('\n');
                }
            }
        }
        match answer.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(EngineError::Refused {
                request: request.to_owned(),
                answer: answer.trim_start_matches('?').trim().to_owned(),
            }),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already, and then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut open) = (String::new(), false, false);
    for c in command.chars() {
        match c {
            '"' => (quoted, open) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if std::mem::take(&mut open) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                open = true;
            }
        }
    }
    if open {
        words.push(word);
    }
    words
}

/// A point in GTP: a letter without I from the left, a number from the bottom.
fn vertex(point: Point, size: Size) -> String {
    let letter = b'A' + point.x() + u8::from(point.x() >= 8);
    format!("{}{}", char::from(letter), size.height() - point.y())
}

fn point(vertex: &str, size: Size) -> Option<Point> {
    let mut chars = vertex.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let x = (b'A'..=b'Z').filter(|&c| c != b'I').position(|c| char::from(c) == letter)?;
    let y = size.height().checked_sub(chars.as_str().parse().ok()?)?;
    let x = u8::try_from(x).ok()?;
    (x < size.width() && y < size.height()).then(|| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_names_without_i() {
        let size = Size::STANDARD;
        for (x, y, name) in [(0, 18, "A1"), (7, 0, "H19"), (8, 0, "J19"), (18, 18, "T1")] {
            assert_eq!(vertex(Point::new(x, y), size), name);
            assert_eq!(point(name, size), Some(Point::new(x, y)));
        }
        for name in ["I5", "U1", "A0", "A20", "pass", "", "é1"] {
            assert_eq!(point(name, size), None, "{name}");
        }
    }

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(words(" gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(words("\"/opt/my go/engine\" -m \"\""), ["/opt/my go/engine", "-m", ""]);
        assert!(words(" ").is_empty());
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_that_names_it() {
        let mut engine = Engine::new("no-such-engine-here --mode gtp", Duration::from_secs(5));
        let error = engine.dead(&Board::new(Size::STANDARD)).unwrap_err().to_string();
        assert!(error.starts_with("cannot start the engine `no-such-engine-here --mode gtp`"), "{error}");
    }

    #[test]
    fn boards_that_gtp_cannot_name_are_refused() {
        let mut engine = Engine::new("no-such-engine-here", Duration::from_secs(5));
        for (width, height) in [(9, 13), (26, 26)] {
            let board = Board::new(Size::new(width, height).unwrap());
            assert!(matches!(engine.dead(&board), Err(EngineError::Board(_))));
        }
    }

    /// An engine in the shell's words: `reply` is what it does on `final_status_list`.
    #[cfg(unix)]
    fn shell(reply: &str, limit: Duration) -> Engine {
        let script = format!(
            "while read -r line; do case $line in final*) {reply};; play*I*) printf '? bad\\n\\n';; *) printf '=\\n\\n';; esac; done"
        );
        Engine::new(&format!("sh -c \"{script}\""), limit)
    }

    #[cfg(unix)]
    #[test]
    fn it_is_asked_again_and_started_again_when_it_ends() {
        let board = Board::from_text(". X .\n. X O\n. X .").unwrap();
        let mut engine = shell("printf '= C2\\nA1 \\n\\n'", Duration::from_secs(20));
        for _ in 0..3 {
            let dead: Vec<Point> = engine.dead(&board).unwrap().iter().collect();
            assert_eq!(dead, [Point::new(2, 1), Point::new(0, 2)]);
        }
        let mut engine = shell("exit", Duration::from_secs(20));
        for _ in 0..2 {
            assert!(matches!(engine.dead(&board), Err(EngineError::Ended(_))));
        }
        let mut engine = shell("printf '? unknown command\\n\\n'", Duration::from_secs(20));
        for _ in 0..2 {
            let error = engine.dead(&board).unwrap_err().to_string();
            assert_eq!(error, "the engine refuses `final_status_list dead`: unknown command");
        }
    }

    #[cfg(unix)]
    #[test]
    fn it_has_its_time() {
        let board = Board::new(Size::STANDARD);
        let mut engine = shell("exec sleep 60", Duration::from_millis(300));
        let start = Instant::now();
        assert!(matches!(engine.dead(&board), Err(EngineError::Timeout(_))));
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

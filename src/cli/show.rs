//! `sgfkit show`: one position of one game, drawn.

use super::args::ShowArgs;
use super::choices::FindingChoice;
use super::{Done, Failure, say};
use sgfkit::archive;
use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::causes::Line;
use sgfkit::draw::{self, Diagram, Moment, point_name, svg, text};
use sgfkit::finding::{Code, Finding, UnknownCode};
use sgfkit::go::{Colour, Ownership, Point, Rules, Size};
use sgfkit::record::{Branches, Play, Record, RulesChoice};
use sgfkit::report::clean::short;
use sgfkit::report::sheet::{Place, Start};
use sgfkit::report::text::TextRows;
use sgfkit::rescore::{Rescorer, Settings};
use sgfkit::run;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The longest name or result that is shown, in characters.
const LONGEST: usize = 60;

/// The longest sentence about a cause, in characters.
const LONGEST_SENTENCE: usize = 400;

pub(super) fn run(args: &ShowArgs) -> Result<Done, Failure> {
    let name = archive::display_name(&args.file);
    if args.file.is_dir() {
        return Err(format!("{name} is a folder: name one file, and its game with --game").into());
    }
    let (path, member) = member(&args.file);
    let before = AtomicU32::new(0);
    let work = |bytes: &[u8]| look(bytes, args, before.load(Ordering::Relaxed));
    let (mut start, mut answer, mut seen) = (Start::default(), None, false);
    // With one thread the pieces come one after the other: the games before a piece are known.
    let _ = run::run(archive::inputs(&[path]), 1, work, |event| {
        if event.name != name {
            if member {
                return ControlFlow::Continue(());
            }
            seen = true;
            answer = Some(Err(format!("{name} is an archive: name one of its files, such as {}", event.name)));
            return ControlFlow::Break(());
        }
        seen = true;
        match event.result {
            Ok(piece) => {
                answer = piece.answer.map(|answer| answer.map(|shown| (event.name.to_owned(), start, shown)));
                start = if event.last { Start::default() } else { start.and(piece.extent) };
                before.fetch_add(piece.extent.games, Ordering::Relaxed);
            }
            Err(run::Failure::Packed(fault)) => {
                answer = Some(Err(format!("cannot read {}: {}", event.name, fault.detail)))
            }
            Err(run::Failure::Unreadable(error)) => answer = Some(Err(format!("cannot read {name}: {error}"))),
            Err(run::Failure::Crashed(error)) => {
                answer = Some(Err(format!("a defect of sgfkit, please report it: {error}")));
            }
        }
        if answer.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let Some(answer) = answer else {
        if !seen {
            return Err(format!("there is no {name}: the archive holds no such file").into());
        }
        let games = match before.into_inner() {
            0 => "no game".to_owned(),
            1 => "one game only".to_owned(),
            games => format!("{games} games only"),
        };
        return Err(format!("there is no game {}: {name} has {games}", args.game).into());
    };
    let (name, start, shown) = answer?;
    match &args.svg {
        Some(path) => write_svg(path, &shown)?,
        None => print(&name, start, &shown, args.characters())?,
    }
    Ok(Done::Clean)
}

/// The file to open, and whether the name goes on with that of a member, as `games.zip!a.sgf` does.
fn member(path: &Path) -> (PathBuf, bool) {
    let name = path.to_string_lossy();
    let archives = name.match_indices('!').map(|(at, _)| Path::new(&name[..at]));
    match archives.rev().find(|archive| !path.exists() && archive.is_file()) {
        Some(archive) => (archive.to_owned(), true),
        None => (path.to_owned(), false),
    }
}

/// What a piece of the file has to say.
struct Piece {
    /// Its games and lines.
    extent: Start,
    /// The drawing, or why there is none; `None` where the game is not in this piece.
    answer: Option<Result<Shown, String>>,
}

/// A drawing and what is said beside it.
struct Shown {
    /// Who played, on which board, with which result; free of control characters, as are the others.
    head: Vec<String>,
    /// What the drawing shows.
    caption: String,
    diagram: Diagram,
    /// Further positions with their captions: the one that comes back, the one after an error.
    more: Vec<(String, Diagram)>,
    /// The position with a change that clears the error: what an SVG shows.
    change: Option<(String, Diagram)>,
    below: Vec<String>,
    findings: TextRows,
}

/// Looks for the game in a piece with so many games before it.
fn look(bytes: &[u8], args: &ShowArgs, before: u32) -> Piece {
    let mut piece = Piece { extent: Start::default(), answer: None };
    let branches = if args.variation.is_some() || args.variations { Branches::All } else { Branches::Main };
    let options = Options { branches, causes: args.cause, replay: args.options() };
    Auditor::default().audit(bytes, options, |found, lines| match found {
        Found::Game(game) => {
            piece.extent.games += 1;
            if before + piece.extent.games == args.game {
                let place = |finding: &Finding| {
                    let position = lines.clone().position(finding.at as usize);
                    let game = Some(piece.extent.games);
                    Place { game, line: position.line as u64, column: position.column as u64 }
                };
                piece.answer = Some(show(&game, args, place));
            }
        }
        Found::Rest { text, .. } => {
            let end = lines.position(text.len());
            (piece.extent.lines, piece.extent.columns) = (end.line as u64 - 1, end.column as u64 - 1);
        }
    });
    piece
}

fn show(game: &Audited<'_>, args: &ShowArgs, place: impl Fn(&Finding) -> Place) -> Result<Shown, String> {
    let record = game.record;
    let (true, Some(size)) = (record.is_go, record.size) else {
        let why = if record.is_go { "its board size cannot be read" } else { "it is not a game of Go" };
        return Err(format!("game {} cannot be drawn: {why}", args.game));
    };
    let (mut way, mut turn) = (args.variation.clone().unwrap_or_default().0, args.turn);
    if let Some(choice) = &args.finding {
        let finding = choose(choice, game.findings)?;
        turn = finding.turn;
        way = read_way(&finding.variation)?.0;
    }
    if args.cause {
        turn = Some(game.replay.first_illegal.ok_or("the main line has no error of the rules")?);
    }
    let rules = Rules { ko: game.options.ko };
    let Some(moment) = Moment::of(record, rules, &way, turn, args.numbers) else {
        return Err(match (Moment::of(record, rules, &way, None, 0), turn) {
            (Some(line), Some(turn)) => format!("there is no move {turn}: that line of play has {}", line.turns),
            _ => "there is no such variation".to_owned(),
        });
    };
    let mut shown = Shown {
        head: head(record, size),
        caption: caption(&moment, size),
        more: Vec::from_iter(moment.repeats().and_then(|repetition| {
            let earlier = Moment::of(record, rules, &way, Some(repetition.earlier), 0)?;
            let caption = format!("The position {}, which comes back", repetition.earlier_in_words());
            Some((caption, Diagram { mark: None, ..earlier.diagram }))
        })),
        change: None,
        below: below(&moment, size, args.numbers),
        findings: TextRows::default(),
        diagram: moment.diagram.clone(),
    };
    if args.cause {
        cause(game, &moment, args.numbers, &mut shown);
    }
    let mut findings = game.findings.to_vec();
    if args.count {
        count(game, args.options().rules, &mut shown, &mut findings)?;
    }
    findings.sort_by_key(|finding| finding.at);
    let is_here = |finding: &&Finding| {
        finding.turn == Some(moment.turn) && read_way(&finding.variation).is_ok_and(|other| other.0 == way)
    };
    for finding in findings.iter().filter(is_here) {
        shown.findings.push(place(finding), finding, None);
    }
    let others = findings.len() - findings.iter().filter(is_here).count();
    if others > 0 {
        shown.below.push(format!("Findings of the game at other places: {others}; `sgfkit audit` lists them"));
    }
    Ok(shown)
}

/// The finding to be shown: the first of the kind that was asked for, else the first of the worst.
fn choose<'f>(choice: &FindingChoice, findings: &'f [Finding]) -> Result<&'f Finding, String> {
    let on_board = || findings.iter().filter(|finding| finding.turn.is_some());
    match choice {
        FindingChoice::Worst => {
            // The first of equals, where `max_by_key` has the last.
            on_board()
                .rev()
                .max_by_key(|finding| finding.severity)
                .ok_or_else(|| "the game has no finding; --count shows how its result counts".to_owned())
        }
        FindingChoice::Code(code) => on_board()
            .find(|finding| finding.code == *code)
            .ok_or_else(|| format!("the game has no finding {code} (what counting finds, --count shows)")),
    }
}

/// The numbers of the children to take, as `findings.csv` writes them: `2.1`.
pub(super) fn read_way(text: &str) -> Result<Way, String> {
    if text.is_empty() {
        return Ok(Way::default());
    }
    let numbers = text.split('.').map(|number| number.parse::<u32>().ok().filter(|&number| number > 0));
    numbers
        .collect::<Option<Vec<u32>>>()
        .map(Way)
        .ok_or_else(|| "a variation is named by the children taken, such as 2 or 1.3, as in findings.csv".to_owned())
}

/// A line of play, by the child taken at each branching node.
#[derive(Clone, Debug, Default)]
pub(super) struct Way(pub(super) Vec<u32>);

/// Reads `--finding`.
pub(super) fn read_finding(word: &str) -> Result<FindingChoice, UnknownCode> {
    if word.is_empty() {
        return Ok(FindingChoice::Worst);
    }
    Code::find(word).map(FindingChoice::Code).ok_or_else(|| UnknownCode::new(word))
}

fn head(record: &Record<'_>, size: Size) -> Vec<String> {
    let header = &record.header;
    let player = |name: &str, rank: &str, side| {
        let (name, rank) = (short(name, LONGEST), short(rank, LONGEST));
        let name = if name.is_empty() { side } else { name };
        if rank.is_empty() { name } else { format!("{name} {rank}") }
    };
    let black = player(&header.black, &header.black_rank, "Black".to_owned());
    let white = player(&header.white, &header.white_rank, "White".to_owned());
    let result = match short(&header.result, LONGEST) {
        result if result.is_empty() => "no result".to_owned(),
        result => format!("result {result}"),
    };
    let komi = match record.komi.value {
        Some(komi) => format!("komi {} points ({} zi)", komi.points(), komi.zi()),
        None => "komi unknown".to_owned(),
    };
    let mut head = vec![format!("● {black} against ○ {white}"), format!("{size}, {komi}, {result}")];
    if let Some(handicap) = record.handicap.filter(|&stones| stones > 1) {
        let _ = write!(head[1], ", handicap {handicap}");
    }
    let event = [&header.date, &header.event, &header.place].map(|text| short(text, LONGEST));
    let event: Vec<&str> = event.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    if !event.is_empty() {
        head.push(event.join(", "));
    }
    head
}

/// A point as players name it and as SGF writes it.
fn both_names(point: Point, size: Size) -> String {
    format!("{} ({point})", point_name(point, size))
}

fn caption(moment: &Moment, size: Size) -> String {
    let Some((colour, play)) = moment.played else {
        return format!("Before the first of {} moves", moment.turns);
    };
    let what = match play {
        Play::Stone(point) => both_names(point, size),
        Play::Pass => "passes".to_owned(),
        Play::Off(point) => format!("plays off the board ({point})"),
        Play::Unreadable(_) => "plays what is no point".to_owned(),
    };
    let (turn, turns) = (moment.turn, moment.turns);
    if moment.is_before() {
        format!("Before move {turn} of {turns}, which the rules forbid: {colour} {what}")
    } else {
        format!("After move {turn} of {turns}: {colour} {what}")
    }
}

fn below(moment: &Moment, size: Size, numbered: u32) -> Vec<String> {
    let [black, white] = moment.captures;
    let mut lines = vec![format!("Stones taken: {black} by Black, {white} by White")];
    if numbered > 0 && !moment.recent.is_empty() {
        let turns: Vec<String> = moment
            .recent
            .iter()
            .map(|&(turn, colour, point)| format!("{turn} {} {}", colour.letter(), both_names(point, size)))
            .collect();
        lines.push(format!("Last stones: {}", turns.join(", ")));
    }
    lines
}

/// The first error from both sides, its cause, and the board with the likeliest change.
fn cause(game: &Audited<'_>, moment: &Moment, numbered: u32, shown: &mut Shown) {
    let turn = moment.turn;
    let line = Line::around(game.record, turn);
    if moment.is_before() {
        let after = line.as_ref().map(|line| draw::after(line, turn));
        shown.more.extend(after.map(|after| (format!("After move {turn}, as the record has it"), after)));
    } else if let Some(before) = Moment::of(game.record, moment.rules, &[], Some(turn - 1), numbered) {
        // Drawn in the order of the game: what comes first is shown first.
        let at = (std::mem::take(&mut shown.caption), std::mem::replace(&mut shown.diagram, before.diagram));
        shown.caption = format!("Before move {turn} of {}", moment.turns);
        shown.more.insert(0, at);
    }
    let Some(cause) = &game.cause else { return };
    let (name, meaning) = (cause.kind.name(), cause.kind.meaning());
    shown.below.push(format!("Cause: {name}, {meaning}"));
    shown.below.push(format!("  {}", short(&cause.detail, LONGEST_SENTENCE)));
    let Some(edit) = cause.candidates.first() else { return };
    let certain = if cause.kind.is_verdict() && cause.candidates.len() == 1 { "The change" } else { "A change" };
    if let Some(line) = &line {
        let (_, changed) = draw::with_change(line, edit, turn);
        shown.change = Some((format!("{certain} that leaves no error: {edit}"), changed));
    }
    if cause.candidates.len() > 1 {
        let others: Vec<String> = cause.candidates.iter().skip(1).map(|edit| edit.to_string()).collect();
        shown.below.push(format!("Other changes that leave no error: {}", others.join("; ")));
    }
}

/// Counts the game as it ended and marks what is dead and what belongs to whom.
fn count(game: &Audited<'_>, rules: RulesChoice, shown: &mut Shown, findings: &mut Vec<Finding>) -> Result<(), String> {
    let mut rescorer = Rescorer::default();
    let settings = Settings { all: true, rules, ..Settings::default() };
    let score = rescorer.rescore(game, &settings, findings).map_err(|reason| format!("not counted: {reason}"))?;
    let (board, dead) = rescorer.life_and_death(game, &settings)?;
    let owned = Ownership::of(&board, &dead);
    let mark = shown.diagram.mark.take();
    let counted = Diagram::of(&board);
    shown.diagram.stones = counted.stones;
    (shown.diagram.dead, shown.diagram.area) = (dead, owned.points);
    let is_there = |&(point, _): &(Point, u32)| counted.stone(point).is_some();
    shown.diagram.numbers.retain(is_there);
    shown.diagram.mark = mark.filter(|mark| counted.stone(mark.point).is_some());
    let count = &score.count;
    let [black, white] = [Colour::Black, Colour::White].map(|colour| owned.area_of(colour).len());
    shown.below.push(format!(
        "Count: Black {} zi and White {} zi, neutral points halved ({black} and {white}, {} shared); dead stones by {}",
        count.black.zi(),
        count.white.zi(),
        owned.shared.len(),
        score.method.name()
    ));
    if let Some(margin) = score.margin() {
        let result = format!("{} {}", margin.result(), margin.result_zh());
        let verdict = score.verdict.map_or("not-comparable", |verdict| verdict.name());
        let terms = if rules.is_ancient(game.record.ruleset) { "By the ancient rules" } else { "Under 3¾ zi" };
        shown.below.push(format!("{terms}: {result}; recorded result: {verdict}"));
    }
    Ok(())
}

fn print(name: &str, start: Start, shown: &Shown, characters: text::Characters) -> Result<(), Failure> {
    let mut out = String::new();
    for line in &shown.head {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "{}\n\n{}", shown.caption, text::text(&shown.diagram, characters));
    for (caption, diagram) in shown.more.iter().chain(&shown.change) {
        let _ = writeln!(out, "{caption}:\n\n{}", text::text(diagram, characters));
    }
    for line in &shown.below {
        let _ = writeln!(out, "{line}");
    }
    if characters == text::Characters::Ascii {
        out = out.replace('●', "X").replace('○', "O");
    }
    let mut out = out.into_bytes();
    shown.findings.write(name, start, &mut out);
    anstream::stdout().write_all(&out)?;
    Ok(())
}

fn write_svg(path: &Path, shown: &Shown) -> Result<(), Failure> {
    let (caption, diagram) = match &shown.change {
        Some((caption, diagram)) => (caption, diagram),
        None => (&shown.caption, &shown.diagram),
    };
    let title = format!("{}: {caption}", shown.head[0]);
    let description = [&shown.head[1..], &shown.below[..]].concat().join(". ");
    let drawn = svg::file(diagram, &title, &description);
    if path == Path::new(archive::STDIN) {
        std::io::stdout().write_all(drawn.as_bytes())?;
        return Ok(());
    }
    let name = archive::display_name(path);
    std::fs::write(path, drawn).map_err(|error| format!("cannot write {name}: {error}"))?;
    say(&format!("{name} shows: {caption}\n"));
    Ok(())
}

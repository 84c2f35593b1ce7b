//! Clocks: what `BL`, `WL`, `OB` and `OW` say, against each other and against `TM`, `OT` and `RE`.
//!
//! Only what cannot be so is found. Where `OT` is in words that we do not know, its periods are not judged.

use crate::finding::{Code, Finding};
use crate::go::Colour;
use crate::record::{Record, ResultKind, Source, Winner};
use crate::sgf::reader::excerpt;
use crate::sgf::{Game, Ident, Property, value};

/// Milliseconds.
type Time = i64;

/// Clocks are written to the second, and a server's own may be off by one.
const TOLERANCE: Time = 1000;

/// Who has more than this left is not about to come into an overtime that the record does not tell.
const LITTLE: Time = 60_000;

/// What follows when the main time is used up (`OT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: who oversteps the main time loses (包干用时制, article 12).
    Absolute,
    /// Nothing is said. There may be an overtime that the record does not tell, as in those of IGS.
    Untold,
    /// Byo-yomi (读秒): so many periods, of which a move within one costs nothing.
    Periods {
        /// Periods.
        count: u32,
        /// Milliseconds of each.
        length: i64,
    },
    /// Canadian time (定时限步制): so many moves in a time, again and again.
    Moves {
        /// Moves.
        count: u32,
        /// Milliseconds for them.
        length: i64,
    },
    /// Something is added after each move.
    Increment,
    /// Words that we do not know.
    Unknown,
}

impl Overtime {
    /// Reads `OT`: `5x30 byo-yomi`, `25/300 Canadian`, `1 moves / 30 sec`, `86400 fischer`, Fox's `30/3`.
    ///
    /// ```
    /// use sgfkit::clock::Overtime;
    ///
    /// assert_eq!(Overtime::read("5x30 byo-yomi"), Overtime::Periods { count: 5, length: 30_000 });
    /// assert_eq!(Overtime::read("25/300 Canadian"), Overtime::Moves { count: 25, length: 300_000 });
    /// assert_eq!(Overtime::read(""), Overtime::Untold);
    /// ```
    pub fn read(text: &str) -> Overtime {
        let text = text.trim().to_ascii_lowercase();
        if text.is_empty() {
            return Overtime::Untold;
        }
        if matches!(text.as_str(), "none" | "no" | "absolute") {
            return Overtime::Absolute;
        }
        if ["fischer", "increment", "bronstein"].iter().any(|word| text.contains(word)) {
            return Overtime::Increment;
        }
        let two = |separator: char| -> Option<(u32, Time)> {
            let (first, second) = text.split_once(separator)?;
            let first = first.trim().trim_end_matches("moves").trim_end_matches("move").trim();
            let is_other = |c: char| !c.is_ascii_digit() && c != '.';
            let second = second.trim_start_matches(is_other);
            let (number, unit) = second.split_at(second.find(is_other).unwrap_or(second.len()));
            let seconds = if unit.trim_start().starts_with(['m', '分', '\'']) { 60 } else { 1 };
            Some((first.parse().ok()?, time(number)?.saturating_mul(seconds)))
        };
        match (two('x').or_else(|| two('×')), two('/')) {
            (Some((count, length)), _) => Overtime::Periods { count, length },
            // Nobody gives less than a second a move: Fox writes the seconds first, `30/3` is three times thirty.
            (None, Some((seconds, times))) if times < Time::from(seconds) * 1000 && !text.contains("canad") => {
                Overtime::Periods { count: (times / 1000) as u32, length: Time::from(seconds) * 1000 }
            }
            (None, Some((count, length))) => Overtime::Moves { count, length },
            (None, None) => Overtime::Unknown,
        }
    }

    /// The most that a clock shows in overtime where it does not tell periods: all of them together.
    fn whole(self) -> Option<Time> {
        match self {
            Overtime::Absolute | Overtime::Untold => Some(0),
            Overtime::Periods { count, length } => Some(length.saturating_mul(count.into())),
            Overtime::Moves { length, .. } => Some(length),
            Overtime::Increment | Overtime::Unknown => None,
        }
    }
}

/// Reads seconds, with or without a fraction. Nothing of a clock in a game is longer than some years.
fn time(text: &str) -> Option<Time> {
    let text = text.trim();
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 10 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(sign * (whole.parse::<Time>().ok()? * 1000 + thousandths.parse::<Time>().ok()?))
}

/// What a clock shows.
#[derive(Clone, Copy, Debug)]
struct Shown {
    left: Time,
    /// Whether the value has hundredths, so that nothing was rounded away.
    exact: bool,
    /// `OB` or `OW`: periods left, or moves left in the period.
    periods: Option<u32>,
    turn: u32,
}

/// One side's clock on its way through the game.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    last: Option<Shown>,
    /// Whether its flag has fallen, and has been reported.
    fallen: bool,
    /// Findings that were made, and how many more of their kind there were: growing, against `OT`, unreadable.
    made: [Option<(usize, u32)>; 3],
}

/// Judges the clocks of the main line. To be called where [`Record::clocks`] says that there are any.
pub fn judge(game: Game<'_>, record: &Record<'_>, findings: &mut Vec<Finding>) {
    let mut judge = Judge {
        game,
        overtime: match Overtime::read(&record.header.overtime) {
            // There it is Canadian time, and begins anew whatever is left.
            Overtime::Untold if record.source == Some(Source::Igs) => Overtime::Unknown,
            overtime => overtime,
        },
        main: time(&record.header.time),
        clocks: [Clock::default(); 2],
        findings,
    };
    let (mut turn, mut last_mover) = (0, None);
    for node in game.main_line() {
        let properties = game.properties(node);
        for property in properties {
            let Some(colour) = property.ident.side() else { continue };
            turn += 1;
            last_mover = Some(colour);
            judge.moves(colour, turn, property.at);
        }
        for property in properties {
            match property.ident {
                Ident::BL => judge.shows(Colour::Black, property, properties, turn),
                Ident::WL => judge.shows(Colour::White, property, properties, turn),
                _ => {}
            }
        }
    }
    judge.ends(record, last_mover, turn);
    let Judge { clocks, findings, .. } = judge;
    for (at, more) in clocks.iter().flat_map(|clock| clock.made).flatten().filter(|made| made.1 > 0) {
        if let Some(finding) = findings.get_mut(at) {
            finding.detail.push_str(&format!("; and {more} times more"));
        }
    }
}

struct Judge<'j, 'a> {
    game: Game<'a>,
    overtime: Overtime,
    /// `TM`.
    main: Option<Time>,
    clocks: [Clock; 2],
    findings: &'j mut Vec<Finding>,
}

/// The kinds of which only the first one of a side is reported.
const GROWS: usize = 0;
const AGAINST: usize = 1;
const UNREADABLE: usize = 2;

impl Judge<'_, '_> {
    /// A side moves: its flag must not have fallen.
    fn moves(&mut self, colour: Colour, turn: u32, at: u32) {
        let overtime = self.overtime;
        let clock = &mut self.clocks[colour.index()];
        let Some(shown) = clock.last else { return };
        let over = shown.left < 0 || (shown.left == 0 && shown.exact);
        let no_more =
            matches!(shown.periods, None | Some(0)) && matches!(overtime, Overtime::Absolute | Overtime::Untold);
        if over && no_more && !clock.fallen {
            clock.fallen = true;
            let detail =
                format!("{colour} had {} left after move {}, and moves again", seconds(shown.left), shown.turn);
            self.findings.push(Finding::new(Code::MoveAfterFlag, at, detail).on_turn(turn, Some(colour)));
        }
    }

    /// A clock is read.
    fn shows(&mut self, colour: Colour, property: &Property, node: &[Property], turn: u32) {
        let text = value::text(self.game.value(property));
        let Some(left) = time(&text) else {
            let detail = format!("{} {} is no number of seconds", property.ident, excerpt(&text));
            return self.once(UNREADABLE, Code::ClockUnreadable, colour, turn, property.at, detail);
        };
        let ident = if colour == Colour::Black { Ident::OB } else { Ident::OW };
        let beside = node.iter().find(|other| other.ident == ident);
        let written = beside.map(|other| value::text(self.game.value(other)));
        let periods = written.as_ref().and_then(|text| text.trim().parse().ok());
        if let (Some(other), Some(text), None) = (beside, written, periods) {
            let detail = format!("{ident} {} is no number of periods or moves", excerpt(&text));
            return self.once(UNREADABLE, Code::ClockUnreadable, colour, turn, other.at, detail);
        }
        let exact = text.trim().split_once('.').is_some_and(|(_, digits)| digits.len() > 1);
        let shown = Shown { left, exact, periods, turn };
        let before = self.clocks[colour.index()].last.replace(shown);
        if let Some(detail) = self.grown(colour, before, shown) {
            self.once(GROWS, Code::ClockGrows, colour, turn, property.at, detail);
        } else if let Some(detail) = self.against(before, shown) {
            self.once(AGAINST, Code::ClockAgainstTerms, colour, turn, property.at, detail);
        }
    }

    /// More time than before, or more periods, where nothing gives any.
    fn grown(&self, colour: Colour, before: Option<Shown>, now: Shown) -> Option<String> {
        let before = before?;
        let grows = now.left > before.left + TOLERANCE;
        let wrong = match (before.periods, now.periods, self.overtime) {
            (.., Overtime::Increment | Overtime::Unknown) => false,
            // Who had so little may have come into an overtime.
            (.., Overtime::Untold) => grows && before.left > LITTLE,
            (None, None, overtime) => grows && overtime.whole().is_some_and(|whole| now.left > whole + TOLERANCE),
            // Into overtime.
            (None, Some(_), _) => false,
            (Some(old), Some(new), Overtime::Periods { .. }) => new > old,
            (Some(old), Some(new), Overtime::Moves { .. }) => new < old && grows,
            (Some(_), Some(_), Overtime::Absolute) => false,
            (Some(_), None, _) => grows && self.overtime.whole().is_some_and(|whole| now.left > whole + TOLERANCE),
        };
        let shown = |shown: Shown| match shown.periods {
            Some(periods) => format!("{} ({periods})", seconds(shown.left)),
            None => seconds(shown.left),
        };
        wrong.then(|| format!("{colour} had {} after move {}, and now {}", shown(before), before.turn, shown(now)))
    }

    /// Something that `TM` and `OT` do not give.
    fn against(&self, before: Option<Shown>, now: Shown) -> Option<String> {
        match (now.periods, self.overtime) {
            (Some(periods), Overtime::Periods { count, .. }) if periods > count => {
                Some(format!("{periods} periods are left, and OT gives {count}"))
            }
            // All periods may be told while the main time is running.
            (Some(periods), Overtime::Periods { count, length })
                if now.left > length + TOLERANCE
                    && (periods < count || self.main.is_none_or(|main| now.left > main + TOLERANCE)) =>
            {
                Some(format!("{} are left of a period, and OT gives {}", seconds(now.left), seconds(length)))
            }
            (Some(periods), Overtime::Moves { count, .. }) if periods > count => {
                Some(format!("{periods} moves are left of a period, and OT gives {count}"))
            }
            (None, Overtime::Increment | Overtime::Unknown) => None,
            (None, overtime) if before.is_none() => {
                // Older records of KGS show the main time and all periods in one sum.
                let most = self.main?.saturating_add(overtime.whole()?);
                (now.left > most + TOLERANCE)
                    .then(|| format!("{} are left at first, and TM gives {}", seconds(now.left), seconds(most)))
            }
            _ => None,
        }
    }

    /// The result is a loss on time: was the clock of the loser running?
    fn ends(&mut self, record: &Record<'_>, last_mover: Option<Colour>, turn: u32) {
        let loser = match record.result.winner {
            Some(Winner::Black) => Colour::White,
            Some(Winner::White) => Colour::Black,
            _ => return,
        };
        if record.result.kind != ResultKind::Time || last_mover != Some(loser) {
            return;
        }
        let Some(shown) = self.clocks[loser.index()].last.filter(|shown| shown.turn == turn && shown.left > 0) else {
            return;
        };
        let detail = format!("{loser} is to have lost on time, but has just moved, with {} left", seconds(shown.left));
        self.findings.push(Finding::new(Code::TimeLoserHadTime, record.places.result, detail).on_turn(0, None));
    }

    /// Reports the first of a kind and counts the others: one wrong `OT` makes every move wrong.
    fn once(&mut self, kind: usize, code: Code, colour: Colour, turn: u32, at: u32, detail: String) {
        match &mut self.clocks[colour.index()].made[kind] {
            Some((_, more)) => *more += 1,
            made => {
                *made = Some((self.findings.len(), 0));
                self.findings.push(Finding::new(code, at, detail).on_turn(turn, Some(colour)));
            }
        }
    }
}

/// A time as records write it: `12.5 s`.
fn seconds(time: Time) -> String {
    let sign = if time < 0 { "-" } else { "" };
    let (whole, rest) = (time.unsigned_abs() / 1000, time.unsigned_abs() % 1000);
    let fraction = format!("{rest:03}");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole} s"),
        fraction => format!("{sign}{whole}.{fraction} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the findings about clocks, with their turns.
    #[track_caller]
    fn check(record: &str, expected: &[(&str, u32)]) {
        let findings = crate::audit_bytes(record.as_bytes());
        let clocks = findings.iter().filter(|finding| finding.code.code().starts_with('K'));
        let found: Vec<_> = clocks.map(|finding| (finding.code.name(), finding.turn.unwrap_or(0))).collect();
        assert_eq!(found, expected, "{record}");
    }

    #[test]
    fn overtime_in_words() {
        let check = |text, expected| assert_eq!(Overtime::read(text), expected, "{text}");
        check("3x60 byo-yomi", Overtime::Periods { count: 3, length: 60_000 });
        check("3 x 60 sec", Overtime::Periods { count: 3, length: 60_000 });
        check("10/30 Canadian", Overtime::Moves { count: 10, length: 30_000 });
        check("1 moves / 30 sec", Overtime::Moves { count: 1, length: 30_000 });
        check("86400 fischer", Overtime::Increment);
        check("None", Overtime::Absolute);
        check("読秒", Overtime::Unknown);
        check("5 min", Overtime::Unknown);
        check("2x1 min", Overtime::Periods { count: 2, length: 60_000 });
        check("15 moves / 10 minutes", Overtime::Moves { count: 15, length: 600_000 });
        check("10/300", Overtime::Moves { count: 10, length: 300_000 });
        check("30/3", Overtime::Periods { count: 3, length: 30_000 });
        check("fischer 30", Overtime::Increment);
    }

    #[test]
    fn times() {
        let check = |text, expected| assert_eq!(time(text), expected, "{text}");
        check("1280.503", Some(1_280_503));
        check(" 60 ", Some(60_000));
        check("-0.5", Some(-500));
        check("1.0000001", Some(1000));
        for text in ["", "-", "1:30", "1e3", ".5", "99999999999", "five"] {
            check(text, None);
        }
        assert_eq!([seconds(1500), seconds(-250), seconds(60_000)], ["1.5 s", "-0.25 s", "60 s"]);
    }

    #[test]
    fn absolute_time() {
        check("(;SZ[9]TM[60];B[aa]BL[50];W[bb]WL[60];B[cc]BL[50.9];W[dd]WL[3.5])", &[]);
        check("(;SZ[9]TM[60]OT[none];B[aa]BL[50];W[bb]WL[50];B[cc]BL[55];W[dd]WL[40])", &[("clock-grows", 3)]);
        check("(;SZ[9]TM[600];B[aa]BL[500];W[bb]WL[50];B[cc]BL[550];W[dd]WL[600])", &[("clock-grows", 3)]);
        check("(;SZ[9]TM[60];B[aa]BL[90])", &[("clock-against-terms", 1)]);
        check("(;SZ[9]TM[60];B[aa]BL[-1];W[bb];B[cc]BL[-3];W[dd])", &[("move-after-flag", 3)]);
        // Rounded to the second there may be some left, and nobody has moved again.
        check("(;SZ[9]TM[60];B[aa]BL[0];W[bb];B[cc]BL[0];W[dd]WL[-1])", &[]);
        check("(;SZ[9]TM[60];B[aa]BL[0.0 ];W[bb];B[cc])", &[]);
        check("(;SZ[9]TM[60];B[aa]BL[ 0.00 ];W[bb];B[cc])", &[("move-after-flag", 3)]);
        check("(;SZ[9]TM[60]OT[30 fischer];B[aa]BL[50];W[bb];B[cc]BL[75])", &[]);
        check("(;SZ[9]TM[60];B[aa]BL[1:00];W[bb]WL[x])", &[("clock-unreadable", 1), ("clock-unreadable", 2)]);
    }

    #[test]
    fn byo_yomi() {
        let head = "(;SZ[9]TM[10]OT[3x30 byo-yomi]";
        let check = |moves: &str, expected: &[(&str, u32)]| check(&format!("{head}{moves})"), expected);
        check(";B[aa]BL[5];W[bb];B[cc]BL[28]OB[3];W[dd];B[ee]BL[30]OB[3];W[ff];B[gg]BL[12]OB[1]", &[]);
        // Older records have the periods in one sum.
        check(";B[aa]BL[5];W[bb];B[cc]BL[90];W[dd];B[ee]BL[90]", &[]);
        check(";B[aa]BL[5]OB[2];W[bb];B[cc]BL[28]OB[3]", &[("clock-grows", 3)]);
        check(";B[aa]BL[5]OB[4]", &[("clock-against-terms", 1)]);
        // With an unreadable OB it is not known what BL is about.
        check(";B[aa]BL[5];W[bb];B[cc]BL[95]OB[x];W[dd];B[ee]BL[30]OB[]", &[("clock-unreadable", 3)]);
        check(";B[aa]BL[35]OB[3]", &[("clock-against-terms", 1)]);
        check(";B[aa]BL[5];W[bb];B[cc]BL[95]", &[("clock-grows", 3)]);
    }

    #[test]
    fn moves_in_a_time() {
        let head = "(;SZ[9]TM[10]OT[5/60 Canadian]";
        let check = |moves: &str, expected: &[(&str, u32)]| check(&format!("{head}{moves})"), expected);
        check(";B[aa]BL[5];W[bb];B[cc]BL[50]OB[4];W[dd];B[ee]BL[20]OB[1];W[ff];B[gg]BL[58]OB[5]", &[]);
        // What is left over carries into the next period.
        check(";B[aa]BL[40]OB[1];W[bb];B[cc]BL[95]OB[5]", &[]);
        check(";B[aa]BL[40]OB[3];W[bb];B[cc]BL[50]OB[2]", &[("clock-grows", 3)]);
        check(";B[aa]BL[40]OB[7]", &[("clock-against-terms", 1)]);
    }

    #[test]
    fn a_loss_on_time() {
        check("(;SZ[9]TM[60]RE[W+T];B[aa]BL[50];W[bb]WL[60])", &[]);
        check("(;SZ[9]TM[60]RE[W+T];B[aa]BL[50])", &[("time-loser-had-time", 0)]);
        check("(;SZ[9]TM[60]RE[W+T];B[aa]BL[-1])", &[]);
        check("(;SZ[9]TM[60]RE[W+R];B[aa]BL[50])", &[]);
        check("(;SZ[9]TM[60]RE[W+T];B[aa])", &[]);
    }

    #[test]
    fn servers_have_their_dialects() {
        let kgs = "(;SZ[9]PC[The KGS Go Server at http://www.gokgs.com/]";
        let ogs = "(;SZ[9]PC[OGS: https://online-go.com/game/1]";
        let igs = "(;SZ[9]US[Brought to you by IGS PANDANET]PC[IGS:  igs.joyjoy.net 6969]";
        let cgos = "(;SZ[9]PC[CGOS: Computer Go Server]BL[300.000]WL[300.000]";
        let check = |head: &str, rest: &str, expected: &[(&str, u32)]| check(&format!("{head}{rest})"), expected);
        let (grows, against) = ("clock-grows", "clock-against-terms");
        let (flag, unreadable, had_time) = ("move-after-flag", "clock-unreadable", "time-loser-had-time");
        // KGS, byo-yomi: the main time, then a period and how many are left.
        let byo_yomi = "TM[60]OT[5x30 byo-yomi]RE[W+Time]";
        let overtime = ";B[aa]BL[3.1];W[bb]WL[58];B[cc]BL[30]OB[5];W[dd]WL[57.5];B[ee]BL[30]OB[3];W[ff]WL[56]";
        check(kgs, &format!("{byo_yomi}{overtime}"), &[]);
        check(kgs, &format!("{byo_yomi}{overtime};B[gg]BL[30]OB[4]"), &[(had_time, 0), (grows, 7)]);
        check(kgs, &format!("{byo_yomi}{overtime};B[gg]BL[40]OB[2];W[hh]"), &[(against, 7)]);
        check(kgs, &format!("{byo_yomi}{overtime};B[gg]BL[]OB[2];W[hh]"), &[(unreadable, 7)]);
        // As of 2004 in one sum.
        let sum = "TM[420]OT[5x30 byo-yomi]";
        check(kgs, &format!("{sum};B[aa]BL[558.471];W[bb]WL[568.010]"), &[]);
        check(kgs, &format!("{sum};B[aa]BL[578.471];W[bb]WL[568.010]"), &[(against, 1)]);
        // Canadian: moves left in the period.
        let canadian = "TM[60]OT[3/90 Canadian]";
        let overtime = ";B[aa]BL[2];W[bb];B[cc]BL[80]OB[2];W[dd];B[ee]BL[50.5]OB[1];W[ff];B[gg]BL[90]OB[3]";
        check(kgs, &format!("{canadian}{overtime};W[hh]"), &[]);
        check(kgs, &format!("{canadian}{overtime};W[hh];B[ii]BL[95]OB[2]"), &[(grows, 9)]);
        check(kgs, &format!("{canadian}{overtime};W[hh];B[ii]BL[85]OB[4]"), &[(against, 9)]);
        // Absolute.
        check(kgs, "TM[60]OT[none];B[aa]BL[2];W[bb]WL[50];B[cc]BL[0.2];W[dd]WL[40]", &[]);
        check(kgs, "TM[60]OT[none];B[aa]BL[-0.2];W[bb]WL[50];B[cc]BL[-3];W[dd]WL[40]", &[(flag, 3)]);
        // OGS: a decimal; an increment adds to what is left; periods may be told from the first move on.
        check(ogs, "TM[60]OT[30 fischer]RE[W+T];B[aa]BL[85.5];W[bb]WL[60.2];B[cc]BL[99];W[dd]WL[88]", &[]);
        check(ogs, "TM[60]OT[30 fischer]RE[W+T];B[aa]BL[85.5];W[bb]WL[60.2];B[cc]BL[99]", &[(had_time, 0)]);
        let told = "TM[600]OT[3x20 byo-yomi];B[aa]BL[590.5]OB[3];W[bb]WL[580.1]OW[3]";
        check(ogs, &format!("{told};B[cc]BL[18.3]OB[3];W[dd]WL[20]OW[2]"), &[]);
        check(ogs, &format!("{told};B[cc]BL[28.3]OB[2];W[dd]WL[620]OW[3]"), &[(against, 3), (against, 4)]);
        // IGS: whole seconds, no OT, and after its moves a period begins anew whatever is left.
        check(igs, "TM[60];B[aa]BL[45];W[bb]WL[56];B[cc]BL[461];W[dd]WL[484];B[ee]BL[598];W[ff]WL[592]", &[]);
        check(igs, "TM[60];B[aa]BL[45];W[bb]WL[five]", &[(unreadable, 2)]);
        check(igs, "TM[60]RE[W+T];B[aa]BL[45];W[bb]WL[56];B[cc]BL[461]", &[(had_time, 0)]);
        // CGOS: absolute, thousandths, in the root what both have at first.
        check(cgos, "TM[300];B[ee]BL[270.468];W[dc]WL[299.414];B[ff]BL[0.01];W[fc]WL[200.1]", &[]);
        check(cgos, "TM[300];B[ee]BL[270.468];W[dc]WL[299.414];B[ff]BL[299.903]", &[(grows, 3)]);
        check(cgos, "TM[300];B[ee]BL[0.000];W[dc]WL[299.414];B[ff]BL[-2.1];W[dd]", &[(flag, 3)]);
        check(cgos, "TM[300];B[ee]BL[310.468];W[dc]WL[299.414]", &[(grows, 1)]);
        check(cgos, "TM[300]RE[W+Time];B[ee]BL[7.468]", &[(had_time, 0)]);
        // Rounded to a tenth there may be some left.
        check(cgos, "TM[300];B[ee]BL[0.0];W[dc]WL[299.4];B[ff]BL[0.0];W[dd]", &[]);
    }

    #[test]
    fn the_others_are_counted() {
        let record = "(;SZ[9]TM[60]OT[1x9 b];B[aa]BL[5]OB[3];W[bb];B[cc]BL[4]OB[3];W[dd];B[ee]BL[4]OB[3])";
        let findings = crate::audit_bytes(record.as_bytes());
        assert_eq!(findings[0].detail, "3 periods are left, and OT gives 1; and 2 times more");
    }
}

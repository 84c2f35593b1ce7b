//! Totals of a run: what was read and what was found, added up piece by piece.

use super::cells::{Cells, index};
use super::columns::SCORES;
use crate::count::Verdict;
use crate::finding::{Code, Finding, Severity};
use crate::rescore::Score;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Totals. Adding them up in any order gives the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Files read, or tried.
    pub files: u64,
    /// Files that could not be read, or not to the end.
    pub unreadable_files: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Games.
    pub games: u64,
    /// Games that `--where` left out; they are in no other number but files and bytes.
    pub left_out: u64,
    /// Turns on the main lines, passes included.
    pub moves: u64,
    /// Games with a finding of severity error, and with one of the rules of play among them.
    pub games_with_errors: u64,
    /// Games with an error of the rules of play.
    pub illegal_games: u64,
    /// Games by what came of their count; all 0 where games are not counted.
    #[serde(default, skip_serializing_if = "Counted::is_nothing")]
    pub counted: Counted,
    /// Findings by severity, in the order of [`Severity::ALL`].
    #[serde(serialize_with = "by_severity", deserialize_with = "of_severities")]
    pub severities: [u64; Severity::ALL.len()],
    /// What was found at all, in the order of [`Code::ALL`]; see [`Tally::found`]. Most pieces are a small record, in
    /// which next to nothing is found.
    #[serde(serialize_with = "by_name", deserialize_with = "of_names")]
    pub(crate) findings: Vec<(Code, CodeCount)>,
}

/// Games by what came of their count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Counted.
    pub counted: u64,
    /// Not counted.
    pub not_counted: u64,
    /// The recorded result agrees.
    pub agrees: u64,
    /// It agrees with one group judged the other way.
    pub explained: u64,
    /// Another margin.
    pub margin_differs: u64,
    /// Another winner.
    pub winner_differs: u64,
    /// Rules, komi or result are unknown.
    pub not_comparable: u64,
    /// Games whose winner the chosen komi changes.
    pub winner_changed: u64,
    /// Games that an engine was asked about too.
    pub compared: u64,
    /// Those in which it finds the same dead stones.
    pub same_dead: u64,
    /// Those in which the recorded result agrees with our count.
    pub compared_agrees: u64,
    /// Those in which the recorded result agrees with the engine's count.
    pub engine_agrees: u64,
}

impl Counted {
    fn is_nothing(&self) -> bool {
        *self == Counted::default()
    }

    fn merge(&mut self, other: Counted) {
        self.counted += other.counted;
        self.not_counted += other.not_counted;
        self.agrees += other.agrees;
        self.explained += other.explained;
        self.margin_differs += other.margin_differs;
        self.winner_differs += other.winner_differs;
        self.not_comparable += other.not_comparable;
        self.winner_changed += other.winner_changed;
        self.compared += other.compared;
        self.same_dead += other.same_dead;
        self.compared_agrees += other.compared_agrees;
        self.engine_agrees += other.engine_agrees;
    }
}

/// How often something was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeCount {
    /// Findings.
    pub findings: u64,
    /// Findings that follow an earlier error of their game.
    pub following: u64,
    /// Games with at least one.
    pub games: u64,
    /// The worst severity that it had: with `--ko simple` a repetition is a warning only.
    #[serde(default)]
    pub severity: Severity,
}

/// A game's count, as far as totals need it: from the count, or from its row in the table of an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<'a> {
    verdict: &'a str,
    winner_changed: bool,
    /// Whether an engine that was asked too finds the same dead stones, and the verdict by its count.
    engine: Option<(bool, &'a str)>,
}

impl From<&Score> for Judged<'static> {
    fn from(score: &Score) -> Self {
        let name = |verdict: Option<Verdict>| verdict.map_or("not-comparable", |verdict| verdict.name());
        Judged {
            verdict: name(score.verdict),
            winner_changed: score.winner_changed() == Some(true),
            engine: score.engine.map(|engine| (engine.differing == 0, name(engine.verdict))),
        }
    }
}

impl Judged<'_> {
    /// From a row of `scores.csv`; `None` where the game was not counted.
    pub fn of_row(row: &Cells) -> Option<Judged<'_>> {
        let differing = row.get(index(&SCORES, "engine_differs"));
        (row.get(index(&SCORES, "status")) == "counted").then(|| Judged {
            verdict: row.get(index(&SCORES, "verdict")),
            winner_changed: row.get(index(&SCORES, "winner_changed")) == "true",
            engine: (!differing.is_empty()).then(|| (differing == "0", row.get(index(&SCORES, "engine_verdict")))),
        })
    }
}

impl Tally {
    /// Adds one game's findings, or those that belong to no game.
    pub fn add<'f>(&mut self, findings: impl Iterator<Item = &'f Finding>, is_game: bool) {
        let mut seen = [false; Code::ALL.len()];
        let mut error = false;
        for finding in findings {
            let code = finding.code as usize;
            let first = !std::mem::replace(&mut seen[code], true);
            let count = self.count_of(finding.code);
            count.findings += 1;
            count.following += u64::from(finding.following);
            count.games += u64::from(first && is_game);
            count.severity = count.severity.max(finding.severity);
            self.severities[finding.severity as usize] += 1;
            error |= finding.severity == Severity::Error;
        }
        self.games_with_errors += u64::from(error && is_game);
    }

    /// Adds what came of one game's count; `None` where it was not counted.
    pub fn count(&mut self, judged: Option<Judged<'_>>) {
        let counted = &mut self.counted;
        let Some(Judged { verdict, winner_changed, engine }) = judged else {
            counted.not_counted += 1;
            return;
        };
        counted.counted += 1;
        counted.winner_changed += u64::from(winner_changed);
        if let Some((same_dead, engine)) = engine {
            counted.compared += 1;
            counted.same_dead += u64::from(same_dead);
            counted.compared_agrees += u64::from(verdict == "agrees");
            counted.engine_agrees += u64::from(engine == "agrees");
        }
        *match verdict {
            "agrees" => &mut counted.agrees,
            "explained" => &mut counted.explained,
            "margin-differs" => &mut counted.margin_differs,
            "winner-differs" => &mut counted.winner_differs,
            _ => &mut counted.not_comparable,
        } += 1;
    }

    /// Adds what another part of the run came to.
    pub fn merge(&mut self, other: &Tally) {
        self.files += other.files;
        self.unreadable_files += other.unreadable_files;
        self.bytes += other.bytes;
        self.games += other.games;
        self.left_out += other.left_out;
        self.moves += other.moves;
        self.games_with_errors += other.games_with_errors;
        self.illegal_games += other.illegal_games;
        self.counted.merge(other.counted);
        for (sum, number) in self.severities.iter_mut().zip(other.severities) {
            *sum += number;
        }
        for &(code, count) in &other.findings {
            let sum = self.count_of(code);
            sum.findings += count.findings;
            sum.following += count.following;
            sum.games += count.games;
            sum.severity = sum.severity.max(count.severity);
        }
    }

    /// How often something was found.
    pub fn found(&self, code: Code) -> CodeCount {
        self.find(code).map_or_else(|_| CodeCount::default(), |index| self.findings[index].1)
    }

    /// The same, to be added to.
    pub fn count_of(&mut self, code: Code) -> &mut CodeCount {
        let index = self.find(code).unwrap_or_else(|index| {
            self.findings.insert(index, (code, CodeCount::default()));
            index
        });
        &mut self.findings[index].1
    }

    fn find(&self, code: Code) -> Result<usize, usize> {
        self.findings.binary_search_by_key(&(code as usize), |&(code, _)| code as usize)
    }

    /// The number of findings of a severity.
    pub fn of(&self, severity: Severity) -> u64 {
        self.severities[severity as usize]
    }

    /// The heaviest severity found.
    pub fn worst(&self) -> Option<Severity> {
        Severity::ALL.into_iter().rev().find(|&severity| self.of(severity) > 0)
    }
}

fn by_severity<S: Serializer>(severities: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Severity::ALL.iter().map(|severity| severity.name()).zip(severities))
}

fn by_name<S: Serializer>(findings: &[(Code, CodeCount)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(findings.iter().map(|(code, count)| (code.name(), count)))
}

fn of_severities<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u64; Severity::ALL.len()], D::Error> {
    let named = BTreeMap::<String, u64>::deserialize(deserializer)?;
    Ok(Severity::ALL.map(|severity| named.get(severity.name()).copied().unwrap_or_default()))
}

fn of_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Code, CodeCount)>, D::Error> {
    let named = BTreeMap::<String, CodeCount>::deserialize(deserializer)?.into_iter().map(|(name, count)| {
        let code = Code::find(&name).ok_or_else(|| serde::de::Error::custom(format!("no finding is called {name}")))?;
        Ok((code, count))
    });
    let mut counts: Vec<_> = named.collect::<Result<_, _>>()?;
    counts.sort_by_key(|&(code, _)| code as usize);
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_of_an_earlier_run_are_counted() {
        let row = |status: &str, verdict: &str, differs: &str, engine: &str| {
            let mut cells = Cells::default();
            cells.set(SCORES.columns.iter().map(|column| match column.name {
                "status" => status,
                "verdict" => verdict,
                "winner_changed" => "true",
                "engine_differs" => differs,
                "engine_verdict" => engine,
                _ => "",
            }));
            cells
        };
        let mut tally = Tally::default();
        for row in [
            row("not-counted", "", "", ""),
            row("counted", "agrees", "", ""),
            row("counted", "agrees", "0", "agrees"),
            row("counted", "explained", "3", "not-comparable"),
        ] {
            tally.count(Judged::of_row(&row));
        }
        let expected = Counted {
            counted: 3,
            not_counted: 1,
            agrees: 2,
            explained: 1,
            winner_changed: 3,
            compared: 2,
            same_dead: 1,
            compared_agrees: 1,
            engine_agrees: 1,
            ..Counted::default()
        };
        assert_eq!(tally.counted, expected);
    }

    #[test]
    fn totals_come_back_from_json_as_they_were() {
        let mut tally = Tally { files: 3, games: 2, ..Tally::default() };
        tally.counted.agrees = 1;
        tally.add([Finding::new(Code::Suicide, 0, ""), Finding::new(Code::KomiZero, 0, "")].iter(), true);
        let json = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), tally);
        assert_eq!(
            serde_json::from_str::<Tally>(&serde_json::to_string(&Tally::default()).unwrap()).unwrap(),
            Tally::default()
        );
    }

    /// A sum in which each number is one of these.
    fn any_tally() -> impl Strategy<Value = Tally> {
        let findings = prop::collection::vec((0..Code::ALL.len(), 1..1000u64), 0..9);
        (prop::array::uniform32(0..1_000_000u64), findings).prop_map(|(numbers, findings)| {
            let mut numbers = numbers.into_iter();
            let mut next = || numbers.next().unwrap();
            let mut tally = Tally {
                files: next(),
                unreadable_files: next(),
                bytes: next(),
                games: next(),
                left_out: next(),
                moves: next(),
                games_with_errors: next(),
                illegal_games: next(),
                counted: Counted {
                    counted: next(),
                    not_counted: next(),
                    agrees: next(),
                    explained: next(),
                    margin_differs: next(),
                    winner_differs: next(),
                    not_comparable: next(),
                    winner_changed: next(),
                    compared: next(),
                    same_dead: next(),
                    compared_agrees: next(),
                    engine_agrees: next(),
                },
                severities: std::array::from_fn(|_| next()),
                findings: Vec::new(),
            };
            for (code, number) in findings {
                *tally.count_of(Code::ALL[code]) = CodeCount {
                    findings: number,
                    following: number / 2,
                    games: number / 3,
                    severity: Severity::ALL[code % 3],
                };
            }
            tally
        })
    }

    /// What some games came to: the codes of the findings of each, and whether it is one.
    fn sum(games: &[(Vec<usize>, bool)]) -> Tally {
        let mut tally = Tally::default();
        for (codes, is_game) in games {
            let findings: Vec<_> = codes.iter().map(|&code| Finding::new(Code::ALL[code], 0, "")).collect();
            tally.add(findings.iter(), *is_game);
        }
        tally
    }

    fn merged<'a>(parts: impl IntoIterator<Item = &'a Tally>) -> Tally {
        parts.into_iter().fold(Tally::default(), |mut sum, part| {
            sum.merge(part);
            sum
        })
    }

    /// Every number in it, by its path; severities are none.
    fn numbers(value: &serde_json::Value, path: &str, found: &mut BTreeMap<String, u64>) {
        match value {
            serde_json::Value::Object(inner) => {
                inner.iter().for_each(|(name, value)| numbers(value, &format!("{path}/{name}"), found));
            }
            serde_json::Value::String(_) => {}
            number => *found.entry(path.to_owned()).or_default() += number.as_u64().unwrap(),
        }
    }

    proptest! {
        #[test]
        fn parts_merge_in_any_grouping_and_order(a in any_tally(), b in any_tally(), c in any_tally()) {
            let all = merged([&a, &b, &c]);
            prop_assert_eq!(&merged([&a, &merged([&b, &c])]), &all);
            prop_assert_eq!(&merged([&c, &a, &b]), &all);
            // No number is forgotten.
            let (mut sum, mut parts) = (BTreeMap::new(), BTreeMap::new());
            numbers(&serde_json::to_value(&all).unwrap(), "", &mut sum);
            [&a, &b, &c].iter().for_each(|part| numbers(&serde_json::to_value(part).unwrap(), "", &mut parts));
            prop_assert_eq!(sum, parts);
        }

        #[test]
        fn games_add_up_wherever_they_are_parted(
            games in prop::collection::vec((prop::collection::vec(0..Code::ALL.len(), 0..5), any::<bool>()), 0..20),
            at: prop::sample::Index,
        ) {
            let (before, behind) = games.split_at(at.index(games.len() + 1));
            prop_assert_eq!(merged([&sum(before), &sum(behind)]), sum(&games));
        }
    }
}

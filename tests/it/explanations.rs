//! The records in the pages that explain the findings: each has the findings that its page says, and no other.

use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::dups::{Candidate, Finder, Settings};
use sgfkit::finding::{Code, Example, Finding, explain};
use sgfkit::report::sheet::Start;
use sgfkit::rescore::{self, Rescorer};
use std::collections::BTreeSet;

/// Runs every record of the pages of these codes.
fn check(wanted: impl Fn(Code) -> bool, find: impl Fn(&[u8]) -> Vec<Finding>) {
    let names = |example: &Example<'_>| -> BTreeSet<&str> {
        find(&example.bytes()).iter().map(|finding| finding.code.name()).collect()
    };
    let mut wrong = Vec::new();
    for &code in Code::ALL.iter().filter(|&&code| wanted(code)) {
        let page = explain(code);
        let fails = page.fails.iter().map(|example| (example, Some(code.name())));
        let clean = page.clean.iter().map(|example| (example, None));
        for (example, own) in fails.chain(clean) {
            let expected: BTreeSet<_> = example.with.iter().copied().chain(own).collect();
            let found = names(example);
            if found != expected {
                wrong.push(format!("{code}: expected {expected:?}, found {found:?} in\n{}", example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Whether the finding is one of the count, and not of the audit.
fn of_the_count(code: Code) -> bool {
    code.code().starts_with('C')
}

#[test]
fn the_audit_finds_what_the_pages_say() {
    // That a file holds no game is only known once all of it is read: the program says so, not the audit.
    check(|code| !of_the_count(code) && !of_copies(code) && code != Code::NoGame, sgfkit::audit_bytes);
}

/// Whether the finding is one about copies of a game.
fn of_copies(code: Code) -> bool {
    code.code().starts_with('D')
}

/// Audits and compares the games with each other.
fn compare(bytes: &[u8]) -> Vec<Finding> {
    let (settings, mut all) = (Settings::default(), Vec::new());
    let mut finder = Finder::new(&std::env::temp_dir(), settings).unwrap();
    let mut number = 0;
    Auditor::default().audit(bytes, Options::default(), |found, lines| {
        if let Found::Game(game) = found {
            number += 1;
            all.extend_from_slice(game.findings);
            let candidate = Candidate::new(&game, number, lines, settings).unwrap();
            finder.add(candidate, "", Start::default()).unwrap();
        }
    });
    let clusters = finder.finish().unwrap();
    let found = clusters.report(
        |_| Ok::<_, std::io::Error>(()),
        |found| {
            all.push(found.finding.clone());
            Ok(())
        },
    );
    assert_eq!(found.unwrap().clusters, 1);
    all
}

#[test]
fn the_comparison_finds_what_the_pages_say() {
    check(of_copies, compare);
}

/// Audits and counts: what both find.
fn rescore_bytes(bytes: &[u8]) -> Vec<Finding> {
    let (mut rescorer, mut all) = (Rescorer::default(), Vec::new());
    Auditor::default().audit(bytes, Options::default(), |found, _| {
        if let Found::Game(game) = found {
            all.extend_from_slice(game.findings);
            let _ = rescorer.rescore(&game, &rescore::Settings::default(), &mut all);
        }
    });
    all
}

#[test]
fn the_count_finds_what_the_pages_say() {
    check(of_the_count, rescore_bytes);
}

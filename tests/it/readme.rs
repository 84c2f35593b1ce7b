//! What the README and the page on architecture say is what the program does and the code is.

use crate::run::{sgfkit, temporary};
use sgfkit::finding::Code;
use std::path::Path;

const README: &str = include_str!("../../README.md");
const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");
const EXAMPLE: &str = include_str!("../../examples/audit_file.rs");
const MANIFEST: &str = include_str!("../../Cargo.toml");

/// The indented blocks of the README, each as its lines.
fn blocks() -> Vec<Vec<&'static str>> {
    let mut blocks = vec![Vec::new()];
    for line in README.lines() {
        match line.strip_prefix("    ") {
            Some(line) => blocks.last_mut().unwrap().push(line),
            // A blank line may stand inside a block.
            None if line.is_empty() && !blocks.last().unwrap().is_empty() => blocks.last_mut().unwrap().push(line),
            None => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The lines that a block shows, up to the `…` that stands for the rest.
fn shown<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let lines: Vec<_> = lines.iter().copied().take_while(|&line| line != "…").collect();
    let blank = lines.iter().rev().take_while(|line| line.is_empty()).count();
    lines[..lines.len() - blank].to_vec()
}

#[test]
fn the_findings_of_the_readme_are_the_registry() {
    for code in Code::ALL {
        let row = format!("| {} | {code} | {} | {} |", code.code(), code.severity(), code.summary());
        assert!(README.contains(&row), "{row}");
    }
    let rows = README
        .lines()
        .filter(|line| line.split('|').nth(3).is_some_and(|s| ["error", "warning", "note"].contains(&s.trim())));
    assert_eq!(rows.count(), Code::ALL.len());
}

#[test]
fn the_columns_of_the_readme_are_those_that_are_written() {
    let tables = sgfkit(["columns"]).stdout;
    for table in tables.trim().split("\n\n").filter(|part| part.starts_with('|')) {
        // A blank line behind it: the README's table has no row more.
        assert!(README.contains(&format!("\n{table}\n\n")), "{table}");
    }
}

#[test]
fn the_output_shown_is_the_output() {
    let blocks = blocks();
    let transcripts = blocks.iter().filter_map(|block| Some((block[0].strip_prefix("$ sgfkit ")?, &block[1..])));
    let mut seen = 0;
    for (args, lines) in transcripts {
        let ran = sgfkit(args.split(' '));
        let shown = shown(lines);
        assert_eq!(ran.stdout.lines().take(shown.len()).collect::<Vec<_>>(), shown, "sgfkit {args}");
        seen += 1;
    }
    assert!(seen >= 3, "{seen}");
}

#[test]
fn the_summary_shown_is_the_summary() {
    let blocks = blocks();
    let lines = shown(blocks.iter().find(|block| block[0].starts_with("Read ")).unwrap());
    let ran = sgfkit(["audit", "testdata/sample"]);
    // The time that the run took stands at the end of the first line, and is another each time.
    let untimed = |line: &str| line.split(" moves in ").next().unwrap().to_owned();
    let printed: Vec<_> = ran.stderr.lines().take(lines.len()).map(untimed).collect();
    assert_eq!(printed, lines.into_iter().map(untimed).collect::<Vec<_>>());
}

#[test]
fn the_commands_shown_work() {
    let (blocks, out) = (blocks(), temporary());
    let zip = out.path().join("games.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&zip).unwrap());
    archive.start_file("a.sgf", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut archive, b"(;SZ[9];B[ee])").unwrap();
    archive.finish().unwrap();
    let mut run = 0;
    for line in blocks.iter().flat_map(|block| shown(block)).filter(|line| line.starts_with("sgfkit ")) {
        let command = line.split("  ").next().unwrap();
        // Such a build is tested by itself.
        if command.contains("parquet") {
            continue;
        }
        run += 1;
        let words = command.split(' ').skip(1).enumerate().map(|(at, word)| match word.trim_matches('\'') {
            "games/" => "testdata/sample".to_owned(),
            "other/" | "other.sgf" => "testdata/sample/9x9-counted.sgf".to_owned(),
            "game.sgf" | "games/a.sgf" => "testdata/sample/suicide.sgf".to_owned(),
            // The copies of a run want a new folder.
            "fixed" => out.path().join(format!("fixed{run}")).display().to_string(),
            name @ ("report" | "games.zip" | "copies" | "night" | "more" | "excel") if at > 0 => {
                out.path().join(name).display().to_string()
            }
            word => word.to_owned(),
        });
        let ran = sgfkit(words);
        assert!(ran.code < 2, "{command}: {}", ran.stderr);
    }
    assert!(run >= 20, "{run}");
}

#[test]
fn the_program_shown_is_the_example() {
    let (_, program) = EXAMPLE.split_once("\n\n").unwrap();
    assert!(README.contains(&format!("```rust\n{program}```")), "README.md does not show examples/audit_file.rs");
}

#[test]
fn every_module_and_dependency_has_its_line() {
    let rows: Vec<&str> =
        ARCHITECTURE.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    let names: Vec<&str> = rows.iter().flat_map(|row| row.split(", ")).collect();
    let folder = |at: &str| std::fs::read_dir(Path::new("src").join(at)).unwrap().map(|entry| entry.unwrap());
    let modules = folder("").map(|entry| entry.file_name().into_string().unwrap());
    for module in modules.filter(|name| !["lib.rs", "main.rs"].contains(&name.as_str())) {
        let name = module.trim_end_matches(".rs");
        let named = names.iter().any(|row| row.trim_matches(['`', '/']).split('/').next() == Some(name));
        assert!(named, "ARCHITECTURE.md has no line of the module {name}");
    }
    let sections = MANIFEST.split("\n[").filter(|part| part.contains("dependencies]\n"));
    for line in sections.flat_map(|part| part.lines().skip(1)) {
        let Some((name, _)) = line.split_once(" = ") else { continue };
        assert!(names.contains(&name), "ARCHITECTURE.md has no line of the dependency {name}");
    }
}

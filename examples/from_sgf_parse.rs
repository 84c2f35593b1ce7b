//! Starts from a tree of `sgf-parse`, for those who hold one already.

use sgfkit::record::Record;
use sgfkit::replay::{Options, Replayer};

fn main() -> Result<(), sgf_parse::SgfParseError> {
    let text = "(;SZ[9]KM[6.5]RE[W+R];B[ee];W[ce];B[ce])";
    for root in sgf_parse::go::parse(text)? {
        let record = Record::from(&root);
        let mut findings = Vec::new();
        let replay = Replayer::default().replay(&record, Options::default(), &mut findings);
        println!(
            "{} moves, komi {}",
            replay.turns,
            record.komi.value.map_or("unknown".into(), |komi| komi.points().to_string())
        );
        findings.iter().for_each(|finding| println!("{finding}"));
    }
    Ok(())
}

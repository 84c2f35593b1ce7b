//! What an unfinished run leaves behind, so that `--resume` can go on with it.
//!
//! Beside the tables, which lie under temporary names until all is done, a small file says how far the run has come, how
//! long each table was then, and what they came to. It is replaced whole, at the end of a piece, every few seconds. A run
//! that goes on cuts the tables to these lengths, passes over what is done with, and goes on.

use super::Failure;
use super::args::InputArgs;
use super::shard::Shard;
use serde::{Deserialize, Serialize};
use sgfkit::archive::{self, Medium};
use sgfkit::report::folder::{Folder, Kept, SUMMARY};
use sgfkit::report::sheet::Start;
use sgfkit::report::tally::Tally;
use sgfkit::run::Mark;
use std::hash::Hasher;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The file in the folder of the tables.
const JOURNAL: &str = ".sgfkit-resume.json";

/// How far a run has come.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    /// What the rows depend on beside the inputs: version, command, options.
    settings: String,
    /// The part of the inputs, where it is one.
    shard: Option<String>,
    /// The arguments, for a message.
    arguments: String,
    /// The inputs that are read: names, sizes and times, as a number; none where nothing is done yet.
    inputs: Option<String>,
    /// Where it goes on.
    pub(super) mark: Mark,
    /// What the part of a file that is done with holds.
    pub(super) start: Start,
    pub(super) tables: Vec<Kept>,
    pub(super) total: Tally,
    pub(super) started: SystemTime,
    /// Seconds that earlier runs took.
    pub(super) seconds: f64,
}

/// What a folder holds that is to be gone on with.
pub(super) enum Found {
    /// Nothing: the run begins anew.
    Nothing,
    /// The tables of a run that ended well.
    Finished(Tally),
    /// Those of one that did not.
    Unfinished(Box<State>),
}

/// Keeps the journal of a run.
pub(super) struct Journal {
    settings: String,
    shard: Option<Shard>,
    paths: Vec<PathBuf>,
    inputs: Inputs,
    started: SystemTime,
    /// Seconds that earlier runs took, and the begin of this one.
    before: f64,
    begun: Instant,
    written: Instant,
    interval: Duration,
    /// What is noted as the place to go on at.
    mark: Mark,
}

/// The number of the inputs: it takes a walk, which is not begun before it is needed.
enum Inputs {
    Unknown,
    Walking(JoinHandle<String>),
    Known(String),
}

impl Journal {
    /// Begins the journal of a run with these settings. Where the inputs cannot be read twice, there is none.
    pub(super) fn new(settings: String, paths: &[PathBuf], started: SystemTime, seconds: u32) -> Option<Journal> {
        let now = Instant::now();
        let once = paths.iter().any(|path| path.as_os_str() == archive::STDIN);
        (!once).then(|| Journal {
            settings,
            shard: None,
            paths: paths.to_vec(),
            inputs: Inputs::Unknown,
            started,
            before: 0.0,
            begun: now,
            written: now,
            interval: Duration::from_secs(seconds.into()),
            mark: Mark::default(),
        })
    }

    /// The same for a part of the inputs.
    pub(super) fn of(self, shard: Option<Shard>) -> Journal {
        Journal { shard, ..self }
    }

    /// Looks for what an earlier run left.
    ///
    /// # Errors
    ///
    /// Where it cannot be gone on with.
    pub(super) fn find(&mut self, folder: &Folder) -> Result<Found, Failure> {
        if let Some(text) = folder.read(SUMMARY)? {
            #[derive(Deserialize)]
            struct Summary {
                totals: Tally,
                settings: Option<String>,
                shard: Option<String>,
            }
            let summary: Summary = serde_json::from_str(&text).map_err(|error| format!("{SUMMARY}: {error}"))?;
            let shard = self.shard.map(|shard| shard.to_string());
            if summary.settings != Some(number(&self.settings)) || summary.shard != shard {
                return Err(
                    "cannot resume: the folder holds a finished run with other options, or of another version \
                            of sgfkit; without --resume the run begins anew"
                        .into(),
                );
            }
            return Ok(Found::Finished(summary.totals));
        }
        let Some(text) = folder.read(JOURNAL)? else { return Ok(Found::Nothing) };
        let anew = "without --resume the run begins anew";
        let state: State =
            serde_json::from_str(&text).map_err(|error| format!("cannot resume: {JOURNAL}: {error}; {anew}"))?;
        if state.settings != self.settings || state.shard != self.shard.map(|shard| shard.to_string()) {
            let (then, now) = (state.arguments, arguments());
            return Err(format!(
                "cannot resume: the folder was begun with other options, or by another version of sgfkit\n  \
                 then: {then}\n  now:  {now}\n{anew}"
            )
            .into());
        }
        if let Some(then) = &state.inputs {
            let now = number_of(&self.paths);
            if *then != now {
                return Err(format!("cannot resume: since then files were added, removed or changed; {anew}").into());
            }
            self.inputs = Inputs::Known(now);
        }
        (self.before, self.started, self.mark) = (state.seconds, state.started, state.mark);
        Ok(Found::Unfinished(Box::new(state)))
    }

    /// Whether it is time to write.
    pub(super) fn is_due(&mut self) -> bool {
        if self.written.elapsed() < self.interval {
            return false;
        }
        if let Inputs::Unknown = self.inputs {
            let paths = self.paths.clone();
            self.inputs = Inputs::Walking(std::thread::spawn(move || number_of(&paths)));
        }
        match &self.inputs {
            Inputs::Walking(walk) => walk.is_finished() || self.interval.is_zero(),
            _ => true,
        }
    }

    /// Writes that all before the mark is done with.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub(super) fn write(
        &mut self,
        folder: &Folder,
        mark: Mark,
        start: Start,
        tables: Vec<Kept>,
        total: &Tally,
    ) -> Result<(), Failure> {
        let state = State {
            settings: self.settings.clone(),
            shard: self.shard.map(|shard| shard.to_string()),
            arguments: arguments(),
            inputs: if mark == Mark::default() { None } else { Some(self.inputs()) },
            mark,
            start,
            tables,
            total: total.clone(),
            started: self.started,
            seconds: self.seconds(),
        };
        let mut file = folder.start(JOURNAL)?;
        folder.write(&mut file, serde_json::to_string(&state)?.as_bytes())?;
        folder.finish(file)?;
        (self.written, self.mark) = (Instant::now(), mark);
        Ok(())
    }

    /// The number of the inputs; the walk is waited for.
    fn inputs(&mut self) -> String {
        let known = match std::mem::replace(&mut self.inputs, Inputs::Unknown) {
            Inputs::Known(known) => Some(known),
            Inputs::Walking(walk) => walk.join().ok(),
            Inputs::Unknown => None,
        };
        let known = known.unwrap_or_else(|| number_of(&self.paths));
        self.inputs = Inputs::Known(known.clone());
        known
    }

    /// Seconds that the run took up to now, earlier parts included.
    pub(super) fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// What is noted as the place to go on at.
    pub(super) fn mark(&self) -> Mark {
        self.mark
    }

    /// When the run began; where it was gone on with, its first part.
    pub(super) fn started(&self) -> SystemTime {
        self.started
    }
}

fn arguments() -> String {
    std::env::args_os().skip(1).map(|argument| archive::display_name(argument.as_ref())).collect::<Vec<_>>().join(" ")
}

/// Takes away what an earlier run left unfinished, tables included.
///
/// # Errors
///
/// As the system says.
pub(super) fn clear(folder: &Folder) -> Result<(), Failure> {
    let left = folder.read(JOURNAL).ok().flatten();
    folder.remove(JOURNAL)?;
    folder.sweep(JOURNAL)?;
    let state = left.and_then(|text| serde_json::from_str::<State>(&text).ok());
    for table in state.map_or_else(Vec::new, |state| state.tables) {
        // Nothing but our own files, whatever the journal says.
        if table.temporary.starts_with(&format!(".{}.", table.name)) && !table.temporary.contains(['/', '\\']) {
            folder.remove(&table.temporary)?;
        }
    }
    Ok(())
}

/// What the rows depend on beside the inputs, in words: the arguments without those that only change the way to them.
pub(super) fn settings(command: &str, input: &InputArgs, parts: &[String]) -> String {
    format!("sgfkit {} {command} {:?} {}", env!("CARGO_PKG_VERSION"), input.limits(), parts.join(" "))
}

/// A number that is the same where rows are made in the same way.
pub(super) fn number(settings: &str) -> String {
    let mut hash = Fnv::default();
    hash.write(settings.as_bytes());
    format!("{:016x}", hash.finish())
}

/// A number that changes with the names, sizes and times of the inputs.
fn number_of(paths: &[PathBuf]) -> String {
    let mut hash = Fnv::default();
    for archive::Input { name, medium } in archive::inputs(paths) {
        hash.write(name.as_bytes());
        hash.write_u8(0);
        if let Medium::File(path) = medium
            && let Ok(data) = path.metadata()
            && data.is_file()
        {
            let time = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            hash.write(&data.len().to_le_bytes());
            hash.write(&time.map_or(0, |time| time.as_nanos()).to_le_bytes());
        }
    }
    format!("{:016x}", hash.finish())
}

/// FNV-1a: the same on every machine and in every version, unlike the hashes of the standard library.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

//! How far the run is: on a terminal only, unless it is asked for.

use super::choices::When;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sgfkit::archive::{self, Medium};
use sgfkit::report::tally::Tally;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

/// A line on standard error; hidden where nobody would see it.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts the line, and a thread that finds out how much there is to read.
    pub(super) fn start(when: When, quiet: bool, paths: &[PathBuf]) -> Progress {
        let shown = match when {
            When::Auto => !quiet && std::io::stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        if !shown {
            return Progress { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
        let template = "{spinner} {msg}  {bytes}/{total_bytes} {bar:20}  {elapsed} gone, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━━─"));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let (counter, paths) = (bar.clone(), paths.to_vec());
        // Left to itself: it ends with the program at the latest.
        std::thread::spawn(move || count(&counter, &paths));
        Progress { bar }
    }

    /// Shows what has been done.
    pub(super) fn show(&self, tally: &Tally) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(tally.bytes);
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        let rate = HumanCount((tally.games as f64 / seconds) as u64);
        self.bar.set_message(format!(
            "{} files, {} games, {rate} games/s",
            HumanCount(tally.files),
            HumanCount(tally.games)
        ));
    }

    /// Does something with the terminal while the line is out of the way.
    pub(super) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { act() } else { self.bar.suspend(act) }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Adds up the sizes of all inputs.
fn count(bar: &ProgressBar, paths: &[PathBuf]) {
    for input in archive::inputs(paths) {
        if let Medium::File(path) = input.medium {
            bar.inc_length(path.metadata().map_or(0, |data| data.len()));
        }
    }
}

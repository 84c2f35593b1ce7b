//! The program `sgfkit`: arguments, progress, summaries. The work is done by the library.

mod args;
mod audit;
mod choices;
mod columns;
mod dups;
mod explain;
mod fix;
mod journal;
mod merge;
mod progress;
mod report;
mod rescore;
mod session;
mod shard;
mod show;
mod sink;
mod stats;
mod summary;
mod tables;
mod worker;

use args::{Cli, Command, program};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, FromArgMatches};
use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended.
enum Done {
    /// Done, and nothing at or above `--fail-on` was found.
    Clean,
    /// Done, and something was.
    Found,
    /// Broken off with Ctrl-C.
    Interrupted,
}

/// Runs the program with the process's arguments.
pub(crate) fn main() -> ExitCode {
    let parsed = program().try_get_matches().and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    match parsed {
        Ok((cli, matches)) => end(run(cli.command, &matches)),
        // Help that was asked for is output as any other; a message about the arguments that nobody reads changes nothing.
        Err(answer) => match answer.print() {
            Err(error) if !answer.use_stderr() => end(Err(error.into())),
            _ => ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2)),
        },
    }
}

fn run(command: Command, matches: &ArgMatches) -> Result<Done, Failure> {
    match command {
        Command::Audit(args) => audit::run(&args),
        Command::Rescore(args) => rescore::run(&args),
        Command::Dups(args) => dups::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Stats(args) => stats::run(&args, &given(matches)),
        Command::Report(args) => report::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Columns(args) => columns::run(&args),
        Command::Merge(args) => merge::run(&args),
    }
}

/// The options that were given on the command line, by name.
fn given(matches: &ArgMatches) -> Vec<String> {
    let (program, chosen) = (program(), matches.subcommand());
    let Some((command, matches)) = chosen.and_then(|(name, matches)| Some((program.find_subcommand(name)?, matches)))
    else {
        return Vec::new();
    };
    let given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    command.get_arguments().filter(given).filter_map(Arg::get_long).map(str::to_owned).collect()
}

fn end(done: Result<Done, Failure>) -> ExitCode {
    match done {
        Ok(Done::Clean) => ExitCode::SUCCESS,
        Ok(Done::Found) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            // A file that cannot be written is named in its error; an error that is the system's alone comes from elsewhere.
            let full =
                error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::StorageFull);
            let what = if full { "cannot write to standard output: " } else { "" };
            say(&format!("{}error:{} {what}{error}\n", args::ERROR.render(), args::ERROR.render_reset()));
            ExitCode::from(2)
        }
    }
}

/// What a command ends with where it cannot do what was asked: a sentence for the user.
type Failure = Box<dyn std::error::Error>;

/// Tells the user something on standard error. Where nobody can be told, that is no reason to fail.
fn say(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// Whether the reader of our output has gone, as `head` does: no failure.
fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

//! The built program, run as a user runs it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program with these arguments, about to run at the root of the package: `testdata/` is a relative path.
pub(crate) fn command<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgfkit"));
    // A user's wish for colours is no part of the expected output.
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the program with nothing on standard input.
pub(crate) fn sgfkit<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Ran {
    sgfkit_reading(b"", args)
}

/// Runs the program with these bytes on standard input.
pub(crate) fn sgfkit_reading<A: AsRef<OsStr>>(input: &[u8], args: impl IntoIterator<Item = A>) -> Ran {
    reading(&mut command(args), input)
}

/// Runs a command with these bytes on standard input.
pub(crate) fn reading(command: &mut Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let out = std::thread::scope(|scope| {
        // A run that does not read its standard input closes it: that is no failure.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: out.status.code().expect("no signal ended it"), stdout: text(out.stdout), stderr: text(out.stderr) }
}

/// Runs `sgfkit audit PATH --out FOLDER` with further arguments.
pub(crate) fn audit_into<A: AsRef<OsStr>>(folder: &Path, path: impl AsRef<OsStr>, more: &[A]) -> Ran {
    run_into("audit", folder, path, more)
}

/// Runs `sgfkit COMMAND PATH --out FOLDER` with further arguments.
pub(crate) fn run_into<A: AsRef<OsStr>>(verb: &str, folder: &Path, path: impl AsRef<OsStr>, more: &[A]) -> Ran {
    let mut args = vec![OsStr::new(verb), path.as_ref(), OsStr::new("--out"), folder.as_os_str()];
    args.extend(more.iter().map(AsRef::as_ref));
    sgfkit(args)
}

/// A file of a folder, as text.
pub(crate) fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A folder that is gone at the end of the test.
pub(crate) fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// A folder with these files.
pub(crate) fn folder_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = temporary();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("the folder can be written");
    }
    folder
}

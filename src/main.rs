//! The program: the library's command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    torusmith::run(std::env::args_os())
}

//! `torusmith study`: tables and figures of a paper, computed or run again on the golden model.

mod args;
mod dynamic;
mod estimate;
mod htn_selection;
mod parts;
mod rdt;
mod statics;
mod table;
mod watch;

use torusmith_papers::dynamic as dynamics;

use crate::exit::Verdict;
pub use args::Args;
use args::Study;
pub use parts::parts;

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    if let Some(file) = &args.plan {
        return parts::write(args, file);
    }
    match args.study {
        Study::HtnSelection => htn_selection::run(args),
        Study::Rdt => rdt::run(args),
        Study::TtnStatic => statics::run(args, statics::Study::Ttn),
        Study::SttnStatic => statics::run(args, statics::Study::Sttn),
        Study::MtnStatic => statics::run(args, statics::Study::Mtn),
        Study::TtnDynamic => dynamic::run(args, dynamics::Study::Ttn),
        Study::SttnDynamic => dynamic::run(args, dynamics::Study::Sttn),
        Study::MtnDynamic => dynamic::run(args, dynamics::Study::Mtn),
    }
}

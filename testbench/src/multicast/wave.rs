//! Waveforms around a divergence: the same traffic once more, on a model that can be traced.

use std::path::Path;

use super::conductor::Conductor;
use super::format::Format;
use super::{MulticastSource, rdt};
use crate::Error;
use crate::report::Divergence;
use crate::testbench::{RunOptions, Silent, Testbench};
use crate::wave::{Plan, replay};

/// As [`crate::wave::record`].
pub(super) fn record(
    bench: &Testbench,
    divergence: &mut Divergence,
    options: &RunOptions,
    source: &mut dyn MulticastSource,
    path: &Path,
) -> Result<(), Error> {
    let plan = Plan::new(bench, divergence, path)?;
    let (rdt, _) = rdt(bench.design())?;
    let options = RunOptions { threads: 1, skip_idle: false, trace: None, ..options.clone() };
    let mut silent = Silent;
    let mut conductor = Conductor::new(Format::new(rdt, bench.design().flit_width)?, rdt, &options, source, None, &mut silent);
    let first = conductor.first_frame();
    replay(plan, divergence, first, conductor)
}

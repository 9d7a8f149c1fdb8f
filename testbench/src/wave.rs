//! Waveforms around a divergence: the same traffic once more, on a model that can be traced.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use torusmith_design::Scope;

use crate::Error;
use crate::binding::{Director, Frame, Net, Next, Totals, View, run};
use crate::build::Waves;
use crate::conductor::Conductor;
use crate::options::{RunOptions, Silent};
use crate::protocol::{Protocol, Users};
use crate::report::Divergence;
use crate::testbench::Testbench;

/// Clocks shown before the divergence, and after.
const BEFORE: u64 = 64;
const AFTER: u64 = 16;

/// Runs the traffic up to a divergence again, writes the waveform and names it in the divergence.
pub(crate) fn record<P: Protocol>(
    bench: &Testbench,
    protocol: &P,
    divergence: &mut Divergence,
    options: &RunOptions,
    path: &Path,
) -> Result<(), Error> {
    let (mut net, path) = traced(bench, divergence, path)?;
    let options = RunOptions { threads: 1, skip_idle: false, trace: None, ..options.clone() };
    let mut silent = Silent;
    let users = protocol.users(bench.design())?;
    let mut conductor = Conductor::<P>::new(&options, protocol.patience(options.watchdog), users, None, &mut silent);
    conductor.users.attach(&mut net)?;
    let first = conductor.first_frame();
    let nodes = around(bench, divergence.node as usize);
    let begin = divergence.clock.saturating_sub(BEFORE);
    run(&mut net, 1, first, &mut Recorder { conductor, begin, end: divergence.clock + AFTER, path: &path, nodes: &nodes })?;
    divergence.wave = Some(path);
    Ok(())
}

/// Instances that can be traced, and the file; its ending decides the format. Where FST cannot be built, VCD is written beside it and the note of
/// the divergence says so.
pub(crate) fn traced(bench: &Testbench, divergence: &mut Divergence, path: &Path) -> Result<(Net, PathBuf), Error> {
    let mut path = path.to_path_buf();
    let mut waves = Waves::Vcd;
    if path.extension().is_some_and(|e| e == "fst") {
        if bench.builder().has_fst() {
            waves = Waves::Fst;
        } else {
            path.set_extension("vcd");
            divergence.wave_note =
                Some("VCD in place of FST, which this Verilator cannot be built with (it needs lz4.h and zlib.h)".into());
        }
    }
    let library = Arc::new(bench.builder().load(bench.design(), waves)?);
    Ok((bench.net_as_one(&library)?, path))
}

/// A router and those it has links with.
fn around(bench: &Testbench, node: usize) -> Vec<u32> {
    let wiring = bench.wiring();
    let mut nodes = vec![node as u32];
    if bench.design().scope == Scope::Router {
        for links in [&wiring.upstream, &wiring.downstream] {
            let ends = links[node * wiring.ports..(node + 1) * wiring.ports].iter().filter(|&&end| end >= 0);
            nodes.extend(ends.map(|&end| end as u32 / wiring.ports as u32));
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

struct Recorder<'a, D> {
    conductor: D,
    begin: u64,
    end: u64,
    path: &'a Path,
    nodes: &'a [u32],
}

impl<D: Director> Director for Recorder<'_, D> {
    type Beside = D::Beside;

    fn prepare(&mut self, view: &View<'_>, before: Option<&Totals>, next: &mut Frame<D::Beside>) -> Result<Next, Error> {
        if view.clock() == self.begin {
            view.start_waves(self.path, self.nodes)?;
        }
        self.conductor.prepare(view, before, next)?;
        Ok(if view.clock() < self.end { Next::Go } else { Next::Stop })
    }
}

//! `simulate --packets`: a run whose packets are listed.

use torusmith_sim::routing::for_router;
use torusmith_sim::simulation::{Outcome, Simulation};

use super::pictures::one_run;
use crate::interrupt;
use crate::packets::{PacketList, PacketsArgs};

/// The list of packets of the one simulation, empty as yet, if it is asked for.
pub fn list(args: &PacketsArgs, simulations: &[Simulation], searched: bool) -> anyhow::Result<Option<PacketList>> {
    let Some(path) = &args.packets else { return Ok(None) };
    one_run("packets", path, simulations, searched)?;
    let Simulation { network, routing, router, .. } = &simulations[0];
    args.create(network, for_router(network, *routing, *router)?, *router)
}

/// Runs the simulation, and lists its packets as they arrive.
pub fn fill(mut list: PacketList, simulation: &Simulation, threads: usize, mut progress: impl FnMut(u64)) -> anyhow::Result<Outcome> {
    let mut run = simulation.start_on(simulation.threads(threads))?;
    interrupt::poll();
    let mut told = 0;
    let dead = loop {
        match run.advance() {
            Ok(Some(arrived)) => list.add(arrived)?,
            Ok(None) => break None,
            Err(dead) => break Some(dead),
        }
        let clock = run.engine().clock();
        if clock / 1000 > told {
            told = clock / 1000;
            progress(clock);
            interrupt::check()?;
        }
    };
    list.finish()?;
    Ok(Outcome { summary: run.summary(), dead })
}

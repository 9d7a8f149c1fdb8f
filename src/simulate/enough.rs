//! Runs that are too short to say anything of a steady state: noted, or refused where a knee is looked for.

use anyhow::bail;
use torusmith_papers::enough::{least_clocks, least_cycles};
use torusmith_sim::simulation::Simulation;

use super::by_pattern;
use crate::progress;

/// The clocks that warm-up and measured window need at least, each; `None` for a trace.
fn least(simulation: &Simulation) -> anyhow::Result<Option<u64>> {
    Ok(simulation.zero_load_latency()?.map(least_clocks))
}

/// Where a warm-up is looked for, it is long enough, or half of the run.
pub fn least_warm_up(simulations: &mut [Simulation]) -> anyhow::Result<()> {
    let all = by_pattern(simulations, least)?;
    for (simulation, least) in simulations.iter_mut().zip(all) {
        simulation.run.warm_up = least.unwrap_or(0).min(simulation.run.cycles / 2);
    }
    Ok(())
}

/// Refuses a run of which no knee can be told.
pub fn check(simulation: &Simulation) -> anyhow::Result<()> {
    let Simulation { network, traffic, run, .. } = simulation;
    let Some(least) = least(simulation)? else { return Ok(()) };
    let why = format!("ten zero-load latencies of {} on {network} are {least} clocks", traffic.pattern);
    if !run.find_warm_up && run.warm_up < least {
        bail!("warmup = {} is not allowed; allowed: {least} and more ({why}), or auto", run.warm_up);
    }
    let cycles = least_cycles(run, least);
    if run.cycles < cycles {
        bail!(
            "cycles = {} is not allowed; allowed: {cycles} and more, so that warm-up and measured window are long enough ({why})",
            run.cycles
        );
    }
    Ok(())
}

/// Notes runs that are too short, once for each pattern, and how long they would have to be.
pub fn note(simulations: &[Simulation]) -> anyhow::Result<()> {
    let all = by_pattern(simulations, least)?;
    let mut noted = Vec::new();
    for (Simulation { network, traffic, run, .. }, least) in simulations.iter().zip(all) {
        let Some(least) = least.filter(|_| !noted.contains(&traffic.pattern)) else { continue };
        noted.push(traffic.pattern);
        let (warm_up, measured) = (run.warm_up, run.cycles - run.warm_up.min(run.cycles));
        if run.find_warm_up && run.cycles >= 2 * least || !run.find_warm_up && warm_up.min(measured) >= least {
            continue;
        }
        progress::note(format_args!(
            "note: {}: warm-up {warm_up}, measured window {measured} clocks; for a steady state both take ten zero-load latencies, {least} clocks on \
             {network}, at least: --cycles {} --warmup auto",
            traffic.pattern,
            2 * least
        ));
    }
    Ok(())
}

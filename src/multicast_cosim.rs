//! `torusmith cosim --router multicast`: Verilog and model of the RDT's multicast router in lock step.

use anyhow::bail;
use serde::Serialize;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::TrafficOptions;
use torusmith_testbench::{CosimOptions, Design, MulticastCosimOptions, MulticastRunReport, Observer, Testbench, check_multicast};

use crate::cosim::{Args, Watch, opened};
use crate::exit::Verdict;
use crate::options::rdt;
use crate::{output, progress};

/// The JSON of `cosim` with a multicast router (docs/cli.md).
#[derive(Serialize)]
struct Report {
    #[serde(rename = "match")]
    matched: bool,
    mismatches: u64,
    network: String,
    scope: &'static str,
    router: &'static str,
    flit_width: u32,
    ack_ways: u8,
    multicast_share: f64,
    root_ranks: Vec<u32>,
    maps: &'static str,
    time_out: Option<u16>,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    pattern: String,
    rate: f64,
    #[serde(flatten)]
    run: MulticastRunReport,
}

/// Runs the patterns on a design with a multicast router, up to the first that is not good.
pub fn run(args: &Args, design: &Design, traffic: &[TrafficOptions], options: CosimOptions) -> anyhow::Result<Verdict> {
    if options.engine != EngineKind::Fast {
        bail!("engine = {} is not allowed with router multicast; allowed: fast", options.engine);
    }
    let rdt = rdt(&design.network, "router multicast")?;
    let time_out = args.multicast.time_out;
    let traffic = traffic.iter().map(|unicast| args.multicast.traffic(&rdt, unicast)).collect::<anyhow::Result<Vec<_>>>()?;
    let all: Vec<MulticastCosimOptions> = traffic
        .into_iter()
        .map(|traffic| MulticastCosimOptions { traffic, time_out, run: options.run.clone(), wave: options.wave.clone() })
        .collect();
    all.iter().try_for_each(|options| check_multicast(design, options))?;
    let bench = opened(design, options.run.cycles, all.len())?;
    let report = runs(&bench, &all, args.report.json)?;
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(if report.matched { Verdict::Good } else { Verdict::Bad })
}

fn runs(bench: &Testbench, all: &[MulticastCosimOptions], json: bool) -> anyhow::Result<Report> {
    let design = bench.design();
    let first = &all[0];
    let cycles = first.run.cycles;
    let mut observer = Watch { bar: progress::bar(cycles, "clocks"), json, cycles };
    let mut report = Report {
        matched: true,
        mismatches: 0,
        network: design.network.to_string(),
        scope: "router",
        router: "multicast",
        flit_width: design.flit_width,
        ack_ways: design.multicast.unwrap_or_default(),
        multicast_share: first.traffic.share,
        root_ranks: first.traffic.rank_weights.clone(),
        maps: match first.traffic.maps {
            torusmith_sim::multicast::Maps::Full => "full",
            torusmith_sim::multicast::Maps::Random => "random",
        },
        time_out: first.time_out,
        runs: Vec::new(),
    };
    for (index, options) in all.iter().enumerate() {
        let pattern = options.traffic.pattern.name();
        observer.run(index, pattern);
        let run = bench.cosim_multicast(options, &mut observer)?;
        report.matched &= run.good();
        report.mismatches += run.mismatches;
        report.runs.push(Run { pattern: pattern.into(), rate: options.traffic.rate, run });
        if !report.matched {
            break;
        }
    }
    observer.bar.finish_and_clear();
    Ok(report)
}

fn human(report: &Report) -> String {
    let header = [
        "pattern",
        "rate",
        "clocks",
        "drain",
        "routers",
        "ports compared",
        "injected",
        "unicasts",
        "copies",
        "acks",
        "nacks",
        "shot down",
        "queued",
        "mismatches",
        "",
    ];
    let rows = report.runs.iter().map(|Run { pattern, rate, run }| {
        let verdict = if run.good() { "match" } else { "DIFFERS" };
        let verdict = if run.dead.is_some() { "DEAD" } else { verdict };
        let numbers = [
            run.cycles,
            run.drain_cycles,
            run.routers as u64,
            run.comparisons,
            run.packets_injected,
            run.unicasts_delivered,
            run.copies_delivered,
            run.acked,
            run.nacked,
            run.shot_down,
            run.packets_queued,
            run.mismatches,
        ];
        [pattern.clone(), rate.to_string()].into_iter().chain(numbers.map(|n| n.to_string())).chain([verdict.to_owned()]).collect()
    });
    let mut text = output::table(&header, rows);
    for Run { pattern, run, .. } in &report.runs {
        if let Some(first) = &run.first_divergence {
            text += &format!("{pattern}, first difference:\n{first}\n");
        }
        run.violations.iter().for_each(|violation| text += &format!("{pattern}: {violation}\n"));
        if let Some(dead) = &run.dead {
            text += &format!("{pattern}: network dead, {} packets in it, none came to its end since clock {}\n", dead.packets, dead.since);
            dead.waiting.iter().for_each(|line| text += &format!("  {line}\n"));
        }
    }
    if report.matched {
        let compared: u64 = report.runs.iter().map(|run| run.run.comparisons).sum();
        text += &format!("{} (multicast router): Verilog and model agree at {compared} ports and clocks.\n", report.network);
    }
    text
}

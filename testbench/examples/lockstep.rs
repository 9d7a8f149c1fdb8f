//! A co-simulation of a folder that `generate` wrote, or only the stepping of its Verilog, timed.
//!
//! `cargo run --release -p torusmith-testbench --example lockstep -- DIR [rate=0.1] [cycles=2000] [mode=compare|step] [traffic=uniform]
//! [engine=fast] [threads=1] [skip=true] [flits=16,..] [seed=1] [trace=NODE] [wave=FILE]`

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{Builder, Observer, Plain, RunOptions, Testbench};

struct Print;

impl Observer for Print {
    fn trace(&mut self, line: &str) {
        println!("{line}");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let dir = arguments.next().ok_or("which folder?")?;
    let given: HashMap<String, String> = arguments
        .map(|a| a.split_once('=').map(|(k, v)| (k.into(), v.into())).ok_or("options are name=value"))
        .collect::<Result<_, _>>()?;
    let get = |name: &str, default: &str| given.get(name).cloned().unwrap_or(default.into());
    let flits: Vec<usize> = get("flits", "16").split(',').map(str::parse).collect::<Result<_, _>>()?;
    let patterns = match &get("traffic", "uniform")[..] {
        "all" => Pattern::ALL.to_vec(),
        one => vec![one.parse()?],
    };
    let options = RunOptions {
        cycles: get("cycles", "2000").parse()?,
        threads: get("threads", "1").parse()?,
        skip_idle: get("skip", "true").parse()?,
        trace: given.get("trace").map(|n| n.parse()).transpose()?,
        wave: given.get("wave").map(Into::into),
        ..RunOptions::default()
    };
    let (rate, lengths, seed) = (get("rate", "0.1").parse()?, Lengths::any_of(&flits)?, get("seed", "1").parse()?);
    let engine = get("engine", "fast").parse()?;

    let start = Instant::now();
    let bench = Testbench::open(Path::new(&dir), &Builder::find()?.expecting(u64::MAX))?;
    println!("opened in {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let mut clocks = 0;
    for pattern in patterns {
        let plain = Plain {
            traffic: TrafficOptions { pattern, rate, lengths: lengths.clone(), seed, sources: Sources::default() },
            engine,
            driver: None,
        };
        if get("mode", "compare") == "step" {
            let stepped = bench.step(&plain, &options)?;
            println!("{stepped:?}");
            clocks += stepped.cycles;
        } else {
            let mut run = bench.cosim(&plain, &options, &mut Print)?;
            let first = run.first_divergence.take();
            println!("{pattern} {run:?}");
            first.iter().for_each(|d| println!("{d}"));
            clocks += run.cycles + run.drain_cycles;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let each = seconds * 1e9 / (bench.design().network.routers() as u64 * clocks) as f64;
    println!("{clocks} clocks in {seconds:.3} s, {each:.0} ns a router and clock");
    Ok(())
}

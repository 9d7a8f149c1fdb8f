//! The AXI4 interconnect of a map: dependencies, lock step, round trips and beats a clock, where a flag asks for it.

use std::path::Path;

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table, facts};
use crate::cosim::{self, Measured};
use crate::deadlock;
use crate::exit::Verdict;
use crate::outcome::Outcome;

/// Traffic of the lock step, light, heavy and all that goes, without pauses, so that the network alone takes time.
const TRAFFIC: [&str; 14] = [
    "--rate",
    "0.1,0.3,1",
    "--valid-pause",
    "0",
    "--ready-pause",
    "0",
    "--answer-pause",
    "0",
    "--take-pause",
    "0",
    "--holes",
    "0",
    "--too-long",
    "0",
];

/// Adds the section.
pub fn add(args: &Args, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let title = "AXI4 interconnect";
    let numbers = [("--cycles", args.cycles), ("--seed", args.seed)];
    let asked: Vec<String> =
        numbers.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?.to_string()])).flatten().collect();
    let lock_step = |map: &str| -> Vec<String> {
        let own = ["--interface", "axi4", "--map", map, "--traffic", &args.patterns];
        own.into_iter().chain(TRAFFIC).map(str::to_owned).chain(asked.iter().cloned()).collect()
    };
    let words = |own: &[String]| maker.words("cosim", &own.iter().map(String::as_str).collect::<Vec<_>>());
    let Some(map) = &args.map else {
        page.not_computed("axi4", title, "--map FILE", words(&lock_step("map.toml")));
        return Ok(());
    };
    // The folder of a file is left out, as of a network.
    let (path, name) = (map.display().to_string(), map.file_name().map_or(map.as_path(), Path::new).display().to_string());
    let walked = maker.shown_as("deadlock", &["--map", &name], &["--map", &path], deadlock::Args::check)?;
    let (shown, own) = (lock_step(&name), lock_step(&path));
    let [shown, own] = [&shown, &own].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    let measured = maker.shown_as("cosim", &shown, &own, cosim::Args::measured)?;
    let free = if walked.verdict() == Verdict::Good { "free of deadlock: no cycle" } else { "A CYCLE: it can deadlock" };
    let agreed = if measured.verdict() == Verdict::Good { "Verilog and model agree" } else { "Verilog and model DIFFER" };
    page.summary("AXI4", agreed.to_owned());
    let table = Table {
        caption: "Clocks from AR to the first beat and from AW to B, and beats a clock of a manager, by pattern and rate".into(),
        head: ["pattern", "rate"].into_iter().chain(Measured::COLUMNS).collect(),
        rows: measured.rows,
        folded: false,
    };
    let all = [("requests and responses", free.to_owned()), ("lock step", agreed.to_owned())];
    page.section("axi4", title, vec![facts(all), Block::Table(table)]);
    Ok(())
}

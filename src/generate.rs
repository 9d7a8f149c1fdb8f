//! `torusmith generate`: a network's Verilog into a folder.

use std::path::PathBuf;

use serde::Serialize;
use torusmith_design::Tool;
use torusmith_generator::{Design, Options, Testbench, WriteOptions};
use torusmith_testbench::{Observer, RecordOptions, record};
use torusmith_topology::Network;

use crate::deadlock::refuse_cycle;
use crate::exit::Verdict;
use crate::options::{Axi4Args, BesideArgs, NetworkArgs, ReportArgs, RtlArgs, StreamArgs, TestbenchArgs};
use crate::outcome::Outcome;
use crate::values::name_of;
use crate::{interrupt, outputs, progress};

/// Write a router or a whole network as Verilog-2001
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  torusmith generate ttn:2,2,1 --out build/ttn --flit-width 64 --pipeline 3\n\
                \x20 torusmith generate torus:8,8 --vcs 2 --out build/torus --testbench --traffic transpose")]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Folder for the design; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Prefix of module and file names; a letter, then letters, digits and _ [default: the network's, such as mesh_2_2]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Replace edited files, and a design of the same module names
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    streams: StreamArgs,
    #[command(flatten)]
    axi4: Axi4Args,
    /// Reset the routers of a network by a balanced tree of registers (scope network)
    #[arg(long)]
    reset_tree: bool,
    /// Write assertions to be bound to the router: verification/*.sv (docs/verification.md)
    #[arg(long)]
    sva: bool,
    /// Write files for tools, separated by commas: vivado (a script that packages an IP), quartus (a component of Platform Designer), vhdl (component declarations) (docs/tools.md)
    #[arg(long = "for", value_name = "TOOLS", value_delimiter = ',', value_parser = name_of::<Tool>(), hide_possible_values = true)]
    tools: Vec<Tool>,
    /// Allow vectors of more than 65,536 bits at the ports of a network; some tools refuse them
    #[arg(long)]
    wide_ports: bool,
    #[command(flatten)]
    beside: BesideArgs,
    #[command(flatten)]
    testbench: TestbenchArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `generate` (docs/cli.md).
#[derive(Serialize)]
struct WrittenDesign {
    network: String,
    scope: String,
    top: String,
    out: PathBuf,
    files: Vec<String>,
    notes: Vec<String>,
    testbench: Option<Bench>,
}

#[derive(Serialize)]
struct Bench {
    module: String,
    node: Option<u32>,
    address: Option<String>,
    clocks: u64,
    flits_in: u64,
    flits_out: u64,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.rtl.router.rule.routes.network(args.network.resolve()?)?;
    let streams = args.axi4.generator(&network, args.streams.generator(args.rtl.generator(&network)?))?;
    let options = Options {
        name: args.name.clone(),
        reset_tree: args.reset_tree,
        wide_ports: args.wide_ports,
        sva: args.sva,
        tools: args.tools.clone(),
        ..args.beside.generator(streams)
    };
    let recorded = args.testbench.resolve(&network, args.rtl.flit_width(&network))?;
    refuse_cycle(&network)?;
    let mut design = torusmith_generator::generate(&network, &options)?;
    let testbench = recorded.map(|options| add_testbench(&mut design, &network, &options)).transpose()?;
    let written = design.write_with(&args.out, &WriteOptions { force: args.force, inputs: outputs::inputs() })?;
    if let Some((last, others)) = written.left_out.split_last() {
        let names = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
        design.notes.push(format!("{names} of this folder stay those of another design: in a folder of its own this one has them, too"));
    }
    let (network, scope, out) = (network.to_string(), options.scope.to_string(), args.out.clone());
    WrittenDesign { network, scope, top: design.top, out, files: written.files, notes: design.notes, testbench }.print(args.report.json)
}

/// A design as the model knows it: by its manifest alone.
pub fn by_manifest(design: &Design) -> anyhow::Result<torusmith_testbench::Design> {
    let path = PathBuf::from(format!("{}.json", design.top));
    let manifest = design.file(&path.to_string_lossy()).unwrap_or_default();
    let file = |file: &str| design.file(file).map(str::to_owned);
    Ok(torusmith_testbench::Design::of_manifest("".as_ref(), &path, manifest, file)?)
}

fn add_testbench(design: &mut Design, network: &Network, options: &RecordOptions) -> anyhow::Result<Bench> {
    let known = by_manifest(design)?;
    interrupt::poll();
    let bar = progress::bar(options.cycles, "clocks recorded");
    let recording = record(&known, options, &mut Watch(&bar, options.cycles))?;
    bar.finish_and_clear();
    let bench = Bench {
        module: recording.module.clone(),
        node: recording.node,
        address: recording.node.map(|node| network.format_address(node)),
        clocks: recording.clocks,
        flits_in: recording.flits_in,
        flits_out: recording.flits_out,
    };
    design.add_testbench(Testbench { module: recording.module, source: recording.source, record: recording.record })?;
    Ok(bench)
}

/// Progress and Ctrl-C.
struct Watch<'a>(&'a indicatif::ProgressBar, u64);

impl Observer for Watch<'_> {
    fn progress(&mut self, clock: u64) {
        self.0.set_position(clock.min(self.1));
    }

    fn interrupted(&self) -> bool {
        interrupt::raised()
    }
}

impl Outcome for WrittenDesign {
    fn text(&self) -> String {
        let report = self;
        let mut text = format!("{}: module {} in {}\n", report.network, report.top, report.out.display());
        for file in &report.files {
            text += &format!("  {file}\n");
        }
        for note in &report.notes {
            text += &format!("note: {note}\n");
        }
        if let Some(Bench { module, address, clocks, flits_in, flits_out, .. }) = &report.testbench {
            let place = address.as_ref().map_or("the local ports of all nodes".into(), |address| format!("the router at {address}"));
            text += &format!("test bench {module}: {place}, {clocks} clocks, {flits_in} flits in, {flits_out} flits out\n");
        }
        text
    }
}

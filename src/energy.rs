//! `torusmith energy`: power and energy of a router in standard cells, under traffic of the model.

mod network;
mod result;

use anyhow::bail;
use indicatif::ProgressBar;
use torusmith_asic::{Energies, EnergyModel, Library, Power};
use torusmith_sim::traffic::TrafficOptions;
use torusmith_testbench::{Design, RecordOptions, RouterPorts};

use crate::asic::sized::{CellArgs, Measured, Sized};
use crate::exit::{Interrupted, Verdict};
use crate::generate::by_manifest;
use crate::options::{CacheArgs, NetworkArgs, ReportArgs, RtlArgs, TrafficArgs, clocks};
use crate::outcome::Outcome;
use crate::values::{at_least, not_allowed, within};
use crate::{interrupt, progress};

use network::{NetlistNetwork, PortCounts};
use result::{Divergence, EnergyResult, Point};

/// Measure power and energy of a router in standard cells, under traffic of the model
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith energy torus:4,4 --vcs 2 --library osu018 --rate 0.03,0.1,0.2\n  torusmith energy torus:4,4 --liberty cells.lib --wire-pf-per-mm 0.2 --link-mm 1 --json\n\nExit code 1 if an output of the mapped netlist differs from the model."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    cells: CellArgs,
    /// Clock period in ns, 0.001 to 100000 [default: the shortest that the router takes]
    #[arg(long, value_name = "NS", value_parser = within(0.001..=100_000.0, " ns"), allow_hyphen_values = true)]
    period: Option<f64>,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// Clocks at the start that are not measured [default: a tenth of --cycles]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(0u64), allow_hyphen_values = true)]
    warmup: Option<u64>,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Clocks in which packets are sent, unless something else is asked for.
const CYCLES: u64 = 2000;
/// Clocks of the network at rest, before and while its power is measured.
const IDLE: [u64; 2] = [16, 64];
/// Routers of a network, at most.
const MOST: usize = 16_384;
/// Clocks between two looks at Ctrl-C.
const LOOK: u64 = 64;

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    measure(args)?.print(args.report.json)
}

fn measure(args: &Args) -> anyhow::Result<EnergyResult> {
    let cells = args.cells.open()?;
    let power = cells.read(Power::read)?;
    let network = args.rtl.router.rule.routes.network(args.network.resolve()?)?;
    if args.rtl.kind.is_multicast() {
        bail!(not_allowed("router", "multicast", "plain"));
    }
    if network.routers() > MOST {
        bail!(not_allowed("network", &network, format!("up to {MOST} routers; it has {}", network.routers())));
    }
    let flit_width = args.rtl.flit_width(&network);
    let traffic = args.traffic.resolve(&network, flit_width)?;
    let measured = Measured::new(network, &args.rtl, None, "energy")?;
    let design = by_manifest(&measured.design)?;
    let runs = traffic.into_iter().map(|traffic| args.run(traffic)).collect::<anyhow::Result<Vec<_>>>()?;
    // Traffic that the network cannot have is refused before minutes of mapping.
    runs.iter().try_for_each(|(options, _)| RouterPorts::new(&design, options).map(|_| ()))?;
    let title = measured.network.to_string();
    let spinner = progress::spinner(format!("{title}: yosys"));
    let sized = measured.size(&cells.library, &args.cells, &args.cache, &spinner)?;
    spinner.finish_and_clear();
    if let Some(period) = args.period.filter(|period| *period < sized.timing.period) {
        bail!(not_allowed("period", period, format!("{:.4} ns and more, the shortest that the router takes", sized.timing.period)));
    }
    let model = EnergyModel::new(&sized.netlist, &cells.library, &power, &sized.timing, &sized.conditions);
    let simulation = Simulation { sized: &sized, library: &cells.library, model: &model, design: &design };
    let mut bits = 0;
    let played = simulation.all(&runs, &mut bits)?;
    Ok(EnergyResult::new(sized, &cells.library.name, power.voltage, args.period, &design, played, bits))
}

impl Args {
    /// A run under this traffic, and how many of its clocks do not count.
    fn run(&self, traffic: TrafficOptions) -> anyhow::Result<(RecordOptions, u64)> {
        let cycles = clocks(traffic.pattern, self.traffic.asked_cycles().or((!traffic.pattern.is_trace()).then_some(CYCLES)));
        if cycles > RecordOptions::MOST_CLOCKS {
            bail!(not_allowed("cycles", cycles, format!("1 to {}", RecordOptions::MOST_CLOCKS)));
        }
        let warm_up = self.warmup.unwrap_or(cycles / 10);
        if warm_up >= cycles {
            bail!(not_allowed("warmup", warm_up, format!("0 to {}, less than the cycles", cycles - 1)));
        }
        Ok((RecordOptions { traffic, cycles, node: None }, warm_up))
    }
}

/// The mapped routers of a network, and what their events take.
struct Simulation<'a> {
    sized: &'a Sized,
    library: &'a Library,
    model: &'a EnergyModel,
    design: &'a Design,
}

/// Energies, the flits that were counted, and the clocks times routers.
type Played = (Energies, PortCounts, u64);

impl Simulation<'_> {
    /// The network at rest, and then each run with its traffic; the first difference from the model, if there is one.
    fn all(&self, runs: &[(RecordOptions, u64)], bits: &mut u64) -> anyhow::Result<Result<(Point, Vec<Point>), Divergence>> {
        interrupt::poll();
        let bar = progress::bar(IDLE.iter().sum::<u64>() + runs.iter().map(|(options, _)| options.cycles).sum::<u64>(), "clocks");
        let idle = match self.play(IDLE.iter().sum(), IDLE[0], None, bits, &bar)? {
            Ok(played) => self.point(None, 0, played),
            Err(divergence) => return Ok(Err(divergence)),
        };
        let mut points = Vec::new();
        for (options, warm_up) in runs {
            let ports = RouterPorts::new(self.design, options)?;
            match self.play(options.cycles, *warm_up, Some(ports), bits, &bar)? {
                Ok(played) => points.push(self.point(Some(options), *warm_up, played)),
                Err(divergence) => return Ok(Err(divergence.under(options))),
            }
        }
        bar.finish_and_clear();
        Ok(Ok((idle, points)))
    }

    fn play(
        &self,
        cycles: u64,
        warm_up: u64,
        mut model: Option<RouterPorts>,
        bits: &mut u64,
        bar: &ProgressBar,
    ) -> anyhow::Result<Result<Played, Divergence>> {
        let mut network = NetlistNetwork::new(&self.sized.netlist, self.library, &self.model.watches, self.design)?;
        let mut divergence = None;
        for clock in 0..cycles {
            if clock.is_multiple_of(LOOK) && interrupt::raised() {
                bail!(Interrupted);
            }
            bar.inc(1);
            let found = network.step(clock >= warm_up, |ports| match &mut model {
                Some(model) => Ok(model.step(ports)?),
                None => Ok(()),
            })?;
            if let Some(found) = found {
                divergence = Some(Divergence::new(clock, &found, self.design));
                break;
            }
        }
        *bits += network.bits_compared;
        let counts = network.take_counts();
        Ok(match divergence {
            Some(divergence) => Err(divergence),
            None => Ok((self.model.energies(&counts), network.counts, counts.clocks)),
        })
    }

    fn point(&self, options: Option<&RecordOptions>, warm_up: u64, played: Played) -> Point {
        let (energies, counts, clocks) = played;
        Point::new(self.sized, options, warm_up, &energies, counts, clocks)
    }
}

//! The result of `energy`: power at rest and under load, and energy of flits, hops and bits.

use std::collections::BTreeMap;

use serde::Serialize;
use torusmith_asic::Energies;
use torusmith_testbench::{Design, RecordOptions};

use super::network::{BitDivergence, PortCounts};
use crate::asic::sized::Sized;
use crate::asic::wires::{self, Wires, round};
use crate::exit::Verdict;
use crate::options::told_rate;
use crate::outcome::{Outcome, verdict};
use crate::output;

/// Power and energy of a router in standard cells (docs/cli.md, energy).
#[derive(Serialize)]
pub struct EnergyResult {
    network: String,
    top: String,
    routers: usize,
    flit_width: u32,
    library: String,
    voltage: f64,
    yosys: String,
    cells: usize,
    wires: Option<Wires>,
    clock_slew_ns: f64,
    /// The clock of all powers, and the shortest that the router takes.
    period_ns: f64,
    shortest_period_ns: f64,
    #[serde(rename = "match")]
    agrees: bool,
    /// Bits of the netlist's outputs that were compared with the model, of all routers and clocks.
    bits_compared: u64,
    first_divergence: Option<Divergence>,
    /// Energy of the clock in each cycle.
    clock_pj: Option<f64>,
    /// The network at rest.
    idle: Option<Power>,
    points: Vec<Point>,
}

/// Power of a router: the mean of the network's.
#[derive(Debug, Clone, Serialize)]
pub struct Power {
    clock_mw: f64,
    leakage_mw: f64,
    data_mw: f64,
    total_mw: f64,
}

/// Traffic of a run.
#[derive(Debug, Clone, Serialize)]
struct Traffic {
    traffic: String,
    rate: Option<f64>,
}

/// Energy in picojoules for each flit that leaves a router, for each flit that takes a hop, and for each bit of a hop.
#[derive(Debug, Clone, Serialize)]
struct PerEvent {
    flit_router_pj: Option<f64>,
    flit_hop_pj: Option<f64>,
    bit_hop_pj: Option<f64>,
}

/// Power and energy under traffic.
#[derive(Serialize)]
pub struct Point {
    #[serde(flatten)]
    traffic: Option<Traffic>,
    warmup: u64,
    /// Flits that leave a router in a clock, and those of them that go to another router.
    flits_per_clock: f64,
    hops_per_clock: f64,
    power: Option<Power>,
    /// Without clock and leakage.
    data: Option<PerEvent>,
    /// With all power of the network.
    total: Option<PerEvent>,
    /// The one of the most data energy first.
    blocks: Vec<EnergyBlock>,
}

/// Energy per clock of a block of a router, or of the links, and its leakage.
#[derive(Debug, Clone, Default, Serialize)]
struct EnergyBlock {
    block: String,
    switching_pj: f64,
    internal_pj: f64,
    clock_pj: f64,
    leakage_mw: f64,
}

/// A bit of the netlist that is not the model's.
#[derive(Debug, Clone, Serialize)]
pub struct Divergence {
    /// `None`: the network at rest.
    run: Option<Traffic>,
    clock: u64,
    router: u32,
    address: String,
    port: usize,
    port_name: String,
    signal: &'static str,
    bit: usize,
    netlist: u8,
    model: u8,
}

impl Divergence {
    /// In a clock of a run.
    pub fn new(clock: u64, found: &BitDivergence, design: &Design) -> Self {
        let BitDivergence { router, port, signal, bit, found } = *found;
        let (address, port_name) = (design.place_address(router), design.port_name(router, port));
        Self { run: None, clock, router, address, port, port_name, signal, bit, netlist: found.into(), model: (!found).into() }
    }

    /// Under the traffic of a run.
    pub fn under(self, options: &RecordOptions) -> Self {
        Self { run: Some(Traffic::new(options)), ..self }
    }
}

impl Traffic {
    fn new(options: &RecordOptions) -> Self {
        Self { traffic: options.traffic.pattern.to_string(), rate: told_rate(&options.traffic) }
    }
}

impl EnergyBlock {
    fn data_pj(&self) -> f64 {
        self.switching_pj + self.internal_pj
    }

    fn add(&mut self, other: &Self) {
        self.switching_pj += other.switching_pj;
        self.internal_pj += other.internal_pj;
        self.clock_pj += other.clock_pj;
        self.leakage_mw += other.leakage_mw;
    }
}

impl Point {
    /// Of a run, or without options of the network at rest; `clocks` are those of all routers.
    pub fn new(sized: &Sized, options: Option<&RecordOptions>, warmup: u64, energies: &Energies, counts: PortCounts, clocks: u64) -> Self {
        let mut blocks: BTreeMap<&str, EnergyBlock> = BTreeMap::new();
        for (i, energy) in energies.instances.iter().enumerate() {
            blocks.entry(sized.block(i).0).or_default().add(&EnergyBlock {
                block: String::new(),
                switching_pj: energy.switching,
                internal_pj: energy.internal,
                clock_pj: energy.clock,
                leakage_mw: energy.leakage,
            });
        }
        blocks.entry("links").or_default().switching_pj += energies.links;
        let named = |(block, energy): (&str, EnergyBlock)| EnergyBlock { block: block.to_owned(), ..energy };
        let mut blocks: Vec<EnergyBlock> = blocks.into_iter().map(named).collect();
        blocks.sort_by(|a, b| b.data_pj().total_cmp(&a.data_pj()).then_with(|| a.block.cmp(&b.block)));
        let per_clock = |count: u64| count as f64 / clocks as f64;
        Self {
            traffic: options.map(Traffic::new),
            warmup,
            flits_per_clock: per_clock(counts.flits),
            hops_per_clock: per_clock(counts.hops),
            power: None,
            data: None,
            total: None,
            blocks,
        }
    }

    fn sum(&self) -> EnergyBlock {
        self.blocks.iter().fold(EnergyBlock::default(), |mut sum, block| {
            sum.add(block);
            sum
        })
    }

    /// Mean power of a router with this clock: picojoules in a nanosecond are milliwatts.
    fn power(&self, period_ns: f64) -> Power {
        let sum = self.sum();
        let (clock_mw, data_mw, leakage_mw) = (sum.clock_pj / period_ns, sum.data_pj() / period_ns, sum.leakage_mw);
        Power { clock_mw, leakage_mw, data_mw, total_mw: clock_mw + data_mw + leakage_mw }
    }

    /// The point with a clock, and flits of so many bits.
    fn with_clock(self, period_ns: f64, flit_width: u32) -> Self {
        let power = self.power(period_ns);
        let per_event = |mw: f64| {
            let pj = mw * period_ns;
            let of = |events: f64| (events > 0.0).then(|| significant(pj / events));
            PerEvent {
                flit_router_pj: of(self.flits_per_clock),
                flit_hop_pj: of(self.hops_per_clock),
                bit_hop_pj: of(self.hops_per_clock * f64::from(flit_width)),
            }
        };
        let (data, total) = (Some(per_event(power.data_mw)), Some(per_event(power.total_mw)));
        let block = |block: EnergyBlock| EnergyBlock {
            switching_pj: significant(block.switching_pj),
            internal_pj: significant(block.internal_pj),
            clock_pj: significant(block.clock_pj),
            leakage_mw: significant(block.leakage_mw),
            ..block
        };
        Self {
            power: Some(power.rounded()),
            data,
            total,
            flits_per_clock: round(self.flits_per_clock, 5),
            hops_per_clock: round(self.hops_per_clock, 5),
            blocks: self.blocks.into_iter().map(block).collect(),
            ..self
        }
    }
}

impl Power {
    fn rounded(self) -> Self {
        let Self { clock_mw, leakage_mw, data_mw, total_mw } = self;
        let [clock_mw, leakage_mw, data_mw, total_mw] = [clock_mw, leakage_mw, data_mw, total_mw].map(significant);
        Self { clock_mw, leakage_mw, data_mw, total_mw }
    }
}

/// A number with five significant digits.
fn significant(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { round(value, 4 - value.abs().log10().floor() as i32) }
}

impl EnergyResult {
    /// Of the network at rest and of all runs, or of the first difference; with the clock asked for, else the shortest.
    pub fn new(
        sized: Sized,
        library: &str,
        voltage: f64,
        period: Option<f64>,
        design: &Design,
        played: Result<(Point, Vec<Point>), Divergence>,
        bits_compared: u64,
    ) -> Self {
        let shortest_period_ns = round(sized.timing.period, 4);
        let period_ns = period.unwrap_or(shortest_period_ns);
        let (idle, points, first_divergence) = match played {
            Ok((idle, points)) => (Some(idle), points, None),
            Err(divergence) => (None, Vec::new(), Some(divergence)),
        };
        Self {
            network: sized.measured.network.to_string(),
            routers: design.network.routers(),
            flit_width: design.flit_width,
            library: library.to_owned(),
            voltage,
            cells: sized.netlist.instances.len(),
            clock_slew_ns: sized.conditions.clock_transition,
            period_ns,
            shortest_period_ns,
            agrees: first_divergence.is_none(),
            bits_compared,
            first_divergence,
            clock_pj: idle.as_ref().map(|idle| significant(idle.sum().clock_pj)),
            idle: idle.as_ref().map(|idle| idle.power(period_ns).rounded()),
            points: points.into_iter().map(|point| point.with_clock(period_ns, design.flit_width)).collect(),
            top: sized.measured.design.top,
            yosys: sized.measured.yosys.version,
            wires: sized.wires,
        }
    }

    fn points(&self) -> String {
        let pj = |of: &Option<PerEvent>, field: fn(&PerEvent) -> Option<f64>| short(of.as_ref().and_then(field));
        let row = |point: &Point| {
            let traffic = point.traffic.as_ref();
            let power = |field: fn(&Power) -> f64| short(point.power.as_ref().map(field));
            vec![
                traffic.map_or(String::new(), |traffic| traffic.traffic.clone()),
                traffic.and_then(|traffic| traffic.rate).map_or("-".to_owned(), |rate| rate.to_string()),
                format!("{:.3}", point.flits_per_clock),
                power(|power| power.data_mw),
                power(|power| power.total_mw),
                pj(&point.data, |data| data.flit_router_pj),
                pj(&point.data, |data| data.flit_hop_pj),
                pj(&point.data, |data| data.bit_hop_pj),
                pj(&point.total, |total| total.bit_hop_pj),
            ]
        };
        let head = ["traffic", "rate", "flits a clock", "data mW", "mW", "pJ a flit", "pJ a hop", "pJ a bit and hop", "with clock"];
        output::table(&head, self.points.iter().map(row))
    }

    /// The blocks of the last point, which is the one of the highest rate in a sweep.
    fn blocks(&self) -> String {
        let Some(point) = self.points.last() else { return String::new() };
        let sum = point.sum();
        let percent = |part: f64, all: f64| if all > 0.0 { format!("{:.1} %", 100.0 * part / all) } else { "-".to_owned() };
        let row = |block: &EnergyBlock| {
            vec![
                block.block.clone(),
                short(Some(block.clock_pj)),
                percent(block.clock_pj, sum.clock_pj),
                short(Some(block.data_pj())),
                percent(block.data_pj(), sum.data_pj()),
            ]
        };
        let total = EnergyBlock { block: "total".to_owned(), ..sum.clone() };
        output::table(&["block", "clock pJ", "share", "data pJ", "share"], point.blocks.iter().chain([&total]).map(row))
    }
}

/// A number with four significant digits.
fn short(value: Option<f64>) -> String {
    let Some(value) = value else { return "-".to_owned() };
    let digits = if value == 0.0 { 0 } else { (3 - value.abs().log10().floor() as i32).clamp(0, 6) };
    format!("{value:.digits$}", digits = digits as usize)
}

impl Outcome for EnergyResult {
    fn verdict(&self) -> Verdict {
        verdict(self.agrees)
    }

    fn text(&self) -> String {
        let title = format!("{}, {} in {}, {} V", self.network, self.top, self.library, self.voltage);
        if let Some(found) = &self.first_divergence {
            let run = found.run.as_ref().map_or("at rest".to_owned(), |run| run.traffic.clone());
            return format!(
                "{title}: the netlist differs from the model\n{run}, clock {}: router {} ({}), port {} ({}): {} bit {} is {}, expected {}\n",
                found.clock, found.router, found.address, found.port, found.port_name, found.signal, found.bit, found.netlist, found.model
            );
        }
        let idle = |of: fn(&Power) -> f64| short(self.idle.as_ref().map(of));
        let facts = [
            (
                "at rest",
                format!(
                    "{} mW: clock {} mW, leakage {} mW, data {} mW",
                    idle(|p| p.total_mw),
                    idle(|p| p.clock_mw),
                    idle(|p| p.leakage_mw),
                    idle(|p| p.data_mw)
                ),
            ),
            (
                "clock",
                format!("{} pJ a cycle, without a tree; {} ns, transition {} ns", short(self.clock_pj), self.period_ns, self.clock_slew_ns),
            ),
            ("wires", wires::text(self.wires.as_ref())),
            ("netlist", format!("{} cells, {} routers; {} bits of outputs are the model's", self.cells, self.routers, self.bits_compared)),
            ("tools", format!("yosys {}; power without glitches by torusmith", self.yosys)),
        ];
        format!("{title}\n{}\n{}\n{}", self.points(), self.blocks(), output::facts(&facts))
    }
}

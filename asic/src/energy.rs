//! Energy of a netlist from what a simulation of it counts: switched capacitance, the power tables of its cells, and leakage.

use crate::cycles::{Counts, Watch};
use crate::library::Library;
use crate::netlist::Netlist;
use crate::power::{CellPower, InternalPower, Power};
use crate::timing::{Conditions, Timing};

/// Energy of an instance: per clock in picojoules, and its leakage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct InstanceEnergy {
    /// Loads that its outputs charge inside the router.
    pub switching: f64,
    /// Inside the cell, at data edges.
    pub internal: f64,
    /// The load of its clock pin, and what it takes inside the cell at clock edges.
    pub clock: f64,
    /// In milliwatts.
    pub leakage: f64,
}

/// Energy of a router, per clock in picojoules.
#[derive(Debug, Clone, PartialEq)]
pub struct Energies {
    /// Of each instance.
    pub instances: Vec<InstanceEnergy>,
    /// Pins that the router's inputs drive, and the wires of links that its outputs drive.
    pub links: f64,
}

/// An `internal_power` group of a pin: the watch that counts it, and its energy.
type Alternative = (Option<usize>, f64);

/// The groups of one supply at a pin.
struct PinEnergy {
    instance: usize,
    /// The net; `None`: the clock, which has two edges in each clock.
    net: Option<usize>,
    is_output: bool,
    alternatives: Vec<Alternative>,
}

/// What each event of a netlist takes.
pub struct EnergyModel {
    /// What a simulation must count for [`EnergyModel::energies`].
    pub watches: Vec<Watch>,
    /// Energy of a toggle of each net, and the instance that it counts to; without one it counts to the links.
    nets: Vec<(f64, Option<usize>)>,
    /// Energy that a toggle of each net takes in the wires of links.
    links: Vec<f64>,
    pins: Vec<PinEnergy>,
    /// Energy of the clock pins of each instance.
    clocks: Vec<f64>,
    /// Of each instance, leakage in other states, and watches of its states with their leakage.
    leakage: Vec<(f64, Vec<(usize, f64)>)>,
}

impl EnergyModel {
    /// Of a netlist after sizing.
    pub fn new(netlist: &Netlist, library: &Library, power: &Power, timing: &Timing, conditions: &Conditions) -> Self {
        // C V^2 / 2 a toggle; pF times V^2 are pJ.
        let half = 0.5 * power.voltage * power.voltage;
        let mean = |pair: [f64; 2]| 0.5 * (pair[0] + pair[1]);
        let pin = |&(i, pin): &(usize, usize)| mean(library.cells[netlist.instances[i].cell].pins[pin].capacitance);
        let of_net = |net: &crate::netlist::Net| {
            let load = net.sinks.iter().map(pin).sum::<f64>() + conditions.wire * (net.sinks.len() + net.outputs) as f64;
            (half * load, net.driver.map(|(instance, _)| instance))
        };
        let mut model = Self {
            watches: Vec::new(),
            nets: netlist.nets.iter().map(of_net).collect(),
            links: netlist.nets.iter().map(|net| half * conditions.link * net.outputs as f64).collect(),
            pins: Vec::new(),
            clocks: vec![0.0; netlist.instances.len()],
            leakage: Vec::new(),
        };
        for (i, instance) in netlist.instances.iter().enumerate() {
            let cell = &library.cells[instance.cell];
            let tables = &power.cells[instance.cell];
            let transition = |pin: usize| match instance.pins[pin].net().filter(|_| !cell.pins[pin].is_clock) {
                Some(net) => mean(timing.transition[net]),
                None => conditions.clock_transition,
            };
            for (at, pin) in cell.pins.iter().enumerate() {
                let Some(net) = instance.pins[at].net() else { continue };
                if pin.is_clock {
                    model.clocks[i] += 2.0 * half * (mean(pin.capacitance) + conditions.wire);
                }
                let net = Some(net).filter(|_| !pin.is_clock);
                for supply in supplies(&tables.pins[at]) {
                    let alternatives = if pin.is_output {
                        let load = net.map_or(0.0, |net| mean(timing.load[net]));
                        let related = |group: &&InternalPower| group.related.len().max(1);
                        let is_one = supply.len() == 1 && supply.iter().map(related).sum::<usize>() == 1;
                        let of = |group: &InternalPower, from: Option<usize>| {
                            let energy = 0.5 * group.both(from.map_or(conditions.clock_transition, transition), load);
                            let beside = from.filter(|&from| !cell.pins[from].is_clock).and_then(|from| instance.pins[from].net());
                            let when = group.when.clone().map(|when| (i, when));
                            (Watch { toggles: net, beside, when }, energy)
                        };
                        let all = supply.iter().flat_map(|group| {
                            let related = group.related.iter().map(|&from| of(group, Some(from)));
                            related.chain(group.related.is_empty().then(|| of(group, None)))
                        });
                        let all: Vec<_> = all.collect();
                        all.into_iter().map(|(watch, energy)| (Some(watch).filter(|_| !is_one), energy)).collect::<Vec<_>>()
                    } else {
                        let edges = if pin.is_clock { 1.0 } else { 0.5 };
                        let of = |group: &&InternalPower| {
                            let watch = group.when.clone().map(|when| Watch { toggles: net, beside: None, when: Some((i, when)) });
                            (watch, edges * group.both(transition(at), 0.0))
                        };
                        supply.iter().map(of).collect()
                    };
                    let alternatives = alternatives.into_iter().map(|(watch, energy)| (watch.map(|watch| model.watch(watch)), energy));
                    let alternatives = alternatives.collect();
                    model.pins.push(PinEnergy { instance: i, net, is_output: pin.is_output, alternatives });
                }
            }
            model.add_leakage(i, tables);
        }
        model
    }

    fn watch(&mut self, watch: Watch) -> usize {
        self.watches.push(watch);
        self.watches.len() - 1
    }

    fn add_leakage(&mut self, instance: usize, power: &CellPower) {
        let states = power.leakage.iter().map(|(when, leakage)| {
            let watch = Watch { when: Some((instance, when.clone())), ..Watch::default() };
            (self.watch(watch), *leakage)
        });
        let states = states.collect();
        self.leakage.push((power.other_leakage, states));
    }

    /// Energy per clock of a run.
    pub fn energies(&self, counts: &Counts) -> Energies {
        let clocks = (counts.clocks as f64).max(1.0);
        let mut instances = vec![InstanceEnergy::default(); self.clocks.len()];
        let mut links = 0.0;
        for ((&(energy, driver), link), &toggles) in self.nets.iter().zip(&self.links).zip(&counts.toggles) {
            let toggles = toggles as f64 / clocks;
            match driver {
                Some(driver) => instances[driver].switching += toggles * energy,
                None => links += toggles * energy,
            }
            links += toggles * link;
        }
        for pin in &self.pins {
            let edges = pin.net.map_or(counts.clocks, |net| counts.toggles[net]) as f64;
            let energy = pin.energy(edges, |watch| 0.5 * counts.watched[watch] as f64) / clocks;
            match pin.net {
                Some(_) => instances[pin.instance].internal += energy,
                None => instances[pin.instance].clock += energy,
            }
        }
        for ((instance, clock), (other, states)) in instances.iter_mut().zip(&self.clocks).zip(&self.leakage) {
            instance.clock += clock;
            let share = |watch: usize| 0.5 * counts.watched[watch] as f64 / clocks;
            let known: f64 = states.iter().map(|&(watch, _)| share(watch)).sum();
            instance.leakage = states.iter().map(|&(watch, leakage)| share(watch) * leakage).sum::<f64>() + (1.0 - known).max(0.0) * other;
        }
        Energies { instances, links }
    }
}

impl PinEnergy {
    /// Energy of so many edges, of which each watch counts some.
    fn energy(&self, edges: f64, watched: impl Fn(usize) -> f64) -> f64 {
        let mean = |energies: &[f64]| energies.iter().sum::<f64>() / energies.len().max(1) as f64;
        let counted = self.alternatives.iter().filter_map(|&(watch, energy)| Some((watched(watch?), energy)));
        let (count, sum) = counted.fold((0.0, 0.0), |(all, sum), (count, energy)| (all + count, sum + count * energy));
        let others: Vec<f64> = self.alternatives.iter().filter(|(watch, _)| watch.is_none()).map(|(_, energy)| *energy).collect();
        match (self.is_output, count > 0.0) {
            // Inputs that toggle in one clock share the output's edge.
            (true, true) => edges * sum / count,
            (true, false) => edges * mean(&self.alternatives.iter().map(|(_, energy)| *energy).collect::<Vec<_>>()),
            (false, _) => sum + (edges - count).max(0.0) * mean(&others),
        }
    }
}

/// The groups of a pin, by supply.
fn supplies(groups: &[InternalPower]) -> Vec<Vec<&InternalPower>> {
    let mut found: Vec<Vec<&InternalPower>> = Vec::new();
    for group in groups {
        match found.iter_mut().find(|supply| supply[0].supply == group.supply) {
            Some(supply) => supply.push(group),
            None => found.push(vec![group]),
        }
    }
    found
}

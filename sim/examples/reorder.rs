//! A run with packets of several lengths, and the sizes of a buffer that would bring packets of a pair back into order. For `benches/order`.

use std::collections::{HashMap, VecDeque};
use std::str::FromStr;

use torusmith_sim::Error;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, TerminalId};

/// A packet in flight, or one that waits.
struct Sent {
    number: u32,
    flits: usize,
    arrived: bool,
}

/// The packets of each pair, from the oldest that has not arrived on; and the packets that wait at each node.
#[derive(Default)]
struct Buffers {
    pairs: HashMap<(TerminalId, TerminalId), VecDeque<Sent>>,
    packets: HashMap<TerminalId, usize>,
    flits: HashMap<TerminalId, usize>,
    most: [usize; 3],
}

impl Buffers {
    fn arrive(&mut self, source: TerminalId, destination: TerminalId, number: u32) {
        let pair = self.pairs.get_mut(&(source, destination)).expect("a packet was created");
        let at = pair.iter().position(|sent| sent.number == number).expect("a packet arrives once");
        pair[at].arrived = true;
        let (packets, flits) = (self.packets.entry(destination).or_default(), self.flits.entry(destination).or_default());
        if at > 0 {
            *packets += 1;
            *flits += pair[at].flits;
            self.most = [self.most[0].max(*packets), self.most[1].max(*flits), self.most[2].max(at)];
            return;
        }
        pair.pop_front();
        while pair.front().is_some_and(|next| next.arrived)
            && let Some(next) = pair.pop_front()
        {
            *packets -= 1;
            *flits -= next.flits;
        }
    }
}

fn refuse(error: &Error) -> ! {
    eprintln!("{error}");
    std::process::exit(2)
}

/// The next argument.
fn next<T: FromStr>(arguments: &mut impl Iterator<Item = String>, name: &str) -> T {
    arguments.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        eprintln!("{name}: usage: reorder NETWORK ROUTING VC-RULE TIES VCS ORDER PATTERN FLITS,.. RATE CYCLES SEED");
        std::process::exit(2)
    })
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let all = &mut arguments;
    let network = next(all, "network");
    let routing = RoutingOptions::new(Some(next(all, "routing")), Some(next(all, "vc-rule"))).with_ties(next(all, "ties"));
    let router = RouterConfig { vcs: next(all, "vcs"), order: next(all, "order"), ..RouterConfig::default() };
    let pattern = next(all, "pattern");
    let flits: String = next(all, "flits");
    let flits: Vec<usize> = flits.split(',').filter_map(|flits| flits.parse().ok()).collect();
    let lengths = Lengths::any_of(&flits).unwrap_or_else(|error| refuse(&error));
    let (rate, cycles, seed) = (next(all, "rate"), next(all, "cycles"), next(all, "seed"));
    let traffic = TrafficOptions { pattern, rate, lengths, seed, sources: Sources::default() };
    let run = RunOptions { cycles, warm_up: cycles / 6, ..RunOptions::default() };
    let simulation = Simulation { network, routing, router, slices: LinkSlices::default(), engine: EngineKind::Fast, traffic, run };
    let mut run = simulation.start(false).unwrap_or_else(|error| refuse(&error));
    let mut buffers = Buffers::default();
    while !run.done() {
        for packet in run.begin() {
            let sent = Sent { number: packet.number, flits: packet.flits.into(), arrived: false };
            buffers.pairs.entry((packet.source, packet.destination)).or_default().push_back(sent);
        }
        for delivery in run.finish().unwrap_or_else(|_| panic!("the network is dead")) {
            let packet = delivery.packet;
            buffers.arrive(packet.source, packet.destination, packet.number);
        }
    }
    let summary = run.summary().all;
    let [packets, flits, ahead] = buffers.most;
    let (Some(accepted), Some(latency)) = (summary.accepted, summary.latencies.network.latency()) else {
        eprintln!("cycles: no packet was measured");
        std::process::exit(2)
    };
    println!("{accepted} {} {} {} {packets} {flits} {ahead}", latency.mean, summary.overtaken, summary.packets);
}

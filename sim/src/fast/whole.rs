//! A network in one part as an [`Engine`].

use torusmith_topology::Network as Topology;

use super::part::Part;
use super::part::RandomDrivers;
use super::word::Word;
use crate::Error;
use crate::driver::{AddressSpace, DriverOptions, Drivers};
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, WaitingVc};

impl<W: Word, const S: usize, const CLOCKS: u8> Engine for Part<W, S, CLOCKS> {
    fn clock(&self) -> u64 {
        self.net.clock
    }

    fn offer(&mut self, packet: Packet) {
        if let Some(driven) = &mut self.driven {
            driven.drivers.offer(packet);
            return;
        }
        Part::offer(self, packet);
    }

    fn close(&mut self) {
        self.counts.closed = true;
    }

    fn drive(&mut self, network: &Topology, options: DriverOptions) -> Result<(), Error> {
        options.check()?;
        let drivers = Drivers::new(options, self.config, AddressSpace::new(network), &self.net.terminals);
        self.driven = Some(Box::new(RandomDrivers::new(drivers, self.config, self.net.links.clone(), self.net.terminals.routers())));
        Ok(())
    }

    fn errors(&self, into: &mut Vec<u8>) {
        into.clear();
        into.extend(self.driven.iter().flat_map(|driven| driven.drivers.errors()));
    }

    fn dropped(&self) -> [u64; 3] {
        self.driven.as_ref().map_or([0; 3], |driven| driven.drivers.dropped())
    }

    fn step(&mut self) {
        self.decide();
        self.finish();
    }

    fn rest_until(&mut self, clock: u64) -> bool {
        let rests = self.rests();
        if rests {
            self.net.clock = clock;
        }
        rests
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        self.net.registers.as_ref().expect("an engine made for observing").show(into);
        if CLOCKS == 1 {
            self.on_links(|at, flit, _| into[at].0 |= flit.0);
        }
    }

    fn heads(&mut self, into: &mut Vec<Head>) {
        self.net.registers.as_mut().expect("an engine made for observing").show_heads(into);
        if CLOCKS == 1 {
            self.on_links(|at, flit, carried| into.extend(carried.filter(|_| flit.head()).map(|bits| Head { at: at as u32, bits })));
            into.sort_unstable();
        }
    }

    fn queued(&self) -> usize {
        self.counts.queued + self.driven.as_ref().map_or(0, |driven| driven.drivers.queued())
    }

    fn in_flight(&self) -> usize {
        self.counts.in_flight as usize
    }

    fn link_flits(&self) -> Vec<u64> {
        self.count_flits()
    }

    fn waiting(&self) -> Vec<WaitingVc> {
        self.list_waiting()
    }

    fn trace(&self, node: usize) -> String {
        self.view(node).to_string()
    }
}

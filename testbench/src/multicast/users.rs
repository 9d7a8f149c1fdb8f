//! Packets on their way to the queues of the Verilog's network interfaces, reports and restarts, and the check of deliveries.

use torusmith_sim::multicast::Packet;
use torusmith_topology::rdt::Rdt;

use super::counts::MulticastCounts;
use super::format::{Format, LOCAL1};
use super::ledger::Ledger;
use super::source::Source;
use crate::binding::{Data, Frame, Offer, View};
use crate::manifest::Design;
use crate::protocol;
use crate::sums::{Packets, Sums};
use crate::trace;

pub struct Users {
    source: Source,
    ledger: Ledger,
    /// Packets created in the clock that was driven last.
    created: Vec<Packet>,
    /// Packets that the interfaces are to send of themselves in the next clock.
    jobs: Vec<Offer>,
    /// Packets that had come to their end before the clock that was looked at last, as the sums are of the clock before.
    ended: u64,
}

impl Users {
    pub(super) fn new(design: &Design, rdt: Rdt, source: Source) -> Self {
        let ledger = Ledger::new(Format::new(rdt, design.flit_width), rdt);
        Self { source, ledger, created: Vec::new(), jobs: Vec::new(), ended: 0 }
    }
}

impl protocol::Users for Users {
    type Input = Packet;
    type Extras = Data;
    type Counts = MulticastCounts;

    fn drive(&mut self, frame: &mut Frame<Data>) {
        self.created.clear();
        if frame.open {
            self.source.create(frame.clock, &mut self.created);
        }
        frame.inbox.append(&mut self.jobs);
        for &packet in &self.created {
            frame.inbox.push(self.ledger.expect(packet));
        }
        // What is sent on was known a clock earlier, and stays before the new packets of its node.
        frame.inbox.sort_by_key(|offer| offer.source);
    }

    fn given(&self) -> &[Packet] {
        &self.created
    }

    /// Without a model too: reports and restarts come of what is seen.
    fn see(&mut self, view: &View<'_>, _model: bool) -> u64 {
        self.ended = self.ledger.counts.ended();
        for node in 0..view.nodes() {
            for port in [0, LOCAL1] {
                self.ledger.see(view.clock(), node as u32, port, view.outputs(node, port), &mut self.jobs);
            }
        }
        0
    }

    fn packets(&mut self, sums: &Sums) -> Packets {
        Packets { started: sums.started, ended: self.ended }
    }

    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String> {
        vec![format!("rtl   {}", trace::outputs(view, node as usize, None))]
    }

    fn counts(self, sums: &Sums, queued: u64, lost: u64) -> (MulticastCounts, Vec<String>) {
        let counts = self.ledger.counts;
        let counts = MulticastCounts {
            packets_injected: sums.started,
            unicasts_delivered: counts.unicasts,
            copies_delivered: counts.copies,
            acked: counts.acks,
            nacked: counts.nacks,
            shot_down: counts.reports,
            restarted: counts.restarts,
            abandoned: lost,
            packets_queued: queued,
        };
        (counts, self.ledger.violations)
    }
}

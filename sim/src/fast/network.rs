//! State that the routers of a part of a network share.

use std::ops::Range;
use std::sync::Arc;

use torusmith_design::Order;
use torusmith_topology::{Graph, Terminals};

use super::backlog::Backlog;
use super::fields::Fields;
use super::links::Links;
use super::packets::{Choices, DepartingHead, PacketTable};
use super::registers::Registers;
use super::state::Rules;
use super::word::{LANES, Word};
use crate::config::RouterConfig;
use crate::engine::Delivery;
use crate::routing::Routing;

/// Links, packets, routing and records; all but the state of routers and sources.
pub(super) struct Network<W: Word> {
    pub clock: u64,
    /// The first router; all others are counted from it.
    pub first: usize,
    pub terminals: Arc<Terminals>,
    pub rules: Rules<W>,
    pub routing: Arc<dyn Routing>,
    pub links: Links<W>,
    pub packets: PacketTable,
    pub backlog: Backlog,
    pub choices: Choices<W>,
    /// Heads on their way to other parts.
    pub departing: Vec<DepartingHead>,
    /// Packets whose tail is on a local output in this clock.
    pub arriving: Vec<Delivery>,
    /// Flits of packets whose tail has left, by output port, `node * ports + port`.
    pub passed: Vec<u64>,
    pub registers: Option<Registers>,
}

impl<W: Word> Network<W> {
    /// State of the routers `part`.
    pub fn new(
        graph: &Graph,
        terminals: Arc<Terminals>,
        routing: Arc<dyn Routing>,
        config: RouterConfig,
        observing: bool,
        part: Range<usize>,
    ) -> Self {
        let (nodes, ports) = (part.len(), graph.ports());
        let fields = Fields::new((graph.local_ports(), ports), config.vcs);
        let reuse_empty = (0..ports).fold(W::NONE, |all, port| all | fields.at(port, config.reuse_empty));
        let each = config.vcs_a_class();
        let class = |w: usize| (config.message_class(w) * routing.classes() + w % each * routing.classes() / each) as u8;
        let class = std::array::from_fn(|w| class(w.min(config.vcs - 1)));
        let home_class = std::array::from_fn(|w| class[config.first_vc(config.message_class(w.min(config.vcs - 1)))]);
        let (message_classes, vcs_a_class) = (config.message_classes as u8, each as u8);
        let pairs = (config.order == Order::Pair).then(|| config.pair_mask());
        Self {
            clock: 0,
            first: part.start,
            terminals,
            rules: Rules { fields, depth: config.depth, reuse_empty, class, home_class, message_classes, vcs_a_class, pairs },
            links: Links::new(graph, fields, part),
            packets: PacketTable::new(routing.rewrites(), nodes.next_multiple_of(LANES) * fields.width()),
            backlog: Backlog::default(),
            choices: Choices::new(nodes * fields.width()),
            departing: Vec::new(),
            arriving: Vec::new(),
            passed: vec![0; nodes * ports],
            registers: observing.then(|| Registers::new(nodes, ports)),
            routing,
        }
    }
}

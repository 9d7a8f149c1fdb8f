//! Routers of the contract in lock step with the model's reference engine: all their outputs are compared in every clock.

use torusmith_contract::{Apart, Bools, CreditLink, FlitLink, Inputs, Outputs, Parameters, Route, Router, State};
use torusmith_design::Order;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::{Engine, Head, Packet, PortWord};
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingOptions, for_router};
use torusmith_topology::{Graph, Network, TerminalId};

use super::interface::{Interface, data};

/// A comparison: design, traffic and length.
#[derive(Debug, Clone, Copy)]
pub struct LockStepRun {
    pub config: RouterConfig,
    pub options: RoutingOptions,
    /// Data bits beyond the header.
    pub spare: usize,
    /// Clocks in which packets are offered; half as many follow without.
    pub clocks: u64,
    /// Packets per node and thousand clocks.
    pub rate: u64,
    /// One of this many nodes has a router that is compared.
    pub every: usize,
}

impl Default for LockStepRun {
    fn default() -> Self {
        Self { config: RouterConfig::default(), options: RoutingOptions::default(), spare: 9, clocks: 120, rate: 200, every: 1 }
    }
}

/// Counts of a comparison.
#[derive(Debug, Default)]
pub struct LockStepCounts {
    /// Flits on compared links.
    pub flits: usize,
    pub delivered: usize,
}

/// A small pseudo-random generator, equal in every build.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Where the terminals are, if they are apart from routers.
fn apart(network: &Network) -> Option<Apart> {
    let graph = network.graph();
    let at = |router: usize| {
        (0..graph.local_ports()).map(|port| graph.terminal(router as u32, port as u8).map(|terminal| terminal.0)).collect::<Vec<_>>()
    };
    let apart = || Apart { router_bits: network.router_bits() as usize, terminals: (0..graph.routers()).map(at).collect() };
    graph.attached().apart().then(apart)
}

/// The routing function of the model, and a router of the contract with it.
pub fn router(network: &Network, run: &LockStepRun) -> (NetworkRouting, Router) {
    let routing = for_router(network, run.options, run.config).unwrap_or_else(|error| panic!("{network}: {error}"));
    let config = run.config.for_routing(&routing);
    let (address_bits, routing_bits) = (network.address_bits() as usize, network.route_bits() as usize);
    let ports = network.ports();
    let deterministic = config.class_vcs(0) & !routing.escape_vcs() == 0;
    let parameters = Parameters {
        ports,
        vcs: config.vcs,
        flit_width: 2 * address_bits + routing_bits + run.spare,
        depth: config.depth,
        address_bits,
        routing_bits,
        nodes: network.terminals() as u32,
        apart: apart(network),
        pipeline: config.pipeline,
        message_classes: config.message_classes,
        reuse_empty: config.reuse_empty,
        classes: routing.classes(),
        candidates: if deterministic { 1 } else { 2 },
        rewrites: routing.rewrites(),
        order: config.order == Order::Pair,
        hop_bits: 0,
        turns: Parameters::all_turns(ports),
    };
    let route = |node, destination, bits| {
        let (candidates, onward) = routing.route_onward(node, TerminalId(destination), bits);
        let candidates: Vec<_> = candidates.iter().map(|candidate| (candidate.port, candidate.vcs)).collect();
        Route::new(&candidates, onward)
    };
    let router = match routing.rewrites() {
        true => Router::by_routing_bits(parameters, |node, bits| route(node, 0, bits)),
        false => Router::new(parameters, route),
    };
    let router = router.unwrap_or_else(|error| panic!("{network}: {error}"));
    (routing, router)
}

/// A network's model in lock step with routers of the contract.
struct LockStep<'a> {
    graph: Graph,
    router: &'a Router,
    engine: Reference<NetworkRouting>,
    /// By packet number.
    packets: Vec<Packet>,
    words: Vec<PortWord>,
    heads: Vec<Head>,
    /// (router, state, interface of each terminal by local port).
    routers: Vec<(usize, State<bool>, Vec<Interface>)>,
}

/// Runs the model in lock step with the router of [`router`], which gets the pipeline of `run`.
///
/// # Errors
/// The first difference.
pub fn compare(network: &Network, run: &LockStepRun, (routing, router): &(NetworkRouting, Router)) -> Result<LockStepCounts, String> {
    let router = router.with_pipeline(run.config.pipeline);
    let graph = network.graph();
    let engine = Reference::new(graph.clone(), routing.clone(), run.config).map_err(|error| error.to_string())?;
    let words = vec![PortWord::default(); graph.routers() * graph.ports()];
    let parameters = router.parameters();
    let reset = |node: usize| {
        let address: Vec<_> = (0..parameters.router_bits()).map(|b| node >> b & 1 == 1).collect();
        (node, router.reset(&mut Bools, &address), (0..parameters.locals()).map(|_| Interface::new(parameters)).collect::<Vec<_>>())
    };
    let routers = (0..graph.routers()).step_by(run.every).map(reset).collect();
    let mut lock_step = LockStep { graph, router: &router, engine, packets: Vec::new(), words, heads: Vec::new(), routers };
    let (mut random, mut counts) = (Random(run.rate + 7 * run.config.vcs as u64), LockStepCounts::default());
    for clock in 0..run.clocks * 3 / 2 {
        for source in TerminalId::all(network.terminals()) {
            let destination = TerminalId(random.below(network.terminals() as u64) as u32);
            let (flits, offered) = (1 + random.below(6) as u8, random.below(1000) < run.rate);
            if clock < run.clocks && offered && destination != source {
                let number = lock_step.packets.len() as u32;
                let bits = routing.source_bits(source, destination, number);
                lock_step.offer(Packet { number, source, destination, bits, flits, created: clock });
            }
        }
        lock_step.clock(&mut counts).map_err(|difference| format!("clock {clock}, {difference}"))?;
    }
    let mut deliveries = Vec::new();
    lock_step.engine.take_deliveries(&mut deliveries);
    counts.delivered = deliveries.len();
    Ok(counts)
}

impl LockStep<'_> {
    fn offer(&mut self, packet: Packet) {
        self.packets.push(packet);
        self.engine.offer(packet);
        let at = self.graph.at(packet.source);
        let of_source = self.routers.iter_mut().find(|(node, ..)| *node == at.router as usize);
        of_source.into_iter().for_each(|(_, _, interfaces)| interfaces[usize::from(at.port)].offer(packet));
    }

    fn clock(&mut self, counts: &mut LockStepCounts) -> Result<(), String> {
        self.engine.outputs(&mut self.words);
        self.engine.heads(&mut self.heads);
        let mut routers = std::mem::take(&mut self.routers);
        for (node, state, interfaces) in &mut routers {
            let expected = self.model_outputs(*node);
            let locals = interfaces.iter_mut().zip(&expected);
            let locals = locals.map(|(interface, local)| interface.clock(local.1, local.0.as_ref().map(|flit| flit.0)));
            let inputs = self.inputs(*node, locals.collect());
            let (next, outputs) = self.router.step(&mut Bools, state, &inputs);
            if *node == 0 && outputs != self.router.outputs(&mut Bools, state) {
                return Err("node 0: `outputs` and `step` do not agree".into());
            }
            self.compare_outputs(*node, &expected, &outputs)?;
            counts.flits += expected.iter().filter(|(flit, _)| flit.is_some()).count();
            *state = next;
        }
        self.routers = routers;
        self.engine.step();
        Ok(())
    }

    /// Outputs of the model's router at a node, by port: a flit as (VC, head, tail, data), and the VC of a credit.
    #[expect(clippy::type_complexity, reason = "a flit in a row")]
    fn model_outputs(&self, node: usize) -> Vec<(Option<(usize, bool, bool, Vec<bool>)>, Option<usize>)> {
        let ports = self.graph.ports();
        (0..ports).map(|port| (self.flit(node * ports + port), self.words[node * ports + port].credit())).collect()
    }

    /// Decodes the flit of a word.
    fn flit(&self, at: usize) -> Option<(usize, bool, bool, Vec<bool>)> {
        let word = self.words[at];
        word.valid().then(|| {
            let packet = &self.packets[word.packet() as usize];
            let rewritten = self.heads.iter().find(|head| head.at as usize == at).map(|head| head.bits);
            let data = data(self.router.parameters(), packet, word.index(), rewritten.unwrap_or(packet.bits));
            (word.vc(), word.head(), word.tail(), data)
        })
    }

    /// Inputs of a router, from its neighbours in the model and from its interfaces.
    fn inputs(&self, node: usize, locals: Vec<(Option<super::interface::SentFlit>, Option<usize>)>) -> Inputs<bool> {
        let parameters = self.router.parameters();
        let mut inputs = Inputs::of(parameters, false);
        let ports = self.graph.ports();
        for port in locals.len()..ports {
            if let Some(from) = self.graph.upstream(node, port) {
                let flit = self.flit(from.node as usize * ports + from.port as usize);
                inputs.flits[port] = link(parameters, flit);
            }
            if let Some(to) = self.graph.downstream(node, port) {
                inputs.credits[port] = credit(parameters, self.words[to.node as usize * ports + to.port as usize].credit());
            }
        }
        for (port, (sent, taken)) in locals.into_iter().enumerate() {
            let local = sent.map(|sent| (sent.vc, sent.head(), sent.tail(), data(parameters, &sent.packet, sent.index, sent.packet.bits)));
            inputs.flits[port] = link(parameters, local);
            inputs.credits[port] = credit(parameters, taken);
        }
        inputs
    }

    #[expect(clippy::type_complexity, reason = "as `model_outputs` gives it")]
    fn compare_outputs(
        &self,
        node: usize,
        expected: &[(Option<(usize, bool, bool, Vec<bool>)>, Option<usize>)],
        found: &Outputs<bool>,
    ) -> Result<(), String> {
        let parameters = self.router.parameters();
        for (port, (flit, back)) in expected.iter().enumerate() {
            let mut shown = found.flits[port].clone();
            if shown.head {
                shown.data[parameters.own()].fill(false);
            }
            let flit = flit.clone().map(|(vc, head, tail, mut data)| {
                data[if head { parameters.own() } else { 0..0 }].fill(false);
                (vc, head, tail, data)
            });
            let (flit, credit) = (link(parameters, flit), credit(parameters, *back));
            if (flit.valid || shown.valid) && flit != shown {
                return Err(format!("node {node}, port {port}: flit {flit:?}, found {shown:?}\n{}", self.engine.trace(node)));
            }
            let shown = &found.credits[port];
            if (credit.valid || shown.valid) && credit != *shown {
                return Err(format!("node {node}, port {port}: credit {credit:?}, found {shown:?}\n{}", self.engine.trace(node)));
            }
        }
        if found.error.contains(&true) { Err(format!("node {node}: error {:?}", found.error)) } else { Ok(()) }
    }
}

fn number(value: usize, bits: usize) -> Vec<bool> {
    (0..bits).map(|b| value >> b & 1 == 1).collect()
}

/// The signals of a link, with or without a flit.
fn link(parameters: &Parameters, flit: Option<(usize, bool, bool, Vec<bool>)>) -> FlitLink<bool> {
    match flit {
        Some((vc, head, tail, data)) => FlitLink { valid: true, vc: number(vc, parameters.vc_bits()), head, tail, data },
        None => FlitLink::of(parameters, false),
    }
}

/// The signals of a credit link, with or without a credit.
fn credit(parameters: &Parameters, vc: Option<usize>) -> CreditLink<bool> {
    match vc {
        Some(vc) => CreditLink { valid: true, vc: number(vc, parameters.vc_bits()) },
        None => CreditLink::of(parameters, false),
    }
}

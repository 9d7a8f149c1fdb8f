//! A router (docs/router.md, sections 1 and 3 to 7).

use std::collections::VecDeque;

use torusmith_design::Pipeline;
use torusmith_topology::TerminalId;

use crate::config::RouterConfig;
use crate::engine::{Packet, PortWord};
use crate::routing::{Candidate, Candidates, Routing};

use super::allocator::{Allocator, Pick, behind};

/// Fields of a flit that a router reads (L1, L4).
pub(crate) trait Routed: Copy {
    fn head(&self) -> bool;

    fn tail(&self) -> bool;

    /// A head's destination.
    fn destination(&self) -> TerminalId;

    /// The routing bits that a head carries (L4); routers may rewrite them (RC7).
    fn bits(&self) -> u64;

    fn set_bits(&mut self, bits: u64);
}

/// A flit, as the engine carries it: which one of which packet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flit {
    pub packet: Packet,
    pub index: u8,
    /// Routing bits: see [`Routed::bits`].
    pub bits: u64,
}

impl Routed for Flit {
    fn head(&self) -> bool {
        self.index == 0
    }

    fn tail(&self) -> bool {
        self.index + 1 == self.packet.flits
    }

    fn destination(&self) -> TerminalId {
        self.packet.destination
    }

    fn bits(&self) -> u64 {
        self.bits
    }

    fn set_bits(&mut self, bits: u64) {
        self.bits = bits;
    }
}

/// L1: a flit with its VC, and the VC of a credit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wires<F> {
    pub flit: Option<(usize, F)>,
    pub credit: Option<usize>,
}

impl<F> Default for Wires<F> {
    fn default() -> Self {
        Self { flit: None, credit: None }
    }
}

/// An input VC.
#[derive(Debug, Clone)]
pub(crate) struct InputVc<F> {
    /// Oldest flit first; the front of RQ1.
    pub buffer: VecDeque<F>,
    /// `act`, and the output VC (port, VC) that the packet at the front holds.
    pub holds: Option<(usize, usize)>,
    /// `hreq` in this clock (RQ3).
    pub hreq: bool,
    /// Index of the candidate that the head at the front requests, or requested last.
    pub candidate: usize,
}

impl<F> Default for InputVc<F> {
    fn default() -> Self {
        Self { buffer: VecDeque::new(), holds: None, hreq: false, candidate: 0 }
    }
}

/// An output VC (section 4).
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutputVc {
    /// VC1.
    pub owned: bool,
    /// VC2.
    pub credit: usize,
}

/// Requests and grants of a clock.
#[derive(Debug, Clone, Default)]
pub(crate) struct Decision {
    pub switch: Vec<Pick>,
    /// VC allocation; only `PIPELINE` = 3.
    pub allocation: Vec<Pick>,
}

/// Condition under which a head requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestRule {
    /// RQ3: on the state of the clock before. With `PIPELINE` = 3 an input calls a head, with a request or without (VA1, VA5).
    Contract,
    /// A head requests whenever some candidate has an ok VC, and then the first such: no request is void, and no head is called before. Hardware
    /// would have RC, `ok` and the whole allocation in one clock. Flits with a VC are picked as in the contract (VA6).
    Exact,
}

/// A router: its state in a clock.
#[derive(Debug, Clone)]
pub(crate) struct Router<F> {
    pub node: u32,
    /// L: ports 0..L are local.
    locals: usize,
    config: RouterConfig,
    requests: RequestRule,
    pub inputs: Vec<Vec<InputVc<F>>>,
    pub outputs: Vec<Vec<OutputVc>>,
    switch: Allocator,
    /// Sized for as many classes as VCs, as there are never more (RC3).
    allocation: Allocator,
    /// VA1: by input port, the VC whose head may ask for an output VC.
    called: Vec<Option<usize>>,
    /// VA6: by input port, the VC whose front flit asks for the switch.
    picked: Vec<Option<usize>>,
    /// E5: by local port, the VC of the flit that it dropped in the clock before by bit 2 of `error`.
    barred: Vec<Option<usize>>,
    /// Decision of this clock: a function of the rest of the state (O1).
    decision: Decision,
    /// L2, ST1: by port, the flit that the output has on its link in this clock, and the credit register of the input.
    pub outgoing: Vec<Wires<F>>,
}

impl<F: Routed> Router<F> {
    /// Z1, of a router with `ports` ports, the first `locals` of which are local.
    pub fn new(node: u32, (locals, ports): (usize, usize), config: RouterConfig, requests: RequestRule) -> Self {
        Self {
            node,
            locals,
            config,
            requests,
            inputs: vec![vec![InputVc::default(); config.vcs]; ports],
            outputs: vec![vec![OutputVc { owned: false, credit: config.depth }; config.vcs]; ports],
            switch: Allocator::new(ports, config.vcs, 1),
            allocation: Allocator::new(ports, config.vcs, config.vcs),
            called: vec![None; ports],
            picked: vec![None; ports],
            barred: vec![None; locals],
            decision: Decision::default(),
            outgoing: vec![Wires::default(); ports],
        }
    }

    /// (port, VC) of all input VCs.
    pub fn input_vcs(&self) -> impl Iterator<Item = (usize, usize)> + use<F> {
        let (ports, vcs) = (self.inputs.len(), self.config.vcs);
        (0..ports).flat_map(move |i| (0..vcs).map(move |v| (i, v)))
    }

    /// RC1, of a head in VC `v` of an input (RC8, RC9).
    pub fn candidates(&self, v: usize, head: F, routing: &impl Routing) -> Candidates {
        self.config.candidates(v, routing.route(self.node, head.destination(), head.bits()))
    }

    /// VC3: the credits that an output VC must have to be given away, at least.
    fn least_credit(&self, w: usize) -> usize {
        if self.config.reuse_empty >> w & 1 == 1 { self.config.depth } else { 1 }
    }

    /// VC3.
    fn ok(&self, o: usize, w: usize) -> bool {
        let output = self.outputs[o][w];
        !output.owned && output.credit >= self.least_credit(w)
    }

    /// VC4, in a clock in which the links carry `links`.
    fn wake(&self, o: usize, w: usize, links: &[Wires<F>]) -> bool {
        self.outputs[o][w].credit + (links[o].credit == Some(w)) as usize >= self.least_credit(w)
    }

    /// RQ2.
    fn body_request(&self, i: usize, v: usize) -> bool {
        let input = &self.inputs[i][v];
        !input.buffer.is_empty() && input.holds.is_some_and(|(o, w)| self.outputs[o][w].credit > 0)
    }

    /// Index of the candidate that the head at the front requests.
    fn head_request(&self, i: usize, v: usize, routing: &impl Routing) -> Option<usize> {
        let input = &self.inputs[i][v];
        match self.requests {
            RequestRule::Contract => input.hreq.then_some(input.candidate),
            RequestRule::Exact if input.holds.is_some() => None,
            RequestRule::Exact => {
                self.candidates(v, *input.buffer.front()?, routing).iter().position(|&candidate| self.free(candidate).is_some())
            }
        }
    }

    /// The lowest-numbered ok VC of a candidate.
    fn free(&self, candidate: Candidate) -> Option<(usize, usize)> {
        let o = candidate.port as usize;
        (0..self.config.vcs).find(|&w| candidate.vcs >> w & 1 == 1 && self.ok(o, w)).map(|w| (o, w))
    }

    /// Request of input `i` with the head at the front of VC `v`, which wants its candidate number `candidate`.
    fn head(&self, i: usize, v: usize, candidate: usize, routing: &impl Routing) -> Option<Pick> {
        let candidate = self.candidates(v, *self.inputs[i][v].buffer.front()?, routing)[candidate];
        let output = self.free(candidate); // SA5, VA4
        let asks = output.map(|(o, _)| o); // RQ4, SA2, VA2: a void head asks for nothing
        Some(Pick { input: i, vc: v, asks, class: self.class(candidate, routing), output, granted: false })
    }

    /// VA3: arbiter of the output port that a candidate asks: by the class of its VCs (RC3) among those of its message class. The switch has one
    /// arbiter for all classes.
    fn class(&self, candidate: Candidate, routing: &impl Routing) -> usize {
        if self.config.pipeline != Pipeline::Three {
            return 0;
        }
        let lowest = candidate.vcs.trailing_zeros() as usize;
        let message_class = self.config.message_class(lowest);
        let within = (lowest - self.config.first_vc(message_class)) * routing.classes() / self.config.vcs_a_class();
        message_class * routing.classes() + if usize::from(candidate.port) < self.locals { 0 } else { within }
    }

    /// Requests and grants of this clock.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The switch and, with `PIPELINE` = 3, VC allocation: from the state alone (O1).
    fn decide(&self, routing: &impl Routing) -> Decision {
        let (mut switch, mut allocation) = (Vec::new(), Vec::new());
        for i in 0..self.inputs.len() {
            let requesting = |allocator: &Allocator| {
                let v = allocator.pick(i, |v| self.head_request(i, v, routing).is_some())?;
                self.head(i, v, self.head_request(i, v, routing)?, routing)
            };
            let body = |vc: usize| {
                let output = self.inputs[i][vc].holds;
                Pick { input: i, vc, asks: output.map(|(o, _)| o), class: 0, output, granted: false } // SA2, VA6
            };
            let barred = self.barred.get(i).is_some_and(Option::is_some); // E5
            match (self.config.pipeline, self.requests) {
                (Pipeline::One | Pipeline::Two, _) if barred => {}
                (Pipeline::One | Pipeline::Two, _) => {
                    let mid = self.switch.pick(i, |v| self.body_request(i, v)); // SA1
                    switch.extend(mid.map(body).or_else(|| requesting(&self.switch)));
                }
                (Pipeline::Three, RequestRule::Contract) => {
                    switch.extend(self.picked[i].filter(|_| !barred).map(body)); // VA6
                    allocation.extend(self.called[i].and_then(|v| self.head(i, v, self.inputs[i][v].candidate, routing))); // VA2
                }
                (Pipeline::Three, RequestRule::Exact) => {
                    switch.extend(self.picked[i].filter(|_| !barred).map(body));
                    allocation.extend(requesting(&self.allocation));
                }
            }
        }
        self.switch.grant(&mut switch); // SA3
        self.allocation.grant(&mut allocation); // VA3
        Decision { switch, allocation }
    }

    /// VA5: heads that are called in the next clock. Reads the state of this clock, so nothing may have moved yet.
    fn call(&mut self, decision: &Decision, links: &[Wires<F>]) {
        for (i, link) in links.iter().enumerate() {
            let called = self.called[i];
            let request = decision.allocation.iter().find(|pick| pick.input == i);
            if request.is_some_and(|request| request.asks.is_some() && !request.granted) {
                continue;
            }
            let input = |v: usize| &self.inputs[i][v];
            let arriving = link.flit.map(|(v, _)| v);
            let winner = decision.switch.iter().find(|pick| pick.input == i && pick.granted).map(|pick| pick.vc);

            let other = behind(called, self.config.vcs, |v| Some(v) != called && input(v).hreq); // (a)
            let comes = arriving.filter(|&v| input(v).buffer.is_empty() && input(v).holds.is_none()); // (b)
            let void = request.filter(|request| request.asks.is_none()).map(|request| request.vc); // (c)
            let next = winner
                .filter(|&v| input(v).buffer.front().is_some_and(F::tail))
                .filter(|&v| input(v).buffer.len() > 1 || arriving == Some(v)); // (d)

            self.called[i] = other.or(comes).or(void).or(next);
        }
    }

    /// VA7: flits that are picked in the next clock, whose state this is already; `had_act` is `act` in the clock of the `decision`.
    fn pick(&mut self, decision: &Decision, had_act: &[Vec<bool>]) {
        for (i, had_act) in had_act.iter().enumerate() {
            let picked = self.picked[i];
            let granted = |picks: &[Pick]| picks.iter().find(|pick| pick.input == i && pick.granted).map(|pick| pick.vc);
            if picked.is_some() && granted(&decision.switch).is_none() {
                continue;
            }
            let mid = |v: &usize| self.body_request(i, *v);

            let other = behind(picked, self.config.vcs, |v| Some(v) != picked && had_act[v] && mid(&v)); // (a)
            let given = granted(&decision.allocation); // (b)
            let same = picked.filter(mid); // (c)

            self.picked[i] = other.or(given).or(same);
        }
    }

    /// A flit as it leaves by output `o`.
    fn leaving(&self, mut flit: F, o: usize, routing: &impl Routing) -> F {
        if flit.head() && o >= self.locals {
            flit.set_bits(routing.route_onward(self.node, flit.destination(), flit.bits()).1); // RC7
        }
        flit
    }

    /// The output VCs to which a flit wins the switch in this clock, with the input VC that it leaves.
    pub fn moves(&self) -> impl Iterator<Item = ((usize, usize), (usize, usize))> + '_ {
        let granted = |pick: &Pick| pick.output.filter(|_| pick.granted).map(|output| (output, (pick.input, pick.vc)));
        self.decision.switch.iter().filter_map(granted)
    }

    /// One clock, in which the links carry `links` towards this router. Local ports have `dropped` flits for these VCs by bit 2 of `error`, all of
    /// them or in every clock none; those flits are not in `links`.
    pub fn step(&mut self, links: &[Wires<F>], dropped: &[Option<usize>], routing: &impl Routing) {
        let decision = std::mem::take(&mut self.decision);
        if self.config.pipeline == Pipeline::Three && self.requests == RequestRule::Contract {
            self.call(&decision, links);
        }
        let Decision { switch, allocation } = &decision;
        let ports = self.inputs.len();
        let wake: Vec<Vec<bool>> = (0..ports).map(|o| (0..self.config.vcs).map(|w| self.wake(o, w, links)).collect()).collect();
        let was_empty: Vec<Vec<bool>> = self.inputs.iter().map(|port| port.iter().map(|input| input.buffer.is_empty()).collect()).collect();
        let had_act: Vec<Vec<bool>> = self.inputs.iter().map(|port| port.iter().map(|input| input.holds.is_some()).collect()).collect();
        let mut left = vec![vec![false; self.config.vcs]; ports];

        // VC2: credits that arrive.
        for (o, link) in links.iter().enumerate() {
            if let Some(w) = link.credit {
                self.outputs[o][w].credit += 1;
            }
        }

        let mut outgoing = vec![Wires::default(); ports];
        for (local, (barred, dropped)) in outgoing.iter_mut().zip(self.barred.iter_mut().zip(dropped)) {
            local.credit = std::mem::replace(barred, *dropped); // E5
        }
        for (allocating, pick) in switch.iter().map(|p| (false, p)).chain(allocation.iter().map(|p| (true, p))) {
            let Pick { input: i, vc: v, output: Some((o, w)), granted: true, .. } = *pick else { continue };
            if allocating {
                self.outputs[o][w].owned = true; // VA4
                self.inputs[i][v].holds = Some((o, w));
                continue;
            }
            let flit = self.inputs[i][v].buffer.pop_front().expect("a request has a flit");
            left[i][v] = true;
            if flit.head() && !flit.tail() {
                self.outputs[o][w].owned = true; // SA5
                self.inputs[i][v].holds = Some((o, w));
            }
            if flit.tail() {
                self.outputs[o][w].owned = false; // VC1
                self.inputs[i][v].holds = None; // SA6
            }
            self.outputs[o][w].credit -= 1; // VC2
            if self.config.pipeline != Pipeline::One {
                outgoing[o].flit = Some((w, self.leaving(flit, o, routing))); // ST1
            }
            outgoing[i].credit = Some(v); // ST2
        }
        match self.config.pipeline {
            Pipeline::One | Pipeline::Two => self.switch.advance(switch), // SA4
            Pipeline::Three => self.switch.advance_outputs(switch),       // VA6
        }
        match self.requests {
            RequestRule::Contract => self.allocation.advance_outputs(allocation), // VA3
            RequestRule::Exact => self.allocation.advance(allocation),
        }
        self.outgoing = outgoing;

        // L2
        for (i, link) in links.iter().enumerate() {
            if let Some((v, flit)) = link.flit {
                self.inputs[i][v].buffer.push_back(flit);
            }
        }

        if self.config.pipeline == Pipeline::Three {
            self.pick(&decision, &had_act);
        }

        // RQ3, for the next clock.
        for (i, v) in self.input_vcs() {
            let input = &self.inputs[i][v];
            let candidate = match input.buffer.front() {
                Some(_) if input.holds.is_some() => None,
                Some(_) if was_empty[i][v] || left[i][v] => Some(0), // (a) fresh
                Some(&head) => self
                    .candidates(v, head, routing)
                    .iter()
                    .position(|c| (0..self.config.vcs).any(|w| c.vcs >> w & 1 == 1 && wake[c.port as usize][w])), // (b)
                None => None,
            };
            let input = &mut self.inputs[i][v];
            input.hreq = candidate.is_some();
            input.candidate = candidate.unwrap_or(input.candidate);
        }

        self.decision = self.decide(routing);
        if self.config.pipeline == Pipeline::One {
            let moves: Vec<_> = self.moves().collect();
            for ((o, w), (i, v)) in moves {
                let front = *self.inputs[i][v].buffer.front().expect("a request has a flit");
                self.outgoing[o].flit = Some((w, self.leaving(front, o, routing))); // ST1
            }
        }
    }

    /// VA1: an input VC that is called though its front is not a head without a VC.
    pub fn miscalled(&self) -> Option<(usize, usize)> {
        let called = |(i, v): &(usize, usize)| self.called[*i] == Some(*v);
        self.input_vcs().filter(called).find(|&(i, v)| {
            let input = &self.inputs[i][v];
            input.holds.is_some() || !input.buffer.front().is_some_and(F::head)
        })
    }

    /// VA6: an input VC that is picked without `mid`.
    pub fn mispicked(&self) -> Option<(usize, usize)> {
        self.input_vcs().find(|&(i, v)| self.picked[i] == Some(v) && !self.body_request(i, v))
    }

    /// The router is at rest: no flit is in it or leaves it, so that with nothing on its links a clock does not change it.
    pub fn idle(&self) -> bool {
        self.barred.iter().all(Option::is_none)
            && self.outgoing.iter().all(|wires| wires.flit.is_none() && wires.credit.is_none())
            && self.inputs.iter().flatten().all(|input| input.buffer.is_empty())
    }
}

impl Router<Flit> {
    /// Outputs of the router as words.
    pub fn words(&self) -> Vec<PortWord> {
        let word = |wires: &Wires<Flit>| {
            let flit =
                wires.flit.map_or(PortWord::default(), |(vc, f)| PortWord::flit(vc, f.head(), f.tail(), f.packet.number, f.index.into()));
            wires.credit.map_or(flit, |vc| flit.with_credit(vc))
        };
        self.outgoing.iter().map(word).collect()
    }
}

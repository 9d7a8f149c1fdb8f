//! Router, contract and environment side by side, a clock at a time.

use std::collections::{BTreeSet, HashMap};

use torusmith_contract::{Inputs, NamedBits, Outputs, Router, State, vector};

use crate::ahead::Ahead;
use crate::aig::{Aig, Edge};
use crate::claims::{Claim, ClaimContext, Found, Scope, claims};
use crate::environment::Environment;
use crate::filter::Filter;
use crate::netlist::Netlist;
use crate::routes::Routes;
use crate::shape::Shape;

/// All that is compared.
pub struct Miter {
    /// Shape of the router.
    pub shape: Shape,
    /// The contract.
    pub router: Router,
    /// Allowed inputs.
    pub filter: Filter,
    /// Next routers at the outputs, where routing is a hop ahead.
    pub ahead: Option<Ahead>,
    /// The router.
    pub netlist: Netlist,
    /// Its route computation, where the netlist is cut there.
    pub routes: Option<Routes>,
    /// Which claims [`Self::claims`] makes.
    pub scope: Scope,
}

/// The state of all of it in a clock.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The router's registers.
    pub registers: Vec<Edge>,
    /// The contract's state.
    pub spec: State<Edge>,
    /// State of the neighbours.
    pub environment: Environment,
}

/// One clock of the miter.
#[derive(Debug, Clone)]
pub struct Step {
    /// Unconstrained inputs.
    pub wished: Inputs<Edge>,
    /// Legal part of the unconstrained inputs.
    pub inputs: Inputs<Edge>,
    /// Outputs of the router.
    pub shown: Outputs<Edge>,
    /// Outputs of the contract.
    pub owed: Outputs<Edge>,
    /// Claims of the route computation.
    pub routed: Vec<Claim>,
    /// The state in the next clock.
    pub next: Moment,
}

impl Miter {
    /// A state of which nothing is known.
    pub fn any(&self, aig: &mut Aig) -> Moment {
        let registers = aig.variables(self.netlist.registers());
        let spec = State::of(&self.shape.parameters, Edge::FALSE).map(&mut |_, _| aig.variable());
        Moment { registers, spec, environment: Environment::of(&self.shape, &mut || aig.variable()) }
    }

    /// A clock with any legal input; `reset` says whether it is one of reset, if that is not open.
    pub fn step(&self, aig: &mut Aig, moment: &Moment, reset: Option<bool>) -> Step {
        let mut wishes = Inputs::of(&self.shape.parameters, Edge::FALSE).map(&mut |_, _| aig.variable());
        if let Some(reset) = reset {
            wishes.reset = Edge::constant(reset);
        }
        self.step_of(aig, moment, wishes)
    }

    /// A clock in which these inputs are wished for.
    pub fn step_of(&self, aig: &mut Aig, moment: &Moment, wishes: Inputs<Edge>) -> Step {
        let inputs = moment.environment.let_through(aig, &self.shape, &self.router, &self.filter, &moment.spec.node, &wishes);
        let mut given = wires(&inputs, self.shape.parameters.flit_width);
        given.extend(
            self.routes.iter().flat_map(|routes| routes.inputs(aig, (&self.shape, &self.router, &self.filter), &moment.spec.node, &inputs)),
        );
        let clock = self.netlist.clock(aig, &moment.registers, &given);
        let routed = self.routes.as_ref().map(|routes| routes.claims(aig, &self.shape, &moment.spec.node, &inputs)).unwrap_or_default();
        let shown = self.shown(&clock.outputs);
        let (spec, mut owed) = self.router.step(aig, &moment.spec, &inputs);
        self.owe_hops(aig, &moment.spec.node, &shown, &mut owed);
        let environment = moment.environment.next(aig, &self.shape, &inputs, &shown);
        Step { wished: wishes, inputs, shown, owed, routed, next: Moment { registers: clock.next, spec, environment } }
    }

    /// All claims of a clock.
    ///
    /// # Errors
    /// The registers that the router does not have.
    pub fn claims(&self, aig: &mut Aig, moment: &Moment) -> Result<Vec<Claim>, BTreeSet<String>> {
        Ok(self.claims_and_definitions(aig, moment, self.scope)?.0)
    }

    /// The claims that speak of outputs alone.
    pub fn output_claims(&self, aig: &mut Aig, moment: &Moment) -> Vec<Claim> {
        self.claims_and_definitions(aig, moment, Scope::Outputs).map(|found| found.0).unwrap_or_default()
    }

    /// A state in which all claims hold: registers that are always something of the contract's state stand for that, and of the others the claims
    /// that are left are to be taken for granted.
    ///
    /// # Errors
    /// The registers that the router does not have.
    pub fn any_claimed(&self, aig: &mut Aig) -> Result<(Moment, Vec<Claim>), BTreeSet<String>> {
        let mut moment = self.any(aig);
        let (_, defined) = self.claims_and_definitions(aig, &moment, self.scope)?;
        let own: HashMap<Edge, usize> = moment.registers.iter().enumerate().map(|(at, edge)| (*edge, at)).collect();
        for (register, bit) in defined {
            if let Some(at) = own.get(&register) {
                moment.registers[*at] = bit;
            }
        }
        let claims = self.claims(aig, &moment)?;
        Ok((moment, claims))
    }

    fn claims_and_definitions(&self, aig: &mut Aig, moment: &Moment, scope: Scope) -> Result<Found, BTreeSet<String>> {
        let outputs = self.netlist.outputs(aig, &moment.registers);
        let (shown, mut owed) = (self.shown(&outputs), self.router.outputs(aig, &moment.spec));
        self.owe_hops(aig, &moment.spec.node, &shown, &mut owed);
        let registers = self.netlist.with_taps(&moment.registers, &outputs);
        let [routes, uncut] = ClaimContext::routes(aig, &self.shape, &self.router, &moment.spec);
        let scene = ClaimContext {
            shape: &self.shape,
            router: &self.router,
            filter: &self.filter,
            ahead: self.ahead.as_ref(),
            netlist: &self.netlist,
            registers: &registers,
            spec: &moment.spec,
            environment: &moment.environment,
            shown: &shown,
            owed: &owed,
            routes,
            uncut,
        };
        claims(aig, &scene, scope)
    }

    /// Adds the outputs that the contract leaves to the routers of a network: the own bits of leaving heads, where the next router takes its hop
    /// from them.
    fn owe_hops(&self, aig: &mut Aig, node: &[Edge], shown: &Outputs<Edge>, owed: &mut Outputs<Edge>) {
        let Some(ahead) = &self.ahead else { return };
        let at = self.shape.link_hop();
        for (o, (shown, owed)) in shown.flits.iter().zip(&mut owed.flits).enumerate().skip(self.shape.parameters.locals()) {
            let hop = ahead.leaves(aig, &self.shape, &self.router, o, (node, &owed.data, &shown.data[at.clone()]));
            let hop = vector::mux(aig, owed.head, &hop, &owed.data[at.clone()]);
            owed.data.splice(at.clone(), hop);
        }
    }

    /// The outputs by port.
    fn shown(&self, outputs: &[Edge]) -> Outputs<Edge> {
        let p = &self.shape.parameters;
        let bits = |name: &str, width: usize| self.netlist.output(name, width, outputs);
        let [valid, head, tail, credit_valid] = ["out_valid", "out_head", "out_tail", "in_credit_valid"].map(|name| bits(name, p.ports));
        let [vc, credit_vc] = ["out_vc", "in_credit_vc"].map(|name| bits(name, p.ports * p.vc_bits()));
        let data = bits("out_data", p.ports * p.flit_width);
        let part = |all: &[Edge], port: usize, width: usize| all[port * width..(port + 1) * width].to_vec();
        let flit = |o| torusmith_contract::FlitLink {
            valid: valid[o],
            vc: part(&vc, o, p.vc_bits()),
            head: head[o],
            tail: tail[o],
            data: part(&data, o, p.flit_width),
        };
        let credit = |i| torusmith_contract::CreditLink { valid: credit_valid[i], vc: part(&credit_vc, i, p.vc_bits()) };
        Outputs {
            flits: (0..p.ports).map(flit).collect(),
            credits: (0..p.ports).map(credit).collect(),
            error: bits("error", 3 * p.locals()),
        }
    }
}

/// The names that the router's inputs have, with all ports in one.
fn wires(inputs: &Inputs<Edge>, flit_width: usize) -> Vec<(String, Vec<Edge>)> {
    let (flits, credits) = (&inputs.flits, &inputs.credits);
    let all = vec![
        ("rst", vec![inputs.reset]),
        ("node", inputs.node.clone()),
        ("clear_error", vec![inputs.clear_error]),
        ("in_valid", flits.iter().map(|flit| flit.valid).collect()),
        ("in_head", flits.iter().map(|flit| flit.head).collect()),
        ("in_tail", flits.iter().map(|flit| flit.tail).collect()),
        ("in_vc", flits.iter().flat_map(|flit| flit.vc.clone()).collect()),
        ("in_data", flits.iter().flat_map(|flit| flit.data[..flit_width].to_vec()).collect()),
        ("out_credit_valid", credits.iter().map(|credit| credit.valid).collect()),
        ("out_credit_vc", credits.iter().flat_map(|credit| credit.vc.clone()).collect()),
    ];
    all.into_iter().map(|(name, bits)| (name.to_owned(), bits)).collect()
}

//! What a network brings to the generator: its route module and what the router around it must know.

use torusmith_design::VcRule;
use torusmith_topology::Network;

use crate::library;
use crate::turn_table::Turns;
use crate::verilog::VerilogModule;

/// The network's side of a router: what a family's `describe` makes.
///
/// Made with [`NetworkRtl::new`]; what else a network has is set in place: `NetworkRtl { route_parameters, ..NetworkRtl::new(..) }`.
#[derive(Debug, Clone)]
pub struct NetworkRtl {
    /// The route module, named `route`, and before it the modules that only routing uses, in compile order.
    ///
    /// The route module is combinational. For a network of P ports, A address bits and R routing bits it has the parameters `FROM` (the input port that it
    /// serves) and those of `route_parameters`, and these ports (docs/router.md, RC1 to RC5):
    ///
    /// - `here[A-1:0]`, the address of the router, and `header[A+R-1:0]`, the destination and above it the routing bits;
    /// - `port[P-1:0]`, the output, one-hot;
    /// - with K > 1 classes `out_class`: the number of the class of the VCs in ceil(log2 K) bits, or with `mixed_classes` a bit for each of K classes;
    /// - with `either` an output of that name: the packet may take the other way round its ring.
    ///
    /// With `rewrites` it has in place of `header` the routing bits, `route[R-1:0]`, and another output, `next_route[R-1:0]`.
    ///
    /// Names of modules at the start of a line, declared or instantiated, get the network's slug put before them.
    pub route_modules: Vec<VerilogModule>,
    /// The network rewrites routing bits (RC7).
    pub rewrites: bool,
    /// Modules for the user's network interface, in compile order, which the router does not use.
    pub interface_modules: Vec<VerilogModule>,
    /// What makes the routing bits at the source, in a network that has some.
    pub source: Option<Source>,
    /// Parameters of the route module beside `FROM`.
    pub route_parameters: Vec<(&'static str, String)>,
    /// The module `neighbours`, in a network whose routers with one cycle a hop route a hop ahead: of an address `node[A-1:0]` the addresses of the
    /// neighbours, `neighbours[P*A-1:0]`, that at output p at `[p*A +: A]`, without meaning where the node has no such port, the node itself at port 0.
    ///
    /// All links of an output port lead to one and the same input port, and routing gives one candidate and rewrites nothing.
    pub neighbours: Option<VerilogModule>,
    /// Which input VCs there are, and where packets turn from each; [`Turns::classes`] is K, 1 ..= 8; the last class is the adaptive one if the
    /// routing is adaptive.
    pub turns: Turns,
    /// For each input port, the outputs of `turns` that a packet can exchange for the other way round their ring, as a bit mask:
    /// of the outputs 2k - 1 and 2k both or neither. Empty if routing gives one candidate.
    pub either: Vec<u32>,
    /// The rule in use.
    pub vc_rule: VcRule,
    /// A candidate may have VCs of several classes: an output then grants one of all the inputs that ask for its VCs (VA3).
    pub mixed_classes: bool,
}

/// The module that makes routing bits `route` of a source `from` and a destination `to`, both by their addresses.
#[derive(Debug, Clone)]
pub struct Source {
    /// The module and those that it uses, in compile order; it is the last.
    pub modules: Vec<VerilogModule>,
    /// Its parameters.
    pub parameters: Vec<(&'static str, u32)>,
    /// How the bits depend on the packet's number.
    pub number: Number,
}

/// What a source does with the number of a packet, its input `number[1:0]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// The module has no such input.
    Absent,
    /// It has, but nothing depends on it.
    Unused,
    /// Packets take turns.
    Counts,
}

impl NetworkRtl {
    /// A network with one candidate of one class a hop and without routing bits.
    pub fn new(route_modules: Vec<VerilogModule>, turns: Turns, vc_rule: VcRule) -> Self {
        Self {
            route_modules,
            rewrites: false,
            interface_modules: Vec::new(),
            source: None,
            route_parameters: Vec::new(),
            neighbours: None,
            turns,
            either: Vec::new(),
            vc_rule,
            mixed_classes: false,
        }
    }

    /// K, the classes of the rule.
    pub(crate) fn classes(&self) -> u32 {
        self.turns.classes()
    }

    /// Whether it can be the description of a network of so many ports.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn check(&self, network: &Network) -> Result<(), String> {
        let ports = network.ports();
        let slug = network.slug();
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !slug.starts_with(|c: char| c.is_ascii_alphabetic()) || !slug.chars().all(named) {
            return Err(format!("slug `{slug}`: allowed are letters, digits and _, a letter first"));
        }
        if !(2..=32).contains(&ports) {
            return Err(format!("ports `{ports}`: allowed are 2 to 32"));
        }
        if !(1..=8).contains(&self.turns.classes()) {
            return Err(format!("classes `{}`: allowed are 1 to 8", self.turns.classes()));
        }
        if self.route_modules.last().is_none_or(|module| module.name != "route") {
            return Err("route modules: the last is not `route`".into());
        }
        if self.turns.ports() != ports || !(self.either.is_empty() || self.either.len() == ports) {
            return Err(format!("turns: there must be a mask for each of the {ports} ports"));
        }
        if let Some(mask) = self.either.iter().find(|&&mask| u64::from(mask) >> ports != 0) {
            return Err(format!("mask `{mask:b}`: the network has {ports} ports"));
        }
        let own: Vec<&str> = self.modules().map(|module| &*module.name).collect();
        let double = own.iter().enumerate().find(|(i, name)| own[..*i].contains(name) || library::has_template(name));
        double.map_or(Ok(()), |(_, name)| Err(format!("module `{name}`: there is another of that name")))
    }

    /// Its own modules in compile order: of the router, then of its interfaces.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &VerilogModule> {
        self.route_modules.iter().chain(&self.neighbours).chain(&self.interface_modules).chain(self.source_modules())
    }

    /// Those that the source alone uses.
    pub(crate) fn source_modules(&self) -> impl Iterator<Item = &VerilogModule> {
        let there = |module: &&VerilogModule| self.interface_modules.contains(module) || self.route_modules.contains(module);
        self.source.iter().flat_map(|source| &source.modules).filter(move |module| !there(module))
    }
}

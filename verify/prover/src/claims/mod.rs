//! Claims that hold in every clock: the outputs are the contract's, and each register of the router corresponds to the contract's state.
//!
//! A file for each module of the router. A claim speaks of one clock alone: that all hold in the next clock if they hold in this one is what
//! is proved. Those of a group have its name, which is what a failed proof tells.

mod absent;
mod context;
mod credit_counter;
mod fifo_pointers;
mod flit_buffer;
mod flit_pick;
mod head_call;
mod input_vc;
mod links;
mod local_guard;
mod neighbours;
mod other_direction;
mod output_vcs;
mod outputs;
mod packets;
mod rr_arbiter;

use std::collections::BTreeSet;
use std::fmt;

use torusmith_contract::{Gates, vector};

use crate::aig::{Aig, Edge};
pub use context::ClaimContext;

/// Something that holds in every clock.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The group, as in `credit`.
    pub group: &'static str,
    /// Which port and VC, if it is of one.
    pub of: [Option<usize>; 2],
    /// It speaks of the outputs alone.
    pub is_output: bool,
    /// It says what a register always is, see [`Claims::define`].
    pub is_definition: bool,
    /// It holds.
    pub holds: Edge,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.group)?;
        self.of.iter().flatten().try_for_each(|number| write!(f, "[{number}]"))
    }
}

/// Which claims are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All.
    All,
    /// All, and some that follow from them: of a mutant they may hold where those do not.
    Weaker,
    /// Those that speak of outputs alone: they say whether the router keeps the contract.
    Outputs,
}

/// All claims of a clock.
pub struct Claims<'a> {
    /// Where they are made.
    pub aig: &'a mut Aig,
    /// State that the claims speak of.
    pub scene: &'a ClaimContext<'a>,
    scope: Scope,
    list: Vec<Claim>,
    defined: Vec<(Edge, Edge)>,
    missing: BTreeSet<String>,
}

/// Claims, and bits of registers with what they are.
pub type Found = (Vec<Claim>, Vec<(Edge, Edge)>);

/// The claims of a clock, and the bits of registers that are always something of the contract's state; or the registers that are missing.
///
/// # Errors
/// The registers, by their names, that the router does not have, or not so wide.
pub fn claims(aig: &mut Aig, scene: &ClaimContext<'_>, scope: Scope) -> Result<Found, BTreeSet<String>> {
    let mut claims = Claims { aig, scene, scope, list: Vec::new(), defined: Vec::new(), missing: BTreeSet::new() };
    outputs::claim(&mut claims);
    if scope == Scope::Outputs {
        return Ok((claims.list, claims.defined));
    }
    neighbours::claim(&mut claims);
    fifo_pointers::claim(&mut claims);
    flit_buffer::claim(&mut claims);
    input_vc::claim(&mut claims);
    other_direction::claim(&mut claims);
    head_call::claim(&mut claims);
    flit_pick::claim(&mut claims);
    rr_arbiter::claim(&mut claims);
    output_vcs::claim(&mut claims);
    credit_counter::claim(&mut claims);
    local_guard::claim(&mut claims);
    packets::claim(&mut claims);
    links::claim(&mut claims);
    absent::claim(&mut claims);
    if claims.missing.is_empty() { Ok((claims.list, claims.defined)) } else { Err(claims.missing) }
}

impl Claims<'_> {
    /// One more, of a port and VC or of none.
    pub fn push(&mut self, group: &'static str, of: &[usize], holds: Edge) {
        let of = [of.first().copied(), of.get(1).copied()];
        self.list.push(Claim { group, of, is_output: false, is_definition: false, holds });
    }

    /// One more that follows from the others, if such are asked for.
    pub fn push_weaker(&mut self, group: &'static str, of: &[usize], holds: impl FnOnce(&mut Self) -> Edge) {
        if self.scope == Scope::Weaker {
            let holds = holds(self);
            self.push(group, of, holds);
        }
    }

    /// `holds` if `given`, of outputs alone.
    pub fn push_output(&mut self, group: &'static str, of: &[usize], given: Edge, holds: Edge) {
        self.push_if(group, of, given, holds);
        self.list.last_mut().expect("just pushed").is_output = true;
    }

    /// Bits of a register are always those.
    pub fn define(&mut self, group: &'static str, of: &[usize], register: &[Edge], bits: &[Edge]) {
        let same = self.equal(register, bits);
        self.push(group, of, same);
        self.list.last_mut().expect("just pushed").is_definition = true;
        self.defined.extend(register.iter().copied().zip(bits.iter().copied()));
    }

    /// `holds` if `given`.
    pub fn push_if(&mut self, group: &'static str, of: &[usize], given: Edge, holds: Edge) {
        let holds = self.aig.or(!given, holds);
        self.push(group, of, holds);
    }

    /// The bits of a register. One that is not there is noted, and its bits may be anything.
    pub fn register(&mut self, name: &str, width: usize) -> Vec<Edge> {
        match self.scene.register(name) {
            Some(bits) if bits.len() == width => bits,
            _ => {
                self.missing.insert(name.to_owned());
                self.aig.variables(width)
            }
        }
    }

    /// The bits of a register that are there, numbered from `low` up as it is declared: yosys leaves out those that nothing depends on. If there is none
    /// at all the register is noted as missing.
    pub fn bits_there(&mut self, name: &str, low: usize, width: usize) -> Vec<Option<Edge>> {
        let bits: Vec<Option<Edge>> = (low..low + width).map(|bit| self.scene.register_bit(name, bit)).collect();
        if bits.iter().all(Option::is_none) {
            self.missing.insert(name.to_owned());
        }
        bits
    }

    /// Those bits of a register that are there are always these.
    pub fn define_there(&mut self, group: &'static str, of: &[usize], register: &[Option<Edge>], bits: &[Edge]) {
        let (found, expected): (Vec<Edge>, Vec<Edge>) =
            register.iter().zip(bits).filter_map(|(found, bit)| Some(((*found)?, *bit))).unzip();
        if !found.is_empty() {
            self.define(group, of, &found, &expected);
        }
    }

    /// The bits that are there are the same.
    pub fn equal_there(&mut self, register: &[Option<Edge>], bits: &[Edge]) -> Edge {
        let (found, expected): (Vec<Edge>, Vec<Edge>) =
            register.iter().zip(bits).filter_map(|(found, bit)| Some(((*found)?, *bit))).unzip();
        self.equal(&found, &expected)
    }

    /// A register of one bit.
    pub fn bit(&mut self, name: &str) -> Edge {
        self.register(name, 1)[0]
    }

    /// Equality of two words.
    pub fn equal(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        vector::equal(self.aig, a, b)
    }

    /// The number is at least `least`.
    pub fn at_least(&mut self, number: &[Edge], least: usize) -> Edge {
        !vector::below(self.aig, number, least)
    }
}

//! Routing functions of families of networks as functions of bits, written from `docs/networks.md`.

mod rdt;
mod rings;

use std::ops::RangeInclusive;

use torusmith_design::{Ties, VcRule};

use crate::{Error, Gates};
use rdt::Rdt;
use rings::{Mesh, Torus};

/// The routing function of a torus, mesh, hypercube or RDT as a function of bits, for networks too large to list pair by pair
/// (`docs/networks.md`).
///
/// A routing function of this type calculates with the bits of addresses: the number of gates grows with the number of address bits, not with
/// the number of nodes.
///
/// Example: in a ring of 8 nodes, a head for node 1 leaves node 6 by port 1, `x+`. The wrap link is ahead, so the class is 1.
///
/// ```
/// use torusmith_contract::{Bools, Hops, Ties, VcRule};
///
/// let ring = Hops::torus(&[8], VcRule::Dateline, Ties::Plus)?;
/// let hop = ring.hop(&mut Bools, &[false, true, true], &[true, false, false], &[]);
/// assert_eq!((hop.port, hop.classes), (vec![false, true, false], vec![false, true]));
/// # Ok::<(), torusmith_contract::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hops {
    family: Family,
}

#[derive(Debug, Clone)]
enum Family {
    Torus(Torus),
    Mesh(Mesh),
    /// A hypercube of this many dimensions.
    Hypercube(u32),
    Rdt(Rdt),
}

/// The hop of a head, as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HopBits<Bit> {
    /// One bit for each port, exactly one of them 1.
    pub port: Vec<Bit>,
    /// One bit for each class of the VC rule (K): the classes of VCs that the head may take at that port. Meaningless at port 0.
    pub classes: Vec<Bit>,
    /// Routing bits after the hop. Only an RDT rewrites them; port 0 leaves them unchanged.
    pub onward: Vec<Bit>,
}

impl Hops {
    /// Torus of one to four dimensions. `sides` are those of the network's name, x last.
    ///
    /// # Errors
    /// If sides or number of nodes are out of range, the VC rule is neither `dateline` nor `balanced`, or rule `balanced` comes without
    /// balanced ties.
    pub fn torus(sides: &[u32], rule: VcRule, ties: Ties) -> Result<Self, Error> {
        let sides = checked_sides(sides, 4)?;
        match (rule, ties) {
            (VcRule::Dateline, _) | (VcRule::Balanced, Ties::Balanced) => Ok(Self { family: Family::Torus(Torus { sides, rule, ties }) }),
            (VcRule::Balanced, _) => Err(Error::value("ties", ties, "balanced, with rule balanced")),
            _ => Err(Error::value("vc-rule", rule, "dateline, balanced")),
        }
    }

    /// Mesh of one or two dimensions. `sides` are those of the network's name, x last.
    ///
    /// # Errors
    /// If sides or number of nodes are out of range.
    pub fn mesh(sides: &[u32]) -> Result<Self, Error> {
        Ok(Self { family: Family::Mesh(Mesh { sides: checked_sides(sides, 2)? }) })
    }

    /// Hypercube of 2 to the power of `dimensions` nodes.
    ///
    /// # Errors
    /// If there are no dimensions or more than 16.
    pub fn hypercube(dimensions: u32) -> Result<Self, Error> {
        within("dimensions", dimensions as usize, 1..=16)?;
        Ok(Self { family: Family::Hypercube(dimensions) })
    }

    /// RDT of `side` x `side` nodes with VC rule `descending`.
    ///
    /// # Errors
    /// If the side is no power of two from 4 to 128.
    pub fn rdt(side: u32) -> Result<Self, Error> {
        if !side.is_power_of_two() || !(4..=128).contains(&side) {
            return Err(Error::value("side", side, "4, 8, 16, 32, 64, 128"));
        }
        Ok(Self { family: Family::Rdt(Rdt::new(side as usize)) })
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        match &self.family {
            Family::Torus(torus) => torus.sides.iter().product(),
            Family::Mesh(mesh) => mesh.sides.iter().product(),
            Family::Hypercube(dimensions) => 1 << dimensions,
            Family::Rdt(rdt) => rdt.side * rdt.side,
        }
    }

    /// Bits of a node's number.
    pub fn node_bits(&self) -> usize {
        bits_below(self.nodes())
    }

    /// Number of routing bits (R).
    pub fn routing_bits(&self) -> usize {
        if let Family::Rdt(rdt) = &self.family { rdt.routing_bits() } else { 0 }
    }

    /// Number of classes of the VC rule (K).
    pub fn classes(&self) -> usize {
        match &self.family {
            Family::Torus(torus) => torus.classes(),
            Family::Mesh(_) | Family::Hypercube(_) => 1,
            Family::Rdt(rdt) => rdt.classes(),
        }
    }

    /// The hop of a head at `node`. Numbers have [`Self::node_bits`] bits, routing bits are [`Self::routing_bits`], least significant bit first.
    /// If `node` or `destination` is no node, the hop is arbitrary.
    ///
    /// # Panics
    /// If a width is wrong.
    pub fn hop<G: Gates>(&self, gates: &mut G, node: &[G::Bit], destination: &[G::Bit], routing: &[G::Bit]) -> HopBits<G::Bit> {
        let widths = [node, destination, routing].map(<[_]>::len);
        assert_eq!(widths, [self.node_bits(), self.node_bits(), self.routing_bits()], "bits of node, destination and routing bits");
        match &self.family {
            Family::Torus(torus) => torus.hop(gates, node, destination),
            Family::Mesh(mesh) => mesh.hop(gates, node, destination),
            Family::Hypercube(_) => rings::hypercube(gates, node, destination),
            Family::Rdt(rdt) => rdt.hop(gates, node, routing),
        }
    }
}

/// Bits that numbers below `limit` need.
fn bits_below(limit: usize) -> usize {
    limit.next_power_of_two().ilog2() as usize
}

fn within(field: &'static str, value: usize, allowed: RangeInclusive<usize>) -> Result<(), Error> {
    let fits = allowed.contains(&value);
    fits.then_some(()).ok_or_else(|| Error::value(field, value, format!("{} to {}", allowed.start(), allowed.end())))
}

/// The sides from x on, without those of one node: a dimension of one node has neither ports nor address digits.
fn checked_sides(sides: &[u32], most: usize) -> Result<Vec<usize>, Error> {
    within("dimensions", sides.len(), 1..=most)?;
    sides.iter().try_for_each(|&side| within("side", side as usize, 1..=256))?;
    let sides: Vec<usize> = sides.iter().rev().map(|&side| side as usize).filter(|&side| side > 1).collect();
    within("nodes", sides.iter().product(), 2..=1 << 20)?;
    Ok(sides)
}

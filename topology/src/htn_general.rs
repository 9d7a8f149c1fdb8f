//! HTN(m, n, L, q) of other sizes than HTN(4, 4, 2, q): m x m x m torus basic modules (BM) under n x n tori of them, level by level.
//!
//! Source: HTN paper, section II; reading B of `networks/htn.md`. An address has 2L + 1 digits Y_L X_L .. Y_2 X_2 z y x, most significant first. The
//! inter-BM links of level l leave from the contour of its *gate planes*, (l - 2) 2^q <= z < (l - 1) 2^q.

use std::cmp::Ordering;
use std::fmt;
use std::sync::OnceLock;

use crate::htn_size::{EX, EY, HtnSize, ID, X, X_MINUS, X_PLUS, Y, Y_MINUS, Y_PLUS, Z, Z_MINUS, Z_PLUS};
use crate::own::MOST_NODES;
use crate::{BasicModules, Classes, Coordinate, Error, FamilyName, Link, NetworkSpec, Orbit, RouteTable, TableHop, equal_orbits};

/// An HTN, with the table of its routes if it is small enough.
pub struct HtnGeneral {
    size: HtnSize,
    table: OnceLock<RouteTable>,
}

impl HtnGeneral {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`HtnSize::new`].
    pub fn new(m: u32, n: u32, levels: u32, q: u32) -> Result<Self, Error> {
        Ok(Self { size: HtnSize::new(m, n, levels, q)?, table: OnceLock::new() })
    }

    /// m, n, L and q.
    pub fn size(&self) -> &HtnSize {
        &self.size
    }
}

impl NetworkSpec for HtnGeneral {
    fn family(&self) -> FamilyName {
        ID
    }

    fn name(&self) -> String {
        let HtnSize { m, n, levels, q } = self.size;
        format!("HTN({m},{n},{levels},{q})")
    }

    fn slug(&self) -> String {
        let HtnSize { m, n, levels, q } = self.size;
        format!("htn_{m}_{n}_{levels}_{q}")
    }

    fn routers(&self) -> usize {
        self.size.nodes()
    }

    fn ports(&self) -> usize {
        9
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let ring = |digit, step, port| Some(Link { node: self.size.step(node, digit, step), port });
        match port {
            X_PLUS => ring(X, 1, X_MINUS),
            X_MINUS => ring(X, -1, X_PLUS),
            Y_PLUS => ring(Y, 1, Y_MINUS),
            Y_MINUS => ring(Y, -1, Y_PLUS),
            Z_PLUS => ring(Z, 1, Z_MINUS),
            Z_MINUS => ring(Z, -1, Z_PLUS),
            EY | EX => {
                let (outer, up) = self.size.gate(node, port)?;
                // From the last node of the inner digit to the first node of the next BM, or the reverse.
                let step = if up { 1 } else { -1 };
                let across = self.size.step(node, if port == EY { Y } else { X }, step);
                Some(Link { node: self.size.step(across, outer, step), port })
            }
            _ => None,
        }
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        let (digit, up) = match port {
            X_PLUS | X_MINUS => (X, port == X_PLUS),
            Y_PLUS | Y_MINUS => (Y, port == Y_PLUS),
            Z_PLUS | Z_MINUS => (Z, port == Z_PLUS),
            EY | EX => match self.size.gate(node, port) {
                Some(gate) => gate,
                None => return false,
            },
            _ => return false,
        };
        self.size.digit(node, digit) == if up { self.size.side(digit) - 1 } else { 0 }
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`, `z+`, `z-`, `ey`, `ex`.
    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-", "z+", "z-", "ey", "ex"][port as usize]
    }

    /// The digits Y_L X_L .. Y_2 X_2 z y x.
    fn format_address(&self, node: u32) -> String {
        (0..self.size.digits()).rev().map(|i| self.size.digit(node, i).to_string()).collect()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let digits: Option<Vec<u32>> = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')' | ',')).map(|c| c.to_digit(10)).collect();
        let places = (0..self.size.digits()).rev();
        let known =
            digits.filter(|digits| digits.len() == places.len() && places.clone().zip(digits).all(|(i, &digit)| digit < self.size.side(i)));
        let want = || {
            format!(
                "{} digits, those of modules 0 to {}, the last three 0 to {}, such as {}",
                places.len(),
                self.size.n - 1,
                self.size.m - 1,
                self.format_address(1)
            )
        };
        Ok(places.clone().zip(known.ok_or_else(want)?).map(|(i, digit)| digit * self.size.weight(i)).sum())
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let [y, x] = [EY, EX].map(|port| HtnSize::outer(self.size.levels, port));
        [("Y", y), ("X", x), ("z", Z)]
            .map(|(name, i)| Coordinate::new(name, self.size.side(i), move |node| self.size.digit(node, i)))
            .into()
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        Some(BasicModules { first_port: EY, grid: None })
    }

    /// Translations of whole basic modules.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), 0..self.size.module())
    }

    /// Dimension order, for networks of up to [`MOST_NODES`] nodes.
    fn route_table(&self) -> Option<&RouteTable> {
        let table = || {
            RouteTable::new(&crate::Terminals::one_each(self.routers()), Classes::Auto, |at, to| TableHop {
                port: hop(&self.size, at, to.0),
                class: None,
            })
        };
        (self.routers() <= MOST_NODES).then(|| self.table.get_or_init(table))
    }
}

/// The name alone, without the route table.
impl fmt::Debug for HtnGeneral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Output port of a packet to `to` at `at`, a different node (docs/networks.md, "HTN of other sizes").
fn hop(htn: &HtnSize, at: u32, to: u32) -> u8 {
    let differs = |i: u32| htn.digit(at, i) != htn.digit(to, i);
    let rings = (2..=htn.levels).rev().flat_map(|level| [(level, EY, Y), (level, EX, X)]);
    let Some((level, port, inner)) = rings.into_iter().find(|&(level, port, _)| differs(HtnSize::outer(level, port))) else {
        let inner = [Z, Y, X].into_iter().find(|&i| differs(i)).unwrap_or(X);
        return within(htn, at, to, inner, htn.digit(to, inner));
    };
    let z = htn.digit(at, Z);
    let (first, last) = htn.gate_planes(level);
    if !(first..=last).contains(&z) {
        let (up, down) = ((first + htn.m - z) % htn.m, (z + htn.m - last) % htn.m);
        return if goes_up(htn, at, to, Z, up, down) { Z_PLUS } else { Z_MINUS };
    }
    let outer = HtnSize::outer(level, port);
    let gate = if towards(htn, at, to, outer, htn.digit(to, outer)) { htn.m - 1 } else { 0 };
    if htn.digit(at, inner) == gate { port } else { within(htn, at, to, inner, gate) }
}

/// Output port of a hop on ring `i` of the basic module, towards digit `goal`.
fn within(htn: &HtnSize, at: u32, to: u32, i: u32, goal: u32) -> u8 {
    let [plus, minus] = [[X_PLUS, X_MINUS], [Y_PLUS, Y_MINUS], [Z_PLUS, Z_MINUS]][i as usize];
    if towards(htn, at, to, i, goal) { plus } else { minus }
}

/// Whether the direction from digit `i` of `at` to `goal` is +.
fn towards(htn: &HtnSize, at: u32, to: u32, i: u32, goal: u32) -> bool {
    let side = htn.side(i);
    let up = (goal + side - htn.digit(at, i)) % side;
    goes_up(htn, at, to, i, up, side - up)
}

/// Whether a packet takes direction + of ring `i`, with `up` hops in direction + and `down` in direction -. At a tie: + from an even node;
/// in a ring of 2, + to an even destination, by the sum of all its digits, so that packets share the two links.
fn goes_up(htn: &HtnSize, at: u32, to: u32, i: u32, up: u32, down: u32) -> bool {
    match up.cmp(&down) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal if htn.side(i) == 2 => (0..htn.digits()).map(|i| htn.digit(to, i)).sum::<u32>().is_multiple_of(2),
        Ordering::Equal => htn.digit(at, i).is_multiple_of(2),
    }
}

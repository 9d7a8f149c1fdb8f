//! The turns by class of an RDT (docs/networks.md, RDT).
//!
//! A way is a run of hops in each rank that it needs, the highest first, with moves between them. Which ports follow one another where one
//! ends and the next begins depends on the vectors and on the place modulo 4, by which ranks repeat; which classes a run has, on the place
//! in the network.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_topology::rdt::{Rdt, UPPER, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::turn_table::{Lanes, Turns};

/// A vector, in steps of its rank along x and y.
type Vector = (i32, i32);

/// One end of a run, or a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Local,
    Move(u8),
    Run { rank: u32, port: u8 },
}

/// The class of moves.
const MOVE: u8 = 1 << 2;

/// The ways between all places modulo 4: where runs meet, and the runs.
#[derive(Default)]
struct Ways {
    joints: BTreeSet<(End, End)>,
    runs: BTreeSet<(u32, Vector)>,
}

/// All turns of a network, for `classes` classes.
pub(crate) fn turns(rdt: &Rdt, classes: u32) -> Turns {
    let mut turns = Turns::none(9, classes);
    let mut ways = Ways::default();
    let half = rdt.side as i32 / 2;
    for difference in (1 - half..=half).flat_map(|a| (1 - half..=half).map(move |b| (a, b))).filter(|&difference| difference != (0, 0)) {
        let vectors = vectors(rdt, difference);
        (0..16).for_each(|n| ways.add(rdt, (n & 3, n >> 2), &vectors));
    }
    let mut behind: BTreeMap<End, Vec<End>> = BTreeMap::new();
    ways.joints.iter().for_each(|&(from, to)| behind.entry(from).or_default().push(to));
    // By rank and port, the classes that a run can begin in
    let mut first = BTreeMap::new();
    for &(rank, vector) in &ways.runs {
        for node in (0..rdt.side * rdt.side).filter(|&node| rank == 0 || rdt.rank(node) == rank) {
            let (hops, at) = run(rdt, rank, vector, rdt.position(node));
            hops.windows(2).for_each(|pair| turns.add(arrival(pair[0]), pair[1]));
            *first.entry((rank, hops[0].port)).or_insert(0) |= hops[0].classes;
            let last = hops[hops.len() - 1];
            for &next in &behind[&End::Run { rank, port: last.port }] {
                let to = match next {
                    End::Local => turns.all(0),
                    End::Move(port) => Lanes { port, classes: MOVE },
                    // Behind an upper rank without a move: rank 0
                    End::Run { rank, port } => Lanes { port, classes: 1 << u8::from(wraps(rdt, rank, port, at)) },
                };
                turns.add(arrival(last), to);
            }
        }
    }
    for &(from, to) in &ways.joints {
        let from = match from {
            End::Local => turns.all(0),
            End::Move(port) => Lanes { port, classes: MOVE },
            End::Run { .. } => continue,
        };
        let to = match to {
            End::Run { rank, port } => Lanes { port, classes: first[&(rank, port)] },
            End::Move(port) => Lanes { port, classes: MOVE },
            End::Local => turns.all(0),
        };
        turns.add(arrival(from), to);
    }
    turns
}

/// v_0 .. v_R of a difference of places.
fn vectors(rdt: &Rdt, (mut a, mut b): Vector) -> Vec<Vector> {
    let nearest = |t: i32| t.signum() * ((t.abs() + 1) >> 2);
    let mut all = Vec::new();
    for _ in 0..rdt.max_rank() {
        let (g, f) = (nearest(a + b), nearest(b - a));
        all.push((a - 2 * g + 2 * f, b - 2 * g - 2 * f));
        (a, b) = (g, f);
    }
    all.push((a, b));
    all
}

impl Ways {
    /// The way by these vectors from a place modulo 4.
    fn add(&mut self, rdt: &Rdt, mut at: (u32, u32), vectors: &[Vector]) {
        let mut here = End::Local;
        let rank_at = |(x, y): (u32, u32)| rdt.rank(rdt.node(x, y));
        let mut base = vectors[0];
        for rank in (1..=rdt.max_rank()).rev().filter(|&rank| vectors[rank as usize] != (0, 0)) {
            if rank_at(at) != rank {
                let neighbours = [(X_PLUS, (1, 0)), (X_MINUS, (-1, 0)), (Y_PLUS, (0, 1)), (Y_MINUS, (0, -1))];
                let of_rank = neighbours.into_iter().filter(|&(_, step)| rank_at(moved(at, step)) == rank);
                let left = |&(_, (dx, dy)): &(u8, Vector)| (base.0 - dx).abs() + (base.1 - dy).abs();
                let (port, step) = of_rank.min_by_key(left).expect("every rank is a neighbour of every node");
                self.joints.insert((here, End::Move(port)));
                here = End::Move(port);
                base = (base.0 - step.0, base.1 - step.1);
                at = moved(at, step);
            }
            let vector = vectors[rank as usize];
            here = self.run(here, rank, vector);
            let ((xx, xy), (yx, yy)) = (rdt.step(rank, 0), rdt.step(rank, 1));
            at = moved(at, (vector.0 * xx + vector.1 * yx, vector.0 * xy + vector.1 * yy));
        }
        if base != (0, 0) {
            here = self.run(here, 0, base);
        }
        self.joints.insert((here, End::Local));
    }

    /// A run behind `here`; its end.
    fn run(&mut self, here: End, rank: u32, vector: Vector) -> End {
        let port = |along_y| End::Run { rank, port: port(rank, along_y, vector) };
        self.joints.insert((here, port(vector.1 != 0)));
        self.runs.insert((rank, vector));
        port(vector.0 == 0)
    }
}

/// The port by which one component of a vector is gone.
fn port(rank: u32, along_y: bool, (x, y): Vector) -> u8 {
    let base = match (along_y, if along_y { y > 0 } else { x > 0 }) {
        (false, true) => X_PLUS,
        (false, false) => X_MINUS,
        (true, true) => Y_PLUS,
        (true, false) => Y_MINUS,
    };
    if rank > 0 { UPPER + base } else { base }
}

/// The hops of a run, y before x, and where it leads.
fn run(rdt: &Rdt, rank: u32, vector: Vector, mut at: (u32, u32)) -> (Vec<Lanes>, (u32, u32)) {
    let mut hops = Vec::new();
    for (along_y, component) in [(true, vector.1), (false, vector.0)] {
        let port = port(rank, along_y, vector);
        let (dx, dy) = step(rdt, rank, port);
        let mut crossed = false;
        for _ in 0..component.abs() {
            crossed |= wraps(rdt, rank, port, at);
            hops.push(Lanes { port, classes: 1 << u8::from(crossed) });
            at = (at.0.wrapping_add_signed(dx) & (rdt.side - 1), at.1.wrapping_add_signed(dy) & (rdt.side - 1));
        }
    }
    (hops, at)
}

/// The step of a port in a rank.
fn step(rdt: &Rdt, rank: u32, port: u8) -> Vector {
    let direction = (port - 1) & 3;
    let (dx, dy) = rdt.step(rank, u32::from(direction >> 1));
    if direction & 1 == 0 { (dx, dy) } else { (-dx, -dy) }
}

/// Whether a hop leaves the square of the base torus, in the coordinate that counts.
fn wraps(rdt: &Rdt, rank: u32, port: u8, (x, y): (u32, u32)) -> bool {
    let (dx, dy) = step(rdt, rank, port);
    let to = if dx != 0 { x as i32 + dx } else { y as i32 + dy };
    !(0..rdt.side as i32).contains(&to)
}

/// The input VCs behind a hop: port p is cabled to the port of the opposite direction.
fn arrival(hop: Lanes) -> Lanes {
    if hop.port == 0 { hop } else { Lanes { port: ((hop.port - 1) ^ 1) + 1, ..hop } }
}

/// A place modulo 4.
fn moved((x, y): (u32, u32), (dx, dy): Vector) -> (u32, u32) {
    (x.wrapping_add_signed(dx) & 3, y.wrapping_add_signed(dy) & 3)
}

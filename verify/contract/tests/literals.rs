//! The step with literals of a graph equals the step with bools, in arbitrary states and with arbitrary inputs.

use std::collections::HashMap;

use torusmith_contract::{BitName, Bools, Gates, Inputs, NamedBits, Parameters, Route, Router, State, vector};
use torusmith_design::Pipeline;

/// A literal: twice the number of an AND gate or a variable, plus 1 if it is inverted. 0 is false.
type Literal = u32;

/// And-inverter graph.
#[derive(Default)]
struct Graph {
    /// Gate number n + 1: an AND gate, or `None` for a variable.
    gates: Vec<Option<(Literal, Literal)>>,
    found: HashMap<(Literal, Literal), Literal>,
}

impl Graph {
    fn add(&mut self, gate: Option<(Literal, Literal)>) -> Literal {
        self.gates.push(gate);
        2 * self.gates.len() as Literal
    }

    /// The values of all gates; `variables` gives the values of the variables in order.
    fn values(&self, mut variables: impl Iterator<Item = bool>) -> Vec<bool> {
        let mut values = vec![false];
        for gate in &self.gates {
            let value = match *gate {
                Some((a, b)) => of(&values, a) & of(&values, b),
                None => variables.next().unwrap(),
            };
            values.push(value);
        }
        assert!(variables.next().is_none());
        values
    }
}

fn of(values: &[bool], literal: Literal) -> bool {
    values[literal as usize / 2] ^ (literal % 2 == 1)
}

impl Gates for Graph {
    type Bit = Literal;

    fn constant(&mut self, value: bool) -> Literal {
        value.into()
    }

    fn not(&mut self, a: Literal) -> Literal {
        a ^ 1
    }

    fn and(&mut self, a: Literal, b: Literal) -> Literal {
        match (a.min(b), a.max(b)) {
            (0, _) => 0,
            (1, b) => b,
            (a, b) if a == b => a,
            (a, b) if a == b ^ 1 => 0,
            pair => match self.found.get(&pair) {
                Some(&there) => there,
                None => {
                    let new = self.add(Some(pair));
                    self.found.insert(pair, new);
                    new
                }
            },
        }
    }

    fn known(&self, bit: Literal) -> Option<bool> {
        (bit < 2).then_some(bit == 1)
    }
}

/// A 3-ary 2-cube, with a second candidate where the routing bit is 1; or, if routing bits are rewritten, with hops counted down.
fn router(pipeline: Pipeline, (vcs, message_classes): (usize, usize), rewrites: bool) -> Router {
    ordered(pipeline, (vcs, message_classes), rewrites, false)
}

/// The router of [`router`], with or without packets in order; in order, it has one candidate.
fn ordered(pipeline: Pipeline, (vcs, message_classes): (usize, usize), rewrites: bool, order: bool) -> Router {
    let parameters = Parameters {
        ports: 5,
        vcs,
        flit_width: 11,
        depth: 3,
        address_bits: 4,
        routing_bits: 2,
        nodes: 9,
        apart: None,
        pipeline,
        message_classes,
        reuse_empty: 0b10,
        classes: vcs / message_classes,
        candidates: if rewrites || order { 1 } else { 2 },
        rewrites,
        order,
        hop_bits: 0,
        turns: Parameters::all_turns(5),
    };
    let class_vcs = vcs / message_classes;
    let all = ((1u16 << class_vcs) - 1) as u8;
    let hops_by_port = move |node: u32, to: u32| {
        let mut hops_by_port = Vec::new();
        for (scale, port) in [(1, 1u8), (3, 3)] {
            let hops = (3 + to / scale % 3 - node / scale % 3) % 3;
            if hops > 0 {
                hops_by_port.push((port + (hops == 2) as u8, 1 << (node as usize % class_vcs)));
            }
        }
        if hops_by_port.is_empty() { vec![(0, all)] } else { hops_by_port }
    };
    let router = match rewrites {
        true => Router::by_routing_bits(parameters, |node, bits| {
            Route::new(&[((bits != 0) as u8 * (1 + node as u8 % 4), 1)], bits.saturating_sub(1))
        }),
        false => Router::new(parameters, |node, to, bits| {
            let hops_by_port = hops_by_port(node, to);
            Route::new(&hops_by_port[..if bits == 3 && !order { hops_by_port.len() } else { 1 }], bits)
        }),
    };
    router.unwrap()
}

#[test]
fn literals_and_bools_agree() {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        for (vcs, message_classes, rewrites) in [(2, 1, false), (4, 2, false), (3, 1, true)] {
            let router = router(pipeline, (vcs, message_classes), rewrites);
            let mut graph = Graph::default();
            let state = State::of(router.parameters(), ()).map(&mut |_, ()| graph.add(None));
            let inputs = Inputs::of(router.parameters(), ()).map(&mut |_, ()| graph.add(None));
            let (next, outputs) = router.step(&mut graph, &state, &inputs);
            assert!(graph.gates.len() < 40_000, "{} numbers", graph.gates.len());
            for _ in 0..50 {
                // Variables have the first numbers.
                let drawn: Vec<bool> = (0..state.bits().len() + inputs.bits().len()).map(|_| random()).collect();
                let values = graph.values(drawn.iter().copied());
                let value = |_: BitName, literal: Literal| of(&values, literal);
                let (state, inputs) = (state.map(&mut { value }), inputs.map(&mut { value }));
                let expected = router.step(&mut Bools, &state, &inputs);
                assert!((next.map(&mut { value }), outputs.map(&mut { value })) == expected, "{pipeline} {vcs} {rewrites}");
            }
        }
    }
}

/// The diagram equals the function for every input.
#[test]
fn routes_as_bits_are_routes() {
    let router = router(Pipeline::Two, (4, 2), false);
    let bit = |value: u32, b: usize| value >> b & 1 == 1;
    for (node, to, bits) in (0..9u32).flat_map(|node| (0..9).flat_map(move |to| (0..4u32).map(move |bits| (node, to, bits)))) {
        let address: Vec<_> = (0..4).map(|b| bit(node, b)).collect();
        let data: Vec<_> = (0..11).map(|b| bit(to | bits << 4, b)).collect();
        let route = router.route(&mut Bools, &address, &data, 3);
        let column = (3 + to % 3 - node % 3) % 3;
        let row = (3 + to / 3 - node / 3) % 3;
        let mut ports: Vec<u32> = [(column, 0), (row, 2)].iter().filter(|(hops, _)| *hops > 0).map(|(hops, port)| hops + port).collect();
        if node == to {
            ports.push(0);
        }
        ports.truncate(if bits == 3 { 2 } else { 1 });
        for (c, candidate) in route.candidates.iter().enumerate() {
            let expected: Vec<_> = (0..5).map(|o| ports.get(c) == Some(&o)).collect();
            assert_eq!(candidate.port, expected, "{node} to {to}, {bits}");
            // Message class 1 has VCs 2 and 3.
            let vcs = match ports.get(c) {
                None => [false; 4],
                Some(0) => [false, false, true, true],
                Some(_) => [false, false, node % 2 == 0, node % 2 == 1],
            };
            assert_eq!(candidate.vcs, vcs, "{node} to {to}, {bits}");
        }
        assert_eq!(route.onward, [bit(bits, 0), bit(bits, 1)]);
    }
}

/// RC9 for message class 1 of two, VCs 3 to 5. A hop of one VC keeps it; of the three VCs of port 0, the head keeps its own number.
#[test]
fn one_vc_is_kept_in_order() {
    let router = ordered(Pipeline::Two, (6, 2), false, true);
    for (v, node, to) in (3..6usize).flat_map(|v| (0..9usize).flat_map(move |node| (0..9usize).map(move |to| (v, node, to)))) {
        let address: Vec<_> = (0..4).map(|b| node >> b & 1 == 1).collect();
        let data: Vec<_> = (0..11).map(|b| to >> b & 1 == 1).collect();
        let route = router.route(&mut Bools, &address, &data, v);
        let kept = if node == to { v } else { 3 + node % 3 };
        let expected: Vec<_> = (0..6).map(|w| w == kept).collect();
        assert_eq!(route.candidates[0].vcs, expected, "{node} to {to} in VC {v}");
    }
}

#[test]
fn bits_have_names_of_their_own() {
    let router = router(Pipeline::Three, (2, 1), false);
    let names: Vec<String> = State::of(router.parameters(), ()).bits().iter().map(|(name, ())| name.to_string()).collect();
    for name in ["buffer[2][1].place[0].tail", "held[0][1].port[2]", "credit[4][1][0]", "allocator[3][0][1].pointer[2]", "called[1].some"] {
        assert!(names.iter().any(|found| found == name), "{name}");
    }
    let mut distinct = names.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len());
}

/// SA4 by numbers, for every set and pointer.
#[test]
fn round_robin_by_numbers() {
    for n in 1..6usize {
        for (set, p) in (0..1u32 << n).flat_map(|set| (0..n).map(move |p| (set, p))) {
            let members: Vec<_> = (0..n).map(|k| set >> k & 1 == 1).collect();
            let pointer = vector::number(&mut Bools, p, 3);
            let expected = (0..n).map(|k| (p + k) % n).find(|&k| members[k]);
            let found = vector::round_robin(&mut Bools, &members, &pointer);
            assert_eq!(found, (0..n).map(|k| expected == Some(k)).collect::<Vec<_>>(), "{members:?} from {p}");
            let behind = vector::behind(&mut Bools, &found, 3);
            assert_eq!(behind, vector::number(&mut Bools, expected.map_or(0, |k| (k + 1) % n), 3));
        }
    }
}

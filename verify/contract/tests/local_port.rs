//! Rules E1 to E6: decisions of the local input's guard. Expected values are worked out manually from docs/router.md.

use torusmith_contract::{Apart, Bools, CreditLink, Error, FlitLink, Inputs, Outputs, Parameters, Route, Router, State};
use torusmith_design::Pipeline;

const HERE: u64 = 1;

/// A one-way ring of 3 nodes with 2 address bits, so that address 3 is no node. Two ports; 3 VCs in 2 bits, so that VC 3 does not exist;
/// two flits per buffer.
fn parameters() -> Parameters {
    Parameters {
        ports: 2,
        vcs: 3,
        flit_width: 8,
        depth: 2,
        address_bits: 2,
        routing_bits: 2,
        nodes: 3,
        apart: None,
        pipeline: Pipeline::Two,
        message_classes: 1,
        reuse_empty: 0,
        classes: 1,
        candidates: 1,
        rewrites: false,
        order: false,
        hop_bits: 0,
        turns: Parameters::all_turns(2),
    }
}

/// A router at node 1 that receives flits at its local input only.
struct Bench {
    router: Router,
    state: State<bool>,
}

impl Bench {
    fn new() -> Self {
        Self::of(Router::new(parameters(), |node, to, bits| Route::new(&[(u8::from(node != to), 0b111)], bits)).unwrap())
    }

    fn of(router: Router) -> Self {
        let state = router.reset(&mut Bools, &number(HERE, 2));
        Self { router, state }
    }

    /// Runs a clock, with a flit on the local link if given: (VC, head, tail, data).
    fn clock(&mut self, flit: Option<(u64, bool, bool, u64)>) -> Outputs<bool> {
        let mut inputs = Inputs::of(self.router.parameters(), false);
        if let Some((vc, head, tail, data)) = flit {
            inputs.flits[0] = FlitLink { valid: true, vc: number(vc, 2), head, tail, data: number(data, 8) };
        }
        let (next, outputs) = self.router.step(&mut Bools, &self.state, &inputs);
        self.state = next;
        outputs
    }

    fn errors(&self) -> Vec<bool> {
        self.router.outputs(&mut Bools, &self.state).error
    }

    /// Flits in the buffer of a VC.
    fn held(&self, vc: usize) -> usize {
        self.state.inputs[0].vcs[vc].count.iter().enumerate().map(|(b, &bit)| usize::from(bit) << b).sum()
    }

    /// Runs 12 clocks without input; returns the data of flits on output port 1, and the number of credits given back.
    fn drain(&mut self) -> (Vec<Vec<bool>>, usize) {
        let (mut flits, mut credits) = (Vec::new(), 0);
        for _ in 0..12 {
            let outputs = self.clock(None);
            flits.extend(outputs.flits[1].valid.then(|| outputs.flits[1].data.clone()));
            credits += usize::from(outputs.credits[0].valid);
        }
        (flits, credits)
    }
}

fn number(value: u64, bits: usize) -> Vec<bool> {
    (0..bits).map(|b| value >> b & 1 == 1).collect()
}

/// Data of a head to a node.
fn to(node: u64) -> u64 {
    node | HERE << 4
}

#[test]
fn packets_in_order_are_no_error() {
    let mut bench = Bench::new();
    bench.clock(Some((0, true, false, to(2))));
    bench.clock(Some((2, true, true, to(0))));
    bench.clock(Some((0, false, true, 0x5a)));
    assert_eq!(bench.errors(), [false; 3]);
    let (flits, _) = bench.drain();
    assert_eq!(flits.last(), Some(&number(0x5a, 8)));
}

#[test]
fn overflow_is_of_full_buffers_even_if_a_flit_leaves() {
    let mut bench = Bench::new();
    // The first flit is in the buffer in clock 1 and granted there; as no credit comes back, two more go, then none.
    let sent = [(true, to(2)), (false, 1), (false, 2), (false, 3), (false, 4), (false, 5)];
    let mut full_before = None;
    for (clock, (head, data)) in sent.into_iter().enumerate() {
        let held = bench.held(0);
        bench.clock(Some((0, head, false, data)));
        if held == 2 && full_before.is_none() {
            full_before = Some(clock);
            assert_eq!(bench.errors(), [true, false, false], "set in the clock after");
        } else if full_before.is_none() {
            assert_eq!(bench.errors(), [false; 3], "clock {clock}");
        }
    }
    // Clocks 1 and 2 grant to the two credits of the output VC; flits of clocks 2 and 3 then fill the buffer.
    assert_eq!(full_before, Some(4));
    let (flits, credits) = bench.drain();
    assert_eq!((flits.len(), bench.held(0)), (0, 2), "what is full stays so without credits");
    assert_eq!(credits, 0, "a dropped flit gives no credit back");
    assert_eq!(bench.errors(), [true, false, false], "until reset");
}

#[test]
fn overflow_counts_though_the_front_leaves_in_that_clock() {
    let mut bench = Bench::new();
    for data in [to(2), 1, 2, 3] {
        bench.clock(Some((0, data == to(2), false, data)));
    }
    assert_eq!(bench.held(0), 2);
    // A credit comes back: in the next clock the front leaves, and a flit arrives at the full buffer.
    let mut inputs = Inputs::of(bench.router.parameters(), false);
    inputs.credits[1] = CreditLink { valid: true, vc: number(0, 2) };
    bench.state = bench.router.step(&mut Bools, &bench.state, &inputs).0;
    bench.clock(Some((0, false, false, 9)));
    assert_eq!((bench.held(0), bench.errors()), (1, vec![true, false, false]));
}

#[test]
fn framing_of_a_vc_that_is_none() {
    let mut bench = Bench::new();
    bench.clock(Some((3, true, true, to(2))));
    assert_eq!(bench.errors(), [false, true, false]);
    assert!((0..3).all(|vc| bench.held(vc) == 0));
}

#[test]
fn framing_of_a_head_in_a_packet_and_a_body_outside() {
    let mut bench = Bench::new();
    bench.clock(Some((1, false, true, 7)));
    assert_eq!((bench.errors(), bench.held(1)), (vec![false, true, false], 0));

    let mut bench = Bench::new();
    bench.clock(Some((1, true, false, to(2))));
    bench.clock(Some((1, true, true, to(0))));
    assert_eq!(bench.errors(), [false, true, false]);
    assert!(bench.state.guards[0].open[1], "the open packet stays open");
    bench.clock(Some((1, false, true, 7)));
    let (flits, _) = bench.drain();
    assert!(flits.contains(&number(7, 8)) && !flits.contains(&number(to(0), 8)), "{flits:?}");
    assert!(!bench.state.guards[0].open[1]);
}

#[test]
fn destination_of_this_node_or_none_drops_the_packet() {
    for bad in [HERE, 3] {
        let mut bench = Bench::new();
        bench.clock(Some((0, true, false, to(bad))));
        assert_eq!((bench.errors(), bench.held(0)), (vec![false, false, true], 0));
        assert!(bench.state.guards[0].open[0] && bench.state.guards[0].dropping[0]);
        // Other VCs are not affected.
        bench.clock(Some((1, true, true, to(2))));
        bench.clock(Some((0, false, false, 1)));
        bench.clock(Some((0, false, true, 2)));
        assert!(!bench.state.guards[0].open[0] && !bench.state.guards[0].dropping[0]);
        assert_eq!(bench.errors(), [false, false, true], "bodies of a dropped packet are no error of their own");
        bench.clock(Some((0, true, true, to(0))));
        // After the tail the next packet is accepted; VC 1 has left. Still to come are the credits of the dropped tail and of that packet.
        assert_eq!(bench.drain(), (vec![number(to(0), 8)], 2));
    }
}

/// A packet of three flits on VC 1, in clocks 0, 1 and 3; the output VC has two credits, so the third waits. A third credit is on the link
/// in clock 5, and with `dropped` also a packet to this node on VC 2. Returns the credits that come back at the local input: (clock, VC).
fn a_credit_in_clock_5(pipeline: Pipeline, dropped: bool) -> Vec<(u64, Vec<bool>)> {
    let parameters = Parameters { pipeline, ..parameters() };
    let mut bench = Bench::of(Router::new(parameters, |node, to, bits| Route::new(&[(u8::from(node != to), 0b111)], bits)).unwrap());
    let mut credits = Vec::new();
    for clock in 0..12 {
        let mut inputs = Inputs::of(bench.router.parameters(), false);
        let flit = match clock {
            0 => Some((1, true, false, to(2))),
            1 => Some((1, false, false, 1)),
            3 => Some((1, false, true, 2)),
            5 if dropped => Some((2, true, true, to(HERE))),
            _ => None,
        };
        if let Some((vc, head, tail, data)) = flit {
            inputs.flits[0] = FlitLink { valid: true, vc: number(vc, 2), head, tail, data: number(data, 8) };
        }
        inputs.credits[1] = CreditLink { valid: clock == 5, vc: number(0, 2) };
        let (next, outputs) = bench.router.step(&mut Bools, &bench.state, &inputs);
        bench.state = next;
        credits.extend(outputs.credits[0].valid.then(|| (clock, outputs.credits[0].vc.clone())));
    }
    credits
}

#[test]
fn a_dropped_flit_gives_its_credit_back_and_the_local_input_stands_back_for_it() {
    for (pipeline, first) in [(Pipeline::One, 2), (Pipeline::Two, 2), (Pipeline::Three, 3)] {
        let (one, two) = (number(1, 2), number(2, 2));
        let before = [(first, one.clone()), (first + 1, one.clone())];
        let without = a_credit_in_clock_5(pipeline, false);
        assert_eq!(without, [&before[..], &[(7, one.clone())]].concat(), "{pipeline:?}");
        let with = a_credit_in_clock_5(pipeline, true);
        assert_eq!(with, [&before[..], &[(7, two), (8, one)]].concat(), "{pipeline:?}");
    }
}

#[test]
fn errors_are_cleared_except_those_of_the_same_clock() {
    let mut bench = Bench::new();
    bench.clock(Some((3, true, true, to(2))));
    let mut inputs = Inputs::of(bench.router.parameters(), false);
    inputs.clear_error = true;
    inputs.flits[0] = FlitLink { valid: true, vc: number(0, 2), head: true, tail: true, data: number(to(HERE), 8) };
    bench.state = bench.router.step(&mut Bools, &bench.state, &inputs).0;
    assert_eq!(bench.errors(), [false, false, true]);
    inputs.flits[0].valid = false;
    bench.state = bench.router.step(&mut Bools, &bench.state, &inputs).0;
    assert_eq!(bench.errors(), [false; 3]);
}

#[test]
fn destination_of_one_flit_opens_nothing() {
    let mut bench = Bench::new();
    bench.clock(Some((0, true, true, to(HERE))));
    assert_eq!(bench.errors(), [false, false, true]);
    assert!(!bench.state.guards[0].open[0] && !bench.state.guards[0].dropping[0]);
}

#[test]
fn routing_bits_that_lead_to_port_0_are_a_wrong_destination() {
    let rewrites = Parameters { rewrites: true, ..parameters() };
    let router = Router::by_routing_bits(rewrites, |_, bits| Route::new(&[(u8::from(bits != 0), 0b111)], bits.saturating_sub(1))).unwrap();
    let mut bench = Bench::of(router);
    bench.clock(Some((0, true, true, to(2))));
    assert_eq!(bench.errors(), [false, false, true]);
    // With two hops left, the packet leaves with one (RC7).
    bench.clock(Some((0, true, true, to(2) | 2 << 2)));
    assert_eq!(bench.drain().0, [number(to(2) | 1 << 2, 8)]);
}

#[test]
fn reset_clears_all() {
    let mut bench = Bench::new();
    for vc in 0..4 {
        bench.clock(Some((vc, true, false, to(vc))));
    }
    assert_ne!(bench.errors(), [false; 3]);
    let mut inputs = Inputs::of(bench.router.parameters(), true);
    inputs.node = number(2, 2);
    let (next, _) = bench.router.step(&mut Bools, &bench.state, &inputs);
    assert_eq!(next, bench.router.reset(&mut Bools, &number(2, 2)));
}

/// A star of terminals 5, 3 and 4 of six at local ports 0 to 2 of router 1; port 3 is a link to all others. Router 0 has one of these.
fn star(pipeline: Pipeline) -> Bench {
    let apart = Apart { router_bits: 1, terminals: vec![vec![Some(1), None, None], vec![Some(5), Some(3), Some(4)]] };
    let (nodes, address_bits, turns) = (6, 3, Parameters::all_turns(4));
    let parameters = Parameters { ports: 4, address_bits, nodes, routing_bits: 0, apart: Some(apart), turns, pipeline, ..parameters() };
    let port = |router: u32, to: u32| match (router, to) {
        (1, 5) | (0, 1) => 0,
        (1, 3) => 1,
        (1, 4) => 2,
        _ => 3,
    };
    let router = Router::new(parameters, |router, to, _| Route::new(&[(port(router, to), 0b111)], 0)).unwrap();
    let state = router.reset(&mut Bools, &number(1, 1));
    Bench { router, state }
}

/// Runs clocks with heads that are also tails, (clock, port, destination), on VC 0: what leaves, (clock, port, destination), and credits of
/// inputs, (clock, port).
#[expect(clippy::type_complexity, reason = "two lists")]
fn one_flit_packets(bench: &mut Bench, sent: &[(usize, usize, u64)]) -> (Vec<(usize, usize, u64)>, Vec<(usize, usize)>) {
    let (mut left, mut credits) = (Vec::new(), Vec::new());
    for clock in 0..6 {
        let mut inputs = Inputs::of(bench.router.parameters(), false);
        for &(_, port, to) in sent.iter().filter(|sent| sent.0 == clock) {
            inputs.flits[port] = FlitLink { valid: true, vc: number(0, 2), head: true, tail: true, data: number(to, 8) };
        }
        let (next, outputs) = bench.router.step(&mut Bools, &bench.state, &inputs);
        let of = |flit: &FlitLink<bool>| flit.data[..3].iter().rev().fold(0, |number, bit| number << 1 | u64::from(*bit));
        left.extend(outputs.flits.iter().enumerate().filter(|(_, flit)| flit.valid).map(|(o, flit)| (clock, o, of(flit))));
        credits.extend(outputs.credits.iter().enumerate().filter(|(_, credit)| credit.valid).map(|(i, _)| (clock, i)));
        bench.state = next;
    }
    (left, credits)
}

/// E1: own is the terminal of the port at which a head comes in; E5 bars that input alone.
#[test]
fn each_local_port_has_a_terminal_and_a_guard_of_its_own() {
    let own = [5, 3, 4];
    for (k, other) in (0..3).flat_map(|k| (0..3).map(move |other| (k, other))) {
        let mut bench = star(Pipeline::Two);
        let (left, credits) = one_flit_packets(&mut bench, &[(0, k, own[other])]);
        let mut errors = vec![false; 9];
        errors[3 * k + 2] = k == other;
        assert_eq!(bench.errors(), errors, "{k}, {other}");
        assert_eq!(left, if k == other { vec![] } else { vec![(2, other, own[other])] });
        assert_eq!(credits, [(2, k)]);
    }
    // Terminal 7 does not exist, terminal 0 is behind the link.
    let mut bench = star(Pipeline::Two);
    assert_eq!(one_flit_packets(&mut bench, &[(0, 1, 7), (0, 2, 0)]).0, [(2, 3, 0)]);
    assert_eq!(bench.errors(), [false, false, false, false, false, true, false, false, false]);
    // Input 2 loses to input 0 in clock 1. It wins in clock 2, and a clock later if it stands back for its own wrong flit.
    for (wrong, second) in [((1, 0, 5), 3), ((1, 2, 4), 4)] {
        let mut bench = star(Pipeline::Two);
        let (left, credits) = one_flit_packets(&mut bench, &[(0, 0, 3), (0, 2, 3), wrong]);
        assert_eq!(left, [(2, 1, 3), (second, 1, 3)]);
        let given_back: usize = credits.iter().filter(|credit| **credit == (3, wrong.1)).count();
        assert_eq!((given_back, credits.len()), (1, 3), "{credits:?}");
    }
}

/// Two heads at one local output (SA3, VA3), and two terminals that send to one another.
#[test]
fn local_ports_are_outputs_like_others() {
    for (pipeline, first) in [(Pipeline::One, 1), (Pipeline::Two, 2), (Pipeline::Three, 3)] {
        let (left, _) = one_flit_packets(&mut star(pipeline), &[(0, 0, 3), (0, 2, 3)]);
        assert_eq!(left, [(first, 1, 3), (first + 1, 1, 3)], "{pipeline:?}");
        let (left, _) = one_flit_packets(&mut star(pipeline), &[(0, 0, 3), (0, 1, 5)]);
        assert_eq!(left, [(first, 0, 5), (first, 1, 3)], "{pipeline:?}");
    }
}

#[test]
fn terminals_at_two_places_are_refused() {
    let apart = Apart { router_bits: 1, terminals: vec![vec![Some(1)], vec![Some(1)]] };
    let error = Router::new(Parameters { apart: Some(apart), ..parameters() }, |_, _, _| Route::new(&[(1, 1)], 0)).unwrap_err();
    assert_eq!(error.to_string(), "terminals = 1 is not allowed; allowed: 0 to 2, each once");
}

#[test]
fn parameters_and_routes_out_of_range_are_refused() {
    let refused = |parameters: Parameters, route: Route| Router::new(parameters, |_, _, _| route).unwrap_err().to_string();
    let fine = Route::new(&[(1, 1)], 0);
    let text = refused(Parameters { vcs: 9, ..parameters() }, fine);
    assert_eq!(text, "vcs = 9 is not allowed; allowed: 1 to 8");
    assert!(refused(Parameters { flit_width: 5, ..parameters() }, fine).starts_with("flit-width = 5"));
    assert!(refused(Parameters { turns: vec![7, 3], ..parameters() }, fine).starts_with("turns = 0b111"));
    let several = Parameters { candidates: 2, order: true, ..parameters() };
    assert_eq!(refused(several, fine), "candidates = 2 is not allowed; allowed: 1 where packets are kept in order");
    assert!(refused(Parameters { message_classes: 2, ..parameters() }, fine).starts_with("vcs = 3"));
    let routes = Parameters { routing_bits: 0, ..parameters() };
    assert!(refused(routes.clone(), Route::new(&[(2, 1)], 0)).contains("port 2"));
    assert!(refused(routes.clone(), Route::new(&[(1, 8)], 0)).contains("0b1000"));
    assert!(refused(routes.clone(), Route::new(&[(1, 1), (0, 1)], 0)).contains("2 candidates"));
    let error = Router::new(routes, |_, _, _| Route::new(&[(1, 1)], 1)).unwrap_err();
    assert!(matches!(error, Error::Route { node: 0, destination: 0, .. }), "{error}");
}

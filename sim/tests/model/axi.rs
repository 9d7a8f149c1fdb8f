//! The AXI4-Stream interface, clocks worked out manually from docs/axi_interface.md.

use torusmith_sim::axi::{Beat, Data, Flit, Inputs, Interface, Link, Streams};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, for_network};
use torusmith_topology::TerminalId;

use super::support::{network, routing};

/// The interface of node 1 of nine, on a torus of three by three.
pub(super) struct Bench {
    pub interface: Interface,
    routing: NetworkRouting,
}

pub(super) fn data(word: u32) -> Data {
    let mut data = [0; 16];
    data[0] = word;
    data
}

pub(super) fn beat(word: u32, tlast: bool, tdest: u32) -> Inputs {
    Inputs { tvalid: true, tdata: data(word), tlast, tdest, tready: true, ..Inputs::default() }
}

pub(super) fn silence(tready: bool) -> Inputs {
    Inputs { tready, ..Inputs::default() }
}

pub(super) fn head(source: u32, destination: u32) -> Flit {
    Flit::Head { source, destination, bits: 0, user: 0 }
}

pub(super) fn body(word: u32, last: bool) -> Flit {
    Flit::Beat { data: data(word), last }
}

/// Output of the router: a flit on a VC, and no credit.
pub(super) fn flit(vc: usize, flit: Flit) -> Link {
    Link { flit: Some((vc, flit)), credit: None }
}

pub(super) fn credit(vc: usize) -> Link {
    Link { flit: None, credit: Some(vc) }
}

impl Bench {
    fn new(vcs: usize, depth: usize) -> Self {
        Self::with_classes(vcs, depth, 1)
    }

    pub fn with_classes(vcs: usize, depth: usize, message_classes: usize) -> Self {
        Self::of(RouterConfig { vcs, depth, message_classes, ..RouterConfig::default() })
    }

    pub fn of(config: RouterConfig) -> Self {
        Self::with_streams(config, Streams::plain(config.message_classes))
    }

    pub fn with_streams(config: RouterConfig, streams: Streams) -> Self {
        Self::at("torus:3,3", config, streams)
    }

    /// Node 1 of a network.
    fn at(name: &str, config: RouterConfig, streams: Streams) -> Self {
        let network = network(name);
        Self { interface: Interface::new(1, network.routers() as u32, config, streams), routing: routing(&network, 2) }
    }

    pub fn step(&mut self, inputs: Inputs, router: Link) {
        self.interface.step(&inputs, &router, &self.routing);
    }

    pub fn tready(&self) -> bool {
        self.interface.outputs().tready
    }

    pub fn sent(&self) -> Option<(usize, Flit)> {
        self.interface.link().flit
    }

    /// `m_axis_*`, and the VC of the credit to the router.
    fn shown(&self) -> (Option<(u32, bool, u32)>, Option<usize>) {
        let beat = self.interface.outputs().beat.map(|Beat { tdata, tlast, tid, .. }| (tdata[0], tlast, tid));
        (beat, self.interface.link().credit)
    }

    /// Offers a packet of `beats` beats without a pause until its last is taken; returns the clocks that this took.
    fn send(&mut self, beats: u32, tdest: u32) -> u32 {
        let mut taken = 0;
        for clock in 1.. {
            let ready = self.tready();
            self.step(beat(taken, taken + 1 == beats, tdest), Link::default());
            taken += u32::from(ready);
            if taken == beats {
                return clock;
            }
            assert!(clock < 100, "stuck at beat {taken}");
        }
        unreachable!()
    }
}

/// T2, T5, T6: n beats that come without a pause take n + 1 clocks; a flit is on the link in the clock after it was given.
#[test]
fn n_beats_take_n_and_one_clocks() {
    for beats in [1, 2, 7] {
        assert_eq!(Bench::new(2, 8).send(beats, 5), beats + 1);
    }
    let mut bench = Bench::new(2, 8);
    let mut seen = Vec::new();
    for clock in 0..5 {
        seen.push((bench.tready(), bench.sent()));
        // Beats 0 and 1 are taken in clocks 1 and 2.
        bench.step(if clock < 3 { beat(clock.max(1) - 1, clock == 2, 5) } else { silence(true) }, Link::default());
    }
    let none = (false, None);
    let expected = [none, (true, Some((0, head(1, 5)))), (true, Some((0, body(0, false)))), (false, Some((0, body(1, true)))), none];
    assert_eq!(seen, expected);
}

/// T2, T3, T5 with R > 0, here 15: the destination of clock 0 is what counts, the head is given in clock 2.
#[test]
fn with_routing_bits_a_packet_takes_two_clocks_more() {
    let rdt = || Bench::at("rdt:4", RouterConfig { vcs: 2, depth: 8, ..RouterConfig::default() }, Streams::plain(1));
    for beats in [1, 2, 7] {
        assert_eq!(rdt().send(beats, 5), beats + 3);
    }
    let mut bench = rdt();
    for clock in 0..3 {
        assert_eq!((bench.tready(), bench.sent()), (false, None), "clock {clock}");
        bench.step(beat(7, true, 5 + clock), Link::default());
    }
    assert!(bench.tready());
    assert!(matches!(bench.sent(), Some((0, Flit::Head { source: 1, destination: 5, bits: 1.., .. }))));
    // T4: dropping from clock 2 on.
    let mut bench = rdt();
    let seen = [0, 1, 2, 3].map(|_| {
        let seen = (bench.tready(), bench.interface.outputs().error);
        bench.step(beat(7, true, 1), Link::default());
        seen
    });
    assert_eq!(seen, [(false, 0), (false, 0), (true, 1), (false, 1)]);
}

/// T2: the destination is that of the first beat, in the clock in which it is first seen; T6: pauses of the master are pauses of the link.
#[test]
fn the_destination_is_sampled_once_and_beats_may_pause() {
    let mut bench = Bench::new(1, 8);
    bench.step(beat(7, false, 5), Link::default());
    assert_eq!(bench.sent(), Some((0, head(1, 5))));
    bench.step(beat(7, false, 6), Link::default());
    bench.step(silence(true), Link::default());
    assert_eq!((bench.tready(), bench.sent()), (true, None), "a pause");
    bench.step(beat(8, true, 3), Link::default());
    assert_eq!((bench.tready(), bench.sent()), (false, Some((0, body(8, true)))));
}

/// T1, T6: with two credits the head and a beat are given, then nothing until a credit has been on the link.
#[test]
fn beats_wait_for_credits() {
    let mut bench = Bench::new(1, 2);
    // The beat of clock 1 takes the last credit; the credit of clock 4 counts in 5, those of 5 and 6 a clock later.
    let ready: Vec<bool> = (0..8)
        .map(|clock| {
            let ready = bench.tready();
            bench.step(beat(clock, clock == 6, 5), if (4..=6).contains(&clock) { credit(0) } else { Link::default() });
            ready
        })
        .collect();
    assert_eq!(ready, [false, true, false, false, false, true, true, false]);
}

/// T5: the lowest VC with all its credits; none, and the head waits. T1: a credit on the link in t counts in t+1.
#[test]
fn a_packet_takes_the_lowest_vc_that_is_empty() {
    let mut bench = Bench::new(2, 4);
    for vc in [0, 1] {
        assert_eq!(bench.send(1, 5), 2);
        assert_eq!(bench.sent(), Some((vc, body(0, true))));
    }
    // Both lack two credits. Ready from clock 0 on; VC 1 has all of them in clock 6, and the head is on the link in 7.
    for clock in 0..10 {
        assert_eq!(bench.sent().is_some_and(|sent| sent == (1, head(1, 6))), clock == 7, "clock {clock}");
        assert_eq!(bench.tready(), clock >= 7, "clock {clock}");
        let back = if clock == 3 || clock == 5 { credit(1) } else { Link::default() };
        bench.step(if clock < 7 { beat(0, false, 6) } else { silence(true) }, back);
    }
}

/// T4: to the own node or none of the network: taken in at one beat a clock from the clock after the first on, nothing sent, `error` from then on.
#[test]
fn packets_to_nowhere_are_dropped() {
    for tdest in [1, 9, 15] {
        let mut bench = Bench::new(2, 4);
        let mut seen = Vec::new();
        for clock in 0..6 {
            seen.push((bench.tready(), bench.interface.outputs().error));
            assert_eq!(bench.sent(), None);
            bench.step(if clock < 4 { beat(clock, clock == 3, tdest) } else { silence(true) }, Link::default());
        }
        let (idle, dropping) = ((false, 0), (true, 1));
        assert_eq!(seen, [idle, dropping, dropping, dropping, (false, 1), (false, 1)], "to {tdest}");
        assert_eq!(bench.send(2, 8), 3, "the next one is sent");
        assert_eq!(bench.interface.outputs().error, 1, "error stays");
        bench.step(Inputs { clear_error: true, ..silence(true) }, Link::default());
        assert_eq!(bench.interface.outputs().error, 0, "until it is cleared");
    }
}

/// T4: a beat that is not there is not the last one.
#[test]
fn a_packet_that_is_dropped_may_pause() {
    let mut bench = Bench::new(1, 4);
    for inputs in [beat(0, false, 1), beat(0, false, 1), Inputs { tvalid: false, ..beat(1, true, 5) }] {
        bench.step(inputs, Link::default());
    }
    assert!(bench.tready());
    bench.step(beat(1, true, 5), Link::default());
    assert!(!bench.tready());
}

/// T7: packets of an interface take turns with the choices that networks.md gives: of 2, north first; dropped ones count.
#[test]
fn choices_take_turns_by_packets_prepared() {
    let htn = network("htn:4,4,2,1");
    let routing = for_network(&htn, RoutingOptions::new(RoutingAlgorithm::Ls, None), 3).unwrap();
    // BM (0, 0) to BM (2, 0): k = 2, north or south, and no wrap link but southward; header bits north, east, wrap_y, wrap_x.
    let destination = (0..htn.routers() as u32).find(|&d| routing.source_choices(TerminalId(0), TerminalId(d)).len() == 2).unwrap();
    let choices: Vec<u64> = routing.source_choices(TerminalId(0), TerminalId(destination)).to_vec();
    assert_ne!(choices[0], choices[1]);
    let mut interface = Interface::new(0, htn.routers() as u32, RouterConfig::default(), Streams::plain(1));
    let mut sent = Vec::new();
    for tdest in [destination, destination, 0, destination, destination] {
        for _ in 0..6 {
            // One beat; it is taken in the third or fourth clock.
            let ready = interface.outputs().tready;
            interface.step(&beat(0, true, tdest), &Link::default(), &routing);
            if let Some((_, Flit::Head { bits, .. })) = interface.link().flit {
                sent.push(bits);
            }
            if ready {
                break;
            }
        }
    }
    assert_eq!(sent, [choices[0], choices[1], choices[1], choices[0]], "the third is dropped");
}

/// M1, M3, M4, M6: where buffers are empty a head leaves in the clock in which it is on the link, a beat that follows it is in the output register a
/// clock after it was on the link; credits go back a clock after flits leave.
#[test]
fn beats_pass_empty_buffers() {
    let mut bench = Bench::new(2, 4);
    let arrivals = [flit(1, head(4, 1)), flit(1, body(10, false)), flit(1, body(11, true))];
    let seen: Vec<_> = (0..5)
        .map(|clock| {
            let shown = bench.shown();
            bench.step(silence(true), arrivals.get(clock).copied().unwrap_or_default());
            shown
        })
        .collect();
    let expected = [(None, None), (None, Some(1)), (Some((10, false, 4)), Some(1)), (Some((11, true, 4)), Some(1)), (None, None)];
    assert_eq!(seen, expected);
}

/// M2, M4, M5: the register keeps its value while `tready` is 0, and the buffers before it fill.
#[test]
fn a_user_who_is_not_ready_holds_everything_back() {
    let mut bench = Bench::new(1, 4);
    let arrivals = [flit(0, head(4, 1)), flit(0, body(10, false)), flit(0, body(11, false)), flit(0, body(12, true))];
    for arrival in arrivals {
        bench.step(silence(false), arrival);
    }
    for _ in 4..9 {
        assert_eq!(bench.shown().0, Some((10, false, 4)));
        bench.step(silence(false), Link::default());
        assert_eq!(bench.shown().1, None, "nothing leaves a buffer");
    }
    for (word, last) in [(10, false), (11, false), (12, true)] {
        assert_eq!(bench.shown().0, Some((word, last, 4)));
        bench.step(silence(true), Link::default());
    }
    assert_eq!(bench.shown().0, None);
}

/// M3: the next head leaves its buffer while the register still holds the packet before; M5: `tid` is that of the beat.
#[test]
fn the_next_head_does_not_change_the_beat_before() {
    let mut bench = Bench::new(2, 4);
    for arrival in [flit(0, head(4, 1)), flit(0, body(10, true)), flit(1, head(7, 1)), flit(1, body(20, true))] {
        bench.step(silence(false), arrival);
    }
    // In clock 2 the tail of the first is in the register and the second head passes; the beat behind it waits from clock 3 on.
    assert_eq!(bench.shown(), (Some((10, true, 4)), None));
    bench.step(silence(false), Link::default());
    assert_eq!(bench.shown(), (Some((10, true, 4)), None));
    bench.step(silence(true), Link::default());
    assert_eq!(bench.shown(), (Some((20, true, 7)), Some(1)));
}

/// M3: packets on two VCs whose flits take turns on the link leave one after the other; the pointer makes VC 0 wait when it was the last.
#[test]
fn packets_of_two_vcs_do_not_interleave() {
    let mut bench = Bench::new(2, 8);
    let packet = |source: u32| [head(source, 1), body(source * 10, false), body(source * 10 + 1, true)];
    let (a, b) = (packet(4), packet(7));
    // A packet on VC 0, one on VC 1 at the same time, and another on VC 0 after the first.
    let mut arrivals: Vec<Link> = (0..3).flat_map(|k| [flit(0, a[k]), flit(1, b[k])]).collect();
    arrivals.splice(5..5, packet(8).map(|f| flit(0, f)));
    let mut seen = Vec::new();
    for clock in 0..20 {
        seen.extend(bench.shown().0);
        bench.step(silence(true), arrivals.get(clock).copied().unwrap_or_default());
    }
    let stream = |source: u32| [(source * 10, false, source), (source * 10 + 1, true, source)];
    assert_eq!(seen, [stream(4), stream(7), stream(8)].concat());
}

/// M1, M3: only a head that waited moves the pointer. A head on VC 1 passes; behind it two wait, on VCs 2 and 0, and the pointer, still 0, gives VC 0.
#[test]
fn a_head_that_passes_leaves_the_pointer() {
    let mut bench = Bench::new(3, 8);
    let packet = |vc, source: u32| [flit(vc, head(source, 1)), flit(vc, body(source, true))];
    // VC 1's head passes in clock 0. In clocks 1 to 4, VC 1 open without its beat, the others go into their buffers.
    let [first, last] = packet(1, 4);
    let arrivals = [&[first][..], &packet(2, 5), &packet(0, 6), &[last]].concat();
    let mut seen = Vec::new();
    for clock in 0..12 {
        seen.push((bench.shown().0.map(|(_, _, tid)| tid), bench.shown().1));
        bench.step(silence(true), arrivals.get(clock).copied().unwrap_or_default());
    }
    // The beat of VC 1 passes in clock 5. VC 0's head is picked in 6 and its beat leaves in 7; then VC 2's.
    let (none, credit) = ((None, None), |vc| (None, Some(vc)));
    let expected =
        [none, credit(1), none, none, none, none, (Some(4), Some(1)), credit(0), (Some(6), Some(0)), credit(2), (Some(5), Some(2)), none];
    assert_eq!(seen, expected);
}

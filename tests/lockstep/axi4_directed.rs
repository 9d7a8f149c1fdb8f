//! AXI4 interfaces where others went wrong: what is withheld, who stops whom, order, errors, odd bursts, resets; and how long a read takes.

use torusmith_generator::{Error, generate};
use torusmith_sim::traffic::Pattern;
use torusmith_testbench::{Axi4, Axi4Counts, Axi4Options, FIXED, INCR, Request, RunReport, Script, Step, Takes, WRAP};
use torusmith_topology::{Network, address_map};

use crate::axi4::{agrees, bench, pausing, protocol, run};
use crate::support::{Bench, axi4_map, options};

/// For ever.
const NEVER: u64 = u64::MAX;
/// Bases of the ranges of nodes 0, 4 and 7 in the map `few` of eight nodes; managers are at 0 and 7.
const RAM: [u64; 3] = [0, 0x40_0000, 0x70_0000];
/// In no range.
const HOLE: u64 = 0x7000_0000;

/// Users that do nothing but what they are told to.
fn quiet() -> Axi4Options {
    let none = pausing(0.0);
    Axi4Options { apart: 0.0, holes: 0.0, too_long: 0.0, longest: 0.0, own: 0.0, errors: 0.0, clear_error: 0.0, ..none }
}

/// INCR of so many beats of eight bytes.
fn burst(id: u32, addr: u64, beats: u64) -> Request {
    Request { id, addr, len: (beats - 1) as u8, size: 3, burst: INCR, ..Request::default() }
}

fn read(manager: u32, request: Request) -> Step {
    Step::new(manager, false, request)
}

fn write(manager: u32, request: Request) -> Step {
    Step::new(manager, true, request)
}

fn script(steps: Vec<Step>) -> Script {
    Script { steps, ..Script::default() }
}

fn directed(script: Script) -> Axi4 {
    with(quiet(), script)
}

fn with(users: Axi4Options, script: Script) -> Axi4 {
    Axi4 { script, ..protocol(Pattern::Uniform, 0.0, users) }
}

/// All of it is answered.
#[track_caller]
fn answered(axi4: &Axi4) -> RunReport<Axi4Counts> {
    agrees(bench(), axi4, 1)
}

/// Some of it never is: the run ends when nothing has moved for long. Returns how many requests.
#[track_caller]
fn hangs(axi4: &Axi4) -> (u64, Axi4Counts) {
    let report = run(bench(), axi4, 1);
    assert!(report.first_divergence.is_none() && report.violations.is_empty() && report.dead.is_some(), "{report:?}");
    let [begun, ended] = report.counts.requests;
    (begun - ended, report.counts)
}

/// 1: W beats before AW, by up to a burst.
#[test]
fn data_before_its_address() {
    let steps = [1, 2, 15, 40, 100].map(|late| Step { late: [late, 0], ..write(0, burst(1, RAM[2] + 8 * late, 16)) });
    answered(&directed(script(steps.into())));
}

/// 2: AW given, W withheld till the manager's own later read is back.
#[test]
fn a_read_passes_a_write_without_data() {
    let withheld = Step { late: [0, 300], ..write(0, burst(1, RAM[2], 4)) };
    let report = answered(&directed(script(vec![withheld, Step { clock: 20, ..read(0, burst(1, RAM[2] + 0x800, 4)) }])));
    assert!(report.counts.read_clocks[0] < 60, "{report:?}");
    // For ever: the other manager's requests to the same node go on.
    let withheld = Step { late: [0, 1 << 40], ..write(0, burst(1, RAM[1], 4)) };
    let others = (0..20).map(|k| Step { after: k, ..write(7, burst(k as u32 % 4, RAM[1] + 0x1000 + 64 * k, 8)) });
    let (left, _) = hangs(&directed(script([withheld].into_iter().chain(others).collect())));
    assert_eq!(left, 1);
}

/// 3: same ID to two nodes, the far one asked first; the ledger knows the order.
#[test]
fn an_id_that_changes_its_node() {
    let steps = (0..12).map(|k| read(0, burst(5, RAM[[2, 0, 1][k as usize % 3]] + 64 * k, 1 + k % 4))).collect();
    answered(&directed(script(steps)));
}

/// 4: an ID twice to one node where packets of a pair may overtake: `destination` is refused there, `one` is right.
#[test]
#[ignore = "long: a whole AXI4 network of its own"]
fn an_id_where_nobody_keeps_pairs_in_order() {
    let network: Network = "hypercube:3".parse().unwrap();
    let refused = generate(&network, &options(&network, "interface=axi4 map=few vcs=2 order=none id-order=destination"));
    assert!(matches!(refused, Err(Error::Option { field: "id-order", .. })), "{refused:?}");
    // Two hops away, and three in soaks, which is another design to be built.
    let mut benches = vec![("hypercube:2", "map=halves", 0x30_0000)];
    if cfg!(feature = "soak") {
        benches.push(("hypercube:3", "map=few", RAM[2]));
    }
    for (network, map, base) in benches {
        let bench = Bench::new(network, &format!("interface=axi4 {map} vcs=2 order=none"));
        let steps = (0..30).map(|k| read(0, burst(k % 2, base + 64 * u64::from(k), 1 + u64::from(k) % 5)));
        agrees(&bench, &directed(script(steps.collect())), 1);
    }
}

/// 5: answers of two subordinates at once are never mixed: rule 28 of the checker.
#[test]
fn bursts_of_two_subordinates_come_whole() {
    let steps = (0..8).map(|k| read(0, burst(k, RAM[1 + k as usize % 2] + 0x100 * u64::from(k), 20))).collect();
    answered(&with(Axi4Options { answer_pause: 0.7, ..quiet() }, script(steps)));
}

/// 6: BREADY 0 for ever at one manager, and all others finish.
#[test]
fn a_manager_that_takes_no_response() {
    let stuck = (0..6).map(|k| write(0, burst(k, RAM[2] + 64 * u64::from(k), 4)));
    let others = (0..30)
        .map(|k| Step { after: k, ..if k % 2 == 0 { write } else { read }(7, burst(1, RAM[[0, 2][k as usize % 2]] + 0x400 + 64 * k, 8)) });
    let (left, _) = hangs(&directed(Script { no_bready: vec![(0, NEVER)], ..script(stuck.chain(others).collect()) }));
    assert_eq!(left, 6);
}

/// 7: RREADY 0 till the write copy of what is read has been taken.
#[test]
fn a_write_passes_a_read_that_nobody_takes() {
    let reads = (0..4).map(|k| read(0, burst(k, RAM[2] + 512 * u64::from(k), 16)));
    let writes = (0..10).map(|k| Step { after: k, ..write(0, burst(1, RAM[2] + 0x1000 + 128 * k, 16)) });
    let (left, _) = hangs(&directed(Script { no_rready: vec![(0, NEVER)], ..script(reads.chain(writes).collect()) }));
    assert_eq!(left, 4);
    let reads = (0..4).map(|k| read(0, burst(k, RAM[2] + 512 * u64::from(k), 16)));
    answered(&directed(Script { no_rready: vec![(0, 400)], ..script(reads.collect()) }));
}

/// 8: a burst that ends with 4096 bytes, and one over.
#[test]
fn a_burst_up_to_the_end_of_a_page() {
    answered(&directed(script(vec![read(0, burst(1, RAM[2] + 0xfc0, 8)), write(0, burst(1, RAM[0] + 0xff8, 1))])));
    let report = run(bench(), &directed(script(vec![read(0, burst(1, RAM[2] + 0xfc8, 8))])), 1);
    assert_eq!((report.counts.rules_broken, report.mismatches), (1 << 12, 0), "{report:?}");
}

/// 9: WRAP of 2, 4, 8, 16 beats from each start; the checker refuses a start that is not aligned.
#[test]
fn wraps_from_each_start() {
    let mut steps = Vec::new();
    for beats in [2u64, 4, 8, 16] {
        for start in 0..beats {
            let request = Request { burst: WRAP, ..burst(start as u32 % 4, RAM[1] + 0x400 + 8 * start, beats) };
            let narrow = Request { size: 1, addr: RAM[1] + 0x100 + 2 * start, ..request };
            let before = steps.len() as u64 / 2;
            steps.extend([write(0, request), Step { after: before + 1, ..read(0, request) }]);
            steps.extend([write(7, narrow), read(7, Request { addr: RAM[0] + 2 * start, ..narrow })]);
        }
    }
    answered(&directed(script(steps)));
    let report = run(bench(), &directed(script(vec![read(0, Request { burst: WRAP, ..burst(1, RAM[1] + 4, 2) })])), 1);
    assert_eq!((report.counts.rules_broken, report.mismatches), (1 << 10, 0), "{report:?}");
}

/// 10: FIXED and narrow, all lanes and strobes, strobes all 0.
#[test]
fn narrow_and_fixed_bursts_in_all_lanes() {
    let mut steps = Vec::new();
    for size in 0..4 {
        for lane in 0..8 {
            for kind in [FIXED, INCR] {
                let request = Request { size, burst: kind, ..burst(lane as u32 % 4, RAM[2] + 0x200 + lane, 3) };
                steps.push(Step { no_strobes: lane == 5, ..write(0, request) });
                steps.push(Step { after: steps.len() as u64, ..read(0, request) });
            }
        }
    }
    answered(&directed(script(steps)));
}

/// 11: an address of no range, between two good ones of the same ID.
#[test]
fn an_address_of_no_range() {
    let hole = |beats| Request { id: 3, ..burst(3, HOLE, beats) };
    let steps = vec![
        read(0, burst(3, RAM[2], 8)),
        read(0, hole(256)),
        read(0, burst(3, RAM[2] + 64, 8)),
        write(0, burst(3, RAM[2] + 0x400, 8)),
        write(0, hole(5)),
        write(0, burst(3, RAM[2] + 0x440, 8)),
    ];
    let report = answered(&directed(script(steps)));
    assert_eq!(report.counts.requests_refused, 2);
}

/// 12: a subordinate that waits for AW and W together, and one that gives AWREADY only after WVALID.
#[test]
fn subordinates_that_wait_for_data() {
    for takes in [Takes::Any, Takes::Together, Takes::DataFirst] {
        let steps = (0..20).map(|k| write([0, 7][k as usize % 2], burst(k % 3, RAM[1] + 128 * u64::from(k), 1 + u64::from(k) % 16)));
        answered(&directed(Script { takes: Some(takes), ..script(steps.collect()) }));
    }
}

/// 13: of 24 reads and 24 writes to three subordinates, which hold 8 of each, as many go out as there are slots: 16 of each.
#[test]
fn as_many_requests_go_out_as_there_are_slots() {
    let steps = (0..48).map(|k| {
        let (to, id) = (k / 2 % 3, k / 2 % 3 * 5 + k / 6 % 5);
        let way = if k % 2 == 0 { read } else { write };
        way(0, burst(id, RAM[to as usize] + 64 * u64::from(k), 2))
    });
    let silent = Axi4Options { latency: 1 << 40, ..quiet() };
    let (left, counts) = hangs(&with(silent, script(steps.collect())));
    assert_eq!((left, counts.requests_arrived), (48, 32));
}

/// 14: reset in mid-burst, in every clock of one, then a clean run.
#[test]
fn resets_in_mid_burst() {
    let resets: Vec<u64> = (0..40).map(|k| 60 * (k + 1) + k).collect();
    let mut axi4 = protocol(Pattern::Uniform, 0.5, Axi4Options { clear_error: 0.0, ..pausing(0.1) });
    axi4.script = Script { resets, ..Script::default() };
    let report = agrees(bench(), &axi4, 2800);
    assert!(report.counts.requests[1] > 50, "{report:?}");
}

/// 15: the own node, and an exclusive pair, which is answered OKAY twice.
#[test]
fn the_own_node_and_exclusive_accesses() {
    let exclusive = Request { lock: true, ..burst(2, RAM[2] + 0x2000, 2) };
    let steps = vec![
        write(0, burst(1, RAM[0], 16)),
        Step { after: 1, ..read(0, burst(1, RAM[0], 16)) },
        write(7, burst(1, RAM[2], 200)),
        Step { after: 1, ..read(7, burst(1, RAM[2], 256)) },
        Step { after: 2, ..read(0, exclusive) },
        Step { after: 3, ..write(0, exclusive) },
    ];
    answered(&directed(script(steps)));
}

/// 15: nodes that all have both sides, at saturation.
#[test]
#[ignore = "long: a whole AXI4 network of its own"]
fn all_to_all_at_saturation() {
    let clocks = if cfg!(feature = "soak") { 100_000 } else { 600 };
    let bench = Bench::new("hypercube:2", "interface=axi4 map=all vcs=2");
    let report = agrees(&bench, &protocol(Pattern::Uniform, 1.0, Axi4Options { holes: 0.0, too_long: 0.0, ..pausing(0.0) }), clocks);
    // Over two hops alone the first beat comes after 4(h + 1) + 6 + k = 19 clocks: twice that, on average, is a network that is full.
    let [clocks, reads] = report.counts.read_clocks;
    assert!(clocks > 2 * 19 * reads, "{report:?}");
}

/// A subordinate that never answers stops those that wait for it, and nobody else: with one VC to a destination its requests wait at it alone.
#[test]
fn a_dead_subordinate_stops_who_asks_it() {
    let dead = (0..2).map(|k| read(0, burst(k, RAM[1] + 64 * u64::from(k), 4)));
    let others = (0..20).map(|k| Step { after: k, ..read(7, burst(1, RAM[0] + 64 * k, 8)) });
    let (left, _) = hangs(&directed(Script { dead: vec![(4, NEVER)], ..script(dead.chain(others).collect()) }));
    assert_eq!(left, 2);
}

/// The contract's last lines of "Subordinate side", for each number of hops and several subordinates.
#[test]
fn a_read_takes_as_long_as_the_contract_says() {
    for latency in [1, 2, 7] {
        for (node, hops) in [(1, 1u64), (2, 3)] {
            let users = Axi4Options { latency, ..quiet() };
            let report = answered(&with(users, script(vec![read(0, burst(1, RAM[node], 16))])));
            assert_eq!(report.counts.read_clocks, [4 * (hops + 1) + 6 + latency, 1], "{hops} hops, {latency} clocks");
        }
    }
}

/// Round trips by the contract's formulas, 4(h+1) + 6 + 1 and 4(h+1) + 8 + 1; requests that nobody answers but the side do not count, their beats do.
/// Counted by hand, of managers 0 and 7, whose packets do not meet.
#[test]
fn round_trips_and_beats_of_managers() {
    let steps = vec![
        read(0, burst(1, RAM[1], 16)),                     // 1 hop: 15 clocks
        Step { after: 1, ..read(0, burst(1, RAM[2], 4)) }, // 3 hops: 23
        Step { after: 2, ..read(0, burst(1, HOLE, 2)) },
        write(7, burst(1, RAM[0] + 0x1000, 1)),                     // 3 hops: 25
        Step { after: 1, ..read(7, burst(1, RAM[0] + 0x1000, 3)) }, // 23
    ];
    let report = answered(&directed(Script { takes: Some(Takes::Any), ..script(steps) }));
    let [reads, writes] = report.counts.round_trips;
    assert_eq!((reads.least, reads.clocks, reads.requests), (Some(15), 15 + 23 + 23, 3), "{report:?}");
    assert_eq!((writes.least, writes.clocks, writes.requests), (Some(25), 25, 1));
    // Written, read.
    assert_eq!((report.counts.beats, report.counts.most_beats), ([1, 16 + 4 + 2 + 3], [1, 16 + 4 + 2]));
}

/// One manager with one ID and bursts of 16 to one node: 90 % of what the link takes, 16 of 17 flits being data.
#[test]
fn one_id_fills_the_link() {
    let reads = (0..100).map(|k| read(0, burst(1, RAM[2] + 128 * (k % 16), 16)));
    let report = answered(&directed(script(reads.collect())));
    let clocks = report.cycles + report.drain_cycles;
    assert!(1600 * 100 > 90 * clocks, "{clocks} clocks for 1600 beats");
}

/// The map of the tests is what they take it for.
#[test]
fn ranges_are_where_the_tests_look_for_them() {
    let network: Network = "hypercube:3".parse().unwrap();
    let map = address_map::parse(&axi4_map(&network, "few"), "map.toml", &network, 32).unwrap();
    let found: Vec<(u64, u32)> = map.ranges().iter().map(|range| (range.base, range.node)).collect();
    assert_eq!(found, [(RAM[0], 0), (RAM[1], 4), (RAM[2], 7)]);
    assert!(map.ranges().iter().all(|range| range.size() >= 0x3000) && map.managers().eq([0, 7]));
}

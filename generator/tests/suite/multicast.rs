//! The multicast router: what its units make of headers, against docs/multicast_router.md R3 over the graph of the network; and clocks,
//! acks, set-up and shoot-down of one router in Icarus.

use std::fs;
use std::process::Command;

use torusmith_generator::Design;
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use crate::tools::{SOAK, chosen, made, run, tool, written};

const BENCH: &str = include_str!("verilog/multicast_bench.v");
const NETWORK_BENCH: &str = include_str!("verilog/multicast_network_bench.v");
const BITMAP_BENCH: &str = include_str!("verilog/bitmap_bench.v");

const BEGIN: u64 = 0;
const ROOT: u64 = 1;
const SOUTH: u64 = 2;
const LEAF: u64 = 3;

/// A branch: output, stage and phase of the copy.
type Branch = (u8, u64, u64);

/// R3 at one node, by the letter.
struct Rule<'a> {
    rdt: &'a Rdt,
    node: u32,
    maps: [u8; 5],
    pe: u64,
    branches: Vec<Branch>,
}

impl Rule<'_> {
    fn has(&self, r: u64, letters: &str) -> bool {
        let top = match self.rdt.side {
            8 | 64 => 0xFF,
            16 | 128 => 0x53,
            _ => 0x11,
        };
        let map = self.maps[r as usize] & if r == u64::from(self.rdt.max_rank()) { top } else { 0xFF };
        letters.split(' ').any(|name| map >> ["C", "E", "W", "N", "S", "SS", "SE", "SW"].iter().position(|n| *n == name).unwrap() & 1 == 1)
    }

    /// A copy by direction 0 x+, 1 x-, 2 y+, 3 y- of rank r.
    fn up(&mut self, r: u64, direction: u8, phase: u64) {
        self.branches.push((direction + if r == 0 { 1 } else { 5 }, r, phase));
    }

    fn next(&mut self, q: u64) {
        if q == 0 || u64::from(self.rdt.rank(self.node)) == q {
            return self.root(q);
        }
        let leads = |port: &u8| u64::from(self.rdt.rank(self.rdt.downstream(self.node, *port).unwrap().node)) == q;
        self.branches.push(((1..=4).find(leads).unwrap(), q, ROOT));
    }

    fn root(&mut self, r: u64) {
        for (letters, direction, phase) in [("S SS SE SW", 2, SOUTH), ("N", 3, LEAF), ("E", 0, LEAF), ("W", 1, LEAF)] {
            if self.has(r, letters) {
                self.up(r, direction, phase);
            }
        }
        if self.has(r, "C") {
            self.leaf(r);
        }
    }

    fn south(&mut self, r: u64) {
        for (letters, direction) in [("SS", 2), ("SE", 0), ("SW", 1)] {
            if self.has(r, letters) {
                self.up(r, direction, LEAF);
            }
        }
        if self.has(r, "S") {
            self.leaf(r);
        }
    }

    fn leaf(&mut self, r: u64) {
        match r {
            0 => self.branches.push((if self.pe == 1 { 9 } else { 0 }, 0, LEAF)),
            _ => self.next(r - 1),
        }
    }

    fn branches(mut self, stage: u64, phase: u64) -> Vec<Branch> {
        match phase {
            BEGIN => self.next(stage),
            ROOT => self.root(stage),
            SOUTH => self.south(stage),
            _ => self.leaf(stage),
        }
        self.branches.sort_unstable();
        self.branches
    }
}

/// (stage, phase) of the multicasts that come in by a port of a node of rank k.
fn headers(from: u8, k: u64, max_rank: u64) -> Vec<(u64, u64)> {
    match from {
        0 | 9 => (0..=max_rank).map(|r| (r, BEGIN)).collect(),
        1..=4 => {
            let mut list = vec![(0, LEAF)];
            list.extend((max_rank > 1).then_some((k, ROOT)));
            list.extend((from == 4).then_some((0, SOUTH)));
            list
        }
        _ if from == 8 => vec![(k, LEAF), (k, SOUTH)],
        _ => vec![(k, LEAF)],
    }
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ self.0 >> 29) >> 16
    }
}

/// Simulates headers at `nodes` with `rounds` maps each; the lines that differ from R3. `None` without the tool.
fn wrong(design: &Design, side: u32, nodes: &[u32], rounds: u32) -> Option<Vec<String>> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let rdt = Rdt::new(side).unwrap();
    let mut random = Random(u64::from(side));
    let (mut vectors, mut expected) = (String::new(), Vec::new());
    for &node in nodes {
        let rank = rdt.rank(node).into();
        for (from, (stage, phase)) in
            (0..10).flat_map(|from| headers(from, rank, rdt.max_rank().into()).into_iter().map(move |h| (from, h)))
        {
            for _ in 0..rounds {
                let maps: [u8; 5] = std::array::from_fn(|_| random.next() as u8);
                let (pe, tag) = (random.next() & 1, random.next() & 127);
                let flit = 1 | pe << 2 | phase << 3 | stage << 5 | tag << 8;
                let bm = maps.iter().rev().fold(0_u64, |all, &map| all << 8 | u64::from(map));
                vectors += &format!("{node:x} {from:x} {flit:x} {bm:x}\n");
                let branches = Rule { rdt: &rdt, node, maps, pe, branches: Vec::new() }.branches(stage, phase);
                let mut ports: Vec<u8> = branches.iter().map(|branch| branch.0).collect();
                ports.dedup();
                assert_eq!(ports.len(), branches.len(), "an output twice");
                let mask = ports.iter().fold(0, |mask, port| mask | 1 << port);
                let fields: String = (0..10_u8)
                    .map(|port| match branches.iter().find(|branch| branch.0 == port) {
                        Some((_, new_stage, new_phase)) => {
                            format!(" {:03x}", new_phase | new_stage << 2 | phase << 5 | stage << 7)
                        }
                        None => " 000".into(),
                    })
                    .collect();
                expected.push(format!("{mask:010b}{fields}"));
            }
        }
    }
    let folder = written(design);
    fs::write(folder.path().join("bench.v"), BITMAP_BENCH).unwrap();
    fs::write(folder.path().join("vectors.hex"), &vectors).unwrap();
    let defines =
        [format!("-DPREFIX(name)=rdt_{side}_``name"), format!("-DSIDE_BITS={}", side.ilog2()), format!("-DMAX_RANK={}", rdt.max_rank())];
    let list = format!("{}.f", design.top);
    fs::write(
        folder.path().join("defines.v"),
        defines.map(|d| format!("`define {}\n", d.trim_start_matches("-D").replacen('=', " ", 1))).concat(),
    )
    .unwrap();
    run(Command::new(iverilog).args(["-g2001", "-s", "bitmap_bench", "-o", "bench", "defines.v", "-c", &list, "bench.v"]), folder.path());
    let text = run(Command::new("vvp").arg("bench"), folder.path());
    let seen: Vec<&str> = text.lines().filter(|line| line.starts_with(['0', '1'])).collect();
    assert_eq!(seen.len(), expected.len());
    let lines = vectors.lines().zip(seen).zip(&expected).filter(|((_, seen), expected)| seen != expected);
    Some(lines.map(|((vector, seen), expected)| format!("{vector}: {seen}, R3 {expected}")).collect())
}

#[test]
#[ignore = "long: every header in Icarus"]
fn copies_are_those_of_the_rule() {
    let all = |side: u32| (0..side * side).collect::<Vec<u32>>();
    let mut random = Random(7);
    let mut some = |side: u32| (0..200).map(|_| random.next() as u32 % (side * side)).collect();
    let all = [(4, all(4), 10), (16, all(16), 1), (128, some(128), 1), (8, all(8), 4), (32, some(32), 1), (64, some(64), 1)];
    for (side, nodes, rounds) in chosen(&all, 3) {
        let design = made(&format!("rdt:{side}"), "ack-ways=1");
        if let Some(lines) = wrong(&design, *side, nodes, *rounds) {
            assert!(lines.is_empty(), "rdt:{side}, {} wrong, first {}", lines.len(), lines[0]);
        }
    }
}

/// The text of one file of a design with `from` replaced.
fn broken(design: &Design, module: &str, from: &str, to: &str) -> Design {
    let mut design = design.clone();
    let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
    assert!(text.contains(from), "{module}.v has no `{from}` to break");
    *text = text.replace(from, to);
    design
}

#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn wrong_copies_are_found() {
    let design = made("rdt:16", "ack-ways=1");
    let nodes: Vec<u32> = (0..64).collect();
    let all = [
        ("mc_bitmap_generator", "8'h53", "8'hFF"),
        ("mc_bitmap_generator", "(base_south & base[S])", "(base_south & base[SS])"),
        ("mc_bitmap_generator", "here & rank[1]", "here"),
        ("mc_position", "DX = p == 0", "DX = p == 1"),
        ("mc_crossbar", "i == NORTH && data[PHASE+1]", "1'b0"),
        ("mc_crossbar", ": below;", ": stage;"),
    ];
    for (module, from, to) in chosen(&all, 4) {
        if let Some(lines) = wrong(&broken(&design, module, from, to), 16, &nodes, 2) {
            assert!(!lines.is_empty(), "{module}: `{from}` -> `{to}` was not found");
        }
    }
}

/// The directed bench on a design; what it prints. `None` without the tool.
fn directed(design: &Design) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let list = format!("{}.f", design.top);
    run(Command::new(iverilog).args(["-g2001", "-s", "multicast_bench", "-o", "bench", "-c", &list, "bench.v"]), folder.path());
    Some(run(Command::new("vvp").arg("bench"), folder.path()))
}

#[test]
fn one_router_clock_by_clock() {
    for options in ["ack-ways=1", "ack-ways=4"] {
        if let Some(text) = directed(&made("rdt:16", options)) {
            assert!(text.starts_with("PASS"), "{options}: {text}");
        }
    }
}

#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn broken_multicast_routers_are_found() {
    let design = made("rdt:16", "ack-ways=1");
    let all = [
        ("mc_io_controller", "wraps | straight", "wraps"),
        ("mc_io_controller", "| message_word", ""),
        ("mc_local_check", "(in_head & in_tail & multicast)", "1'b0"),
        ("mc_local_check", "overflow | destination | dropped | length", "destination | length"),
        ("mc_multicast_controller", "tick & (&age)", "tick & age[1]"),
        ("mc_multicast_controller", "& ~(|(lost >> (o + 1)))", ""),
        ("mc_multicast_controller", "& ~stall", ""),
        ("mc_arbiter", "& ~blocked[o]", ""),
        ("mc_ack_combining", "failed | (hit[k] & failure)", "hit[k] & failure"),
        ("mc_ack_combining", "count <= count - ONE", "count <= {BITS{1'b0}}"),
        ("mc_setup_unit", "count_next == time_out", "count == time_out"),
        ("mc_setup_unit", "waiting & free", "1'b0"),
        ("mc_setup_unit", "(last | timed)", "last"),
        ("mc_setup_unit", "report & ~is_second", "report"),
        ("mc_local_check", "in_head & ~opened &", "in_head &"),
        ("mc_local_check", "(in_head == opened)", "(~in_head & ~opened)"),
        ("mc_multicast_controller", "known & ~failed & (|possible", "known & (|possible"),
        ("mc_multicast_controller", "u_asked (.in(may_ask)", "u_asked (.in(asking)"),
        ("mc_ack_combining", "room[k] & ~", "room[k] | ~"),
        ("mc_ack_combining", "apart[0] = p == 4", "apart[0] = p == 3"),
        ("mc_ack_combining", "{(STAGE_BITS + 2){~stray}}", "{(STAGE_BITS + 2){1'b1}}"),
        ("mc_ack_combining", ", stray};", ", 1'b0};"),
        ("mc_ack_combining", "(failed | (hit[k] & failure)) & ~give[k]", "failed | (hit[k] & failure)"),
        ("multicast_router", "in_message & ~data[1]", "in_message"),
    ];
    for (module, from, to) in chosen(&all, 12) {
        if let Some(text) = directed(&broken(&design, module, from, to)) {
            assert!(text.contains("FAIL"), "{module}: `{from}` -> `{to}` was not found: {text}");
        }
    }
}

/// Broadcasts of the first `sources` of every `every` nodes in a whole network, `packets` each; what the bench prints. `None` without the tool.
fn broadcast(design: &Design, side: u32, ways: u32, sources: u32, every: u32, packets: u32) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let rdt = Rdt::new(side).unwrap();
    let folder = written(design);
    let links = (0..side * side).flat_map(|node| (1..=8).map(move |port| (node, port)));
    let wiring: String = links
        .map(|(node, port)| {
            let far = rdt.downstream(node, port).unwrap();
            format!("link({node}, {port}, {}, {});\n", far.node, far.port)
        })
        .collect();
    fs::write(folder.path().join("wiring.v"), wiring).unwrap();
    fs::write(folder.path().join("bench.v"), NETWORK_BENCH).unwrap();
    let defines = [
        format!("-DNODES={}", side * side),
        format!("-DADDRESS_BITS={}", 2 * side.ilog2()),
        format!("-DROUTER={}", design.top),
        format!("-DWAYS={ways}"),
        format!("-DSTAGE=3'd{}", rdt.max_rank()),
        format!("-DSOURCES={sources}"),
        format!("-DEVERY={every}"),
        format!("-DPACKETS={packets}"),
        "-DCLOCKS=20000".into(),
    ];
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog)
            .args(["-g2001", "-s", "multicast_network_bench", "-o", "bench"])
            .args(defines)
            .args(["-c", &list, "bench.v"]),
        folder.path(),
    );
    Some(run(Command::new("vvp").arg("bench"), folder.path()))
}

/// Packets of each of every `every` nodes of rdt:4, with `ways` entries a class.
fn all_acknowledged(ways: u32, every: u32) {
    let design = made("rdt:4", &format!("ack-ways={ways}"));
    if let Some(text) = broadcast(&design, 4, ways, 1, every, if SOAK { 2 } else { 1 }) {
        assert!(text.starts_with("PASS"), "{ways} ways: {text}");
    }
}

#[test]
#[ignore = "long: 256 nodes in Icarus"]
fn broadcasts_of_all_nodes_at_once_are_acknowledged() {
    all_acknowledged(1, 1);
}

#[cfg(feature = "soak")]
#[test]
fn broadcasts_with_two_ways_are_acknowledged() {
    all_acknowledged(2, 4);
}

//! Routing bits where a source has a choice: which requests and responses count (T7 of docs/axi_interface.md, I1 and S3).

use torusmith_design::Order;
use torusmith_sim::axi4::{IdOrder, RequestFlit};
use torusmith_sim::routing::{Routing, RoutingAlgorithm, RoutingOptions, for_network};
use torusmith_topology::{Network, TerminalId};

use super::bench::{Plan, incr};

fn plan(managers: &[u32], subordinates: &[u32]) -> Plan {
    Plan::new("htn:4,4,2,1", managers, subordinates).with(|plan| {
        plan.routing = RoutingOptions::new(RoutingAlgorithm::DorBoth, None);
        plan.config.vcs = 8;
        plan.config.order = Order::None;
        plan.options.id_order = IdOrder::One;
    })
}

/// The routing bits of the first, second, .. packet between two nodes.
fn turns(plan: &Plan, from: u32, to: u32, count: u32) -> Vec<u64> {
    let network: Network = plan.network.parse().unwrap();
    let routing = for_network(&network, plan.routing, plan.config.vcs).unwrap();
    (0..count).map(|n| routing.source_bits(TerminalId(from), TerminalId(to), n)).collect()
}

/// A node with two paths from node 0, and back.
fn far() -> u32 {
    let differs = |from, to| {
        let turns = turns(&plan(&[0], &[0]), from, to, 2);
        turns[0] != turns[1]
    };
    (1..256).find(|&node| differs(0, node) && differs(node, 0)).unwrap()
}

/// Reads and writes count alike, the read first; those for the own node and those of no range do not.
#[test]
fn of_requests() {
    let far = far();
    let plan = plan(&[0], &[0, far]);
    let mut bench = plan.build();
    // IDs of their own, so that nothing waits; by clocks: (far, far), (own, far), (none, far), (far, own).
    let (own, away, none) = (0, 0x1_0000, 0x100_0000);
    for (id, (read, write)) in [(away, away), (own, away), (none, away), (away, own)].into_iter().enumerate() {
        bench.manager(0).ar.push_back(incr(id as u16, read, 1));
        bench.manager(0).write(incr(id as u16, write, 1), 0);
    }
    bench.manager(0).cut(8);
    let mut heads = Vec::new();
    for _ in 0..60 {
        if let Some((_, RequestFlit::Head { header, .. })) = bench.axi4.request_sides(0).flit {
            heads.push((header.write, header.bits));
        }
        if let Some((_, RequestFlit::Head { header, .. })) = bench.axi4.request_own(0).flit {
            assert_eq!(header.bits, 0);
        }
        bench.step();
    }
    let n = turns(&plan, 0, far, 5);
    let of = |write| heads.iter().filter(|head| head.0 == write).map(|head| head.1).collect::<Vec<_>>();
    // The first of both leave the routing stage in 2; of those in the issue stage in 3 the read goes then, the write in 4 and 5, the own read in 6.
    // So the second write leaves it in 4. The third read takes the issue stage in 7, when the second write goes: the fourth read and the third write
    // leave the routing stage in 7. By number: read 0, write 1; write 2; read 3, write 4.
    assert_eq!((of(false), of(true)), (vec![n[0], n[3]], vec![n[1], n[2], n[4]]));
}

#[test]
fn of_responses() {
    let far = far();
    let plan = plan(&[0, far], &[far]);
    let mut bench = plan.build();
    for n in 0..4 {
        bench.manager(0).ar.push_back(incr(n, 0, 2));
        bench.manager(far as usize).ar.push_back(incr(n, 0, 2));
    }
    let mut bits = Vec::new();
    for _ in 0..300 {
        let [away, own] = [bench.axi4.response_sides(far as usize), bench.axi4.response_own(far as usize)]
            .map(|link| link.flit.and_then(|(_, flit)| flit.header));
        bits.extend(away.map(|header| header.bits));
        assert_eq!(own.map_or(0, |header| header.bits), 0);
        bench.step();
    }
    assert_eq!(bits, turns(&plan, far, 0, 4));
    assert_eq!((bench.manager(0).bursts().len(), bench.manager(far as usize).bursts().len()), (4, 4));
}

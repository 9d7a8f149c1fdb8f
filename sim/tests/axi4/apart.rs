//! Managers and subordinates at the terminals of one router.

use torusmith_sim::deadlock::{LOCAL_INPUT, SideOptions, Sides, Walk, check_axi4};
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::address_map;

use super::bench::{Plan, incr};
use crate::apart::Apart;

/// "The first beat of a read over h hops comes 2 `PIPELINE` (h+1) + 6 + k clocks after its request was handshaken", with h = 0 between two terminals of
/// a router, and 1 to the next router; a write is answered after 2 `PIPELINE` (h+1) + 8 + k.
#[test]
fn clocks_are_those_of_hops() {
    let links = [[(0, 2), (1, 2)], [(1, 2), (0, 2)]];
    let network = Apart::new((2, 3), &[(1, 1), (0, 1), (0, 0)], &links, 1, |_, _, _| (0, 0)).network();
    for (manager, subordinate, hops) in [(1, 2, 0), (2, 1, 0), (0, 1, 1), (1, 0, 1)] {
        let mut bench = Plan::new("", &[manager], &[subordinate]).build_on(&network);
        bench.memory(subordinate as usize).latency = 2;
        bench.manager(manager as usize).ar.push_back(incr(3, 0x100, 4));
        bench.until(100, |bench| bench.managers[&(manager as usize)].r.len() == 4);
        assert_eq!(bench.manager(manager as usize).first_r[0], 4 * (hops + 1) + 6 + 2, "{manager} to {subordinate}");

        let mut bench = Plan::new("", &[manager], &[subordinate]).build_on(&network);
        bench.manager(manager as usize).write(incr(5, 0x40, 1), 7);
        bench.manager(manager as usize).cut(8);
        bench.until(100, |bench| !bench.managers[&(manager as usize)].b.is_empty());
        assert_eq!(bench.manager(manager as usize).first_b[0], 4 * (hops + 1) + 8 + 1, "{manager} to {subordinate}");
    }
}

/// One router, a manager at its local port 0 and a subordinate at port 1: four local channels, and dependencies from the request's input to its output,
/// from there to the response's input, and on to its output. A manager that refuses responses closes a cycle without a link.
#[test]
fn dependencies_between_terminals_of_a_router() {
    let network = Apart::one_router(2).network();
    let text = "managers = ['0']\n[[range]]\nname = 'm'\nbase = 0\nsize = 4096\nnode = '1'\n";
    let map = address_map::parse(text, "map.toml", &network, 32).unwrap();
    let walk = |sides| {
        let sides = SideOptions { map: &map, sides, message_classes: 1, write_start: false };
        check_axi4(&network, RoutingOptions::default(), 1, sides, Walk::Exhaustive, &|_, _| ()).unwrap()
    };
    let found = walk(Sides::Contract);
    assert_eq!((found.channels, found.dependencies, found.cycle.len()), (4, 3, 0));
    let cycle: Vec<_> = walk(Sides::RefuseResponses).cycle.iter().map(|channel| (channel.port, channel.vc)).collect();
    assert_eq!(cycle, [(0, 1), (LOCAL_INPUT, 0), (1, 0), (LOCAL_INPUT + 1, 1)]);
}

//! Properties that hold for all routes.

use proptest::prelude::*;
use torusmith_vc_classes::{Class, Classes, Dependencies, Effort, Hop, NONE, Routes, find, imbalance, walk};

use crate::support::networks::{Network, random_regular, ring};
use crate::support::random::random;
use crate::support::routing::Ties::{Balanced, Random};
use crate::support::routing::shortest;

/// A ring with chords, and shortest paths with random ties.
fn routes(nodes: usize, chords: usize, seed: u64) -> Routes {
    let mut random = random(seed);
    let mut network = ring(nodes);
    network.channels.extend(
        random_regular(nodes + nodes % 2, 2, &mut random)
            .channels
            .into_iter()
            .take(chords)
            .filter(|channel| (channel.from.max(channel.to) as usize) < nodes),
    );
    shortest(&Network { nodes, ..network }, Random(&mut random))
}

/// Whether no cycle of one class goes through a hop: it has no dependency within a component.
fn is_on_no_cycle(routes: &Routes, facts: &Dependencies, hop: usize) -> bool {
    let component = |hop: usize| routes.channel(hop).and_then(|channel| facts.component(channel));
    let inside = |a: usize, b: usize| component(a).is_some() && component(a) == component(b);
    !routes.next(hop).is_some_and(|next| inside(hop, next))
        && (0..routes.hops()).all(|before| routes.next(before) != Some(hop) || !inside(before, hop))
}

fn check(routes: &Routes, classes: &Classes) {
    assert!(walk(routes, classes).unwrap().acyclic());
    let facts = Dependencies::of(routes);
    for hop in (0..routes.hops()).filter(|&hop| routes.channel(hop).is_some()) {
        match classes.of(hop) {
            Class::One(class) => assert!(usize::from(class) < classes.count() && !is_on_no_cycle(routes, &facts, hop), "{hop}"),
            Class::Any => assert!(is_on_no_cycle(routes, &facts, hop), "{hop}"),
        }
    }
}

/// The routes of a table hop by hop, in another order.
fn by_hops(routes: &Routes) -> Routes {
    let hops: Vec<usize> = (0..routes.hops()).rev().filter(|&hop| routes.channel(hop).is_some()).collect();
    let number = |hop: usize| hops.iter().position(|&other| other == hop).unwrap() as u32;
    let each = |&hop: &usize| Hop { channel: routes.channel(hop).unwrap() as u32, next: routes.next(hop).map_or(NONE, number), packets: 1 };
    Routes::by_hops(routes.nodes(), routes.channels().to_vec(), &hops.iter().map(each).collect::<Vec<_>>()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_hop_has_a_class_and_no_cycle_is_left(nodes in 3usize..20, chords in 0usize..20, seed: u64) {
        let routes = routes(nodes, chords, seed);
        let facts = Dependencies::of(&routes);
        let found = find(&routes, Effort(200_000)).unwrap();
        prop_assert_eq!(found.count() == 1, !facts.cyclic());
        prop_assert_eq!(facts.shortest_cycle().is_empty(), !facts.cyclic());
        prop_assert!(found.lower_bound <= found.count());
        check(&routes, &found.latest());
        check(&routes, &found.balanced());
        let (latest, balanced) = (imbalance(&routes, &found.latest()), imbalance(&routes, &found.balanced()));
        prop_assert!(balanced <= latest + 0.05, "{} {}", latest, balanced);
    }

    #[test]
    fn the_shortest_cycle_is_one(nodes in 3usize..12, chords in 0usize..20, seed: u64) {
        let routes = routes(nodes, chords, seed);
        let facts = Dependencies::of(&routes);
        let cycle = facts.shortest_cycle();
        for (i, &channel) in cycle.iter().enumerate() {
            prop_assert!(facts.after(channel as usize).contains(&cycle[(i + 1) % cycle.len()]));
        }
        prop_assert!(cycle.iter().all(|channel| channel >= &cycle[0]));
        // Shortest cycle length: the first power of the dependency relation with a channel that depends on itself.
        let channels = routes.channels().len();
        let mut reached: Vec<Vec<u32>> = (0..channels).map(|channel| facts.after(channel).to_vec()).collect();
        let first = (1..=channels).find(|_| {
            let found = (0..channels).any(|channel| reached[channel].contains(&(channel as u32)));
            for reached in &mut reached {
                let mut next: Vec<u32> = reached.iter().flat_map(|&channel| facts.after(channel as usize)).copied().collect();
                next.sort_unstable();
                next.dedup();
                *reached = next;
            }
            found
        });
        prop_assert_eq!(first.unwrap_or(0), cycle.len());
    }

    #[test]
    fn hops_one_by_one_are_the_same_routes(nodes in 3usize..10, chords in 0usize..10, seed: u64) {
        let table = routes(nodes, chords, seed);
        let hops = by_hops(&table);
        let (facts, other) = (Dependencies::of(&table), Dependencies::of(&hops));
        prop_assert_eq!((facts.channels(), facts.count()), (other.channels(), other.count()));
        prop_assert_eq!(facts.shortest_cycle(), other.shortest_cycle());
        let found = find(&hops, Effort(200_000)).unwrap();
        check(&hops, &found.balanced());
    }
}

#[test]
fn the_same_effort_gives_the_same_answer_and_more_effort_no_more_classes() {
    let routes = shortest(&random_regular(64, 4, &mut random(77)), Balanced);
    let answer = |effort: u64| {
        let found = find(&routes, Effort(effort)).unwrap();
        (found.count(), found.latest(), found.balanced(), found.tried.clone())
    };
    let (first, more) = (answer(0), answer(20_000_000));
    assert_eq!(first, answer(0));
    assert_eq!(more, answer(20_000_000));
    assert_eq!((first.0, more.0), (3, 2));
    // Digests recorded on the machine where this test was written.
    let digest = |classes: &Classes| {
        (0..64 * 64).fold(0u64, |sum, hop| {
            let class = if let Class::One(class) = classes.of(hop) { u64::from(class) } else { 7 };
            sum.wrapping_mul(31).wrapping_add(class)
        })
    };
    assert_eq!((digest(&more.1), digest(&more.2)), (2_332_635_278_231_091_712, 3_949_321_685_885_731_431));
}

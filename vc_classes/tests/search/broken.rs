//! Refused routes.

use torusmith_vc_classes::{Channel, Error, Hop, HopLocation, NONE, Routes};

fn ring() -> Vec<Channel> {
    (0..3).map(|node| Channel { from: node, to: (node + 1) % 3 }).collect()
}

/// Table of a one-way ring: node n sends to both other nodes by channel n.
const GOOD: [u32; 9] = [NONE, 0, 0, 1, NONE, 1, 2, 2, NONE];

fn with(entry: usize, channel: u32) -> Result<Routes, Error> {
    let mut table = GOOD.to_vec();
    table[entry] = channel;
    Routes::by_destination(3, ring(), table)
}

#[test]
fn each_entry_is_checked() {
    let at = |node, destination| HopLocation::Node { node, destination };
    assert!(with(0, NONE).is_ok());
    assert_eq!(with(5, 3).unwrap_err(), Error::NoChannel { at: at(1, 2), channel: 3, channels: 3 });
    assert_eq!(with(5, 0).unwrap_err(), Error::Apart { at: at(1, 2), channel: 0, from: 0, expected: 1 });
    assert_eq!(with(4, 1).unwrap_err(), Error::Arrived { at: at(1, 1) });
    assert_eq!(with(5, NONE).unwrap_err(), Error::Ends { at: at(0, 2), end: 1 });
    assert_eq!(with(5, 0).unwrap_err().to_string(), "at node 1, to destination 2: channel 0 leaves node 0, not node 1");
    // A source may lack a route if no other packet passes it.
    assert_eq!(with(2, NONE).unwrap().channel(2), None);
}

#[test]
fn loops_are_found() {
    let channels = vec![Channel { from: 0, to: 1 }, Channel { from: 1, to: 0 }, Channel { from: 1, to: 2 }, Channel { from: 2, to: 1 }];
    // 0 and 1 send to 2 through each other.
    let table = vec![NONE, 0, 0, 1, NONE, 1, 3, 3, NONE];
    assert_eq!(Routes::by_destination(3, channels, table).unwrap_err(), Error::Loop { at: HopLocation::Node { node: 0, destination: 2 } });
    let hop = |channel, next| Hop { channel, next, packets: 1 };
    let looped = [hop(0, 1), hop(1, 2), hop(2, 0)];
    assert_eq!(Routes::by_hops(3, ring(), &looped).unwrap_err(), Error::Loop { at: HopLocation::Hop(0) });
    let twice = [hop(0, 1), hop(1, 2), hop(2, 3), hop(0, NONE)];
    assert_eq!(Routes::by_hops(3, ring(), &twice).unwrap_err(), Error::Loop { at: HopLocation::Hop(3) });
}

#[test]
fn hops_and_channels_are_checked() {
    let hop = |channel, next| Hop { channel, next, packets: 1 };
    let refused = |hops: &[Hop]| Routes::by_hops(3, ring(), hops).unwrap_err();
    assert_eq!(refused(&[hop(3, NONE)]), Error::NoChannel { at: HopLocation::Hop(0), channel: 3, channels: 3 });
    assert_eq!(refused(&[hop(0, 7)]), Error::Ends { at: HopLocation::Hop(0), end: 1 });
    assert_eq!(refused(&[hop(0, 1), hop(2, NONE)]), Error::Apart { at: HopLocation::Hop(1), channel: 2, from: 2, expected: 1 });
    let channel = |from, to| Routes::by_destination(3, vec![Channel { from, to }], vec![NONE; 9]).unwrap_err();
    assert_eq!(channel(0, 3), Error::Channel { channel: 0, from: 0, to: 3, nodes: 3 });
    assert_eq!(channel(1, 1), Error::Channel { channel: 0, from: 1, to: 1, nodes: 3 });
    assert_eq!(Routes::by_destination(3, ring(), vec![NONE; 8]).unwrap_err(), Error::Length { found: 8, expected: 9 });
}

/// Two terminals at node 0, none at node 1, one at node 2: packets of both go by node 1, which sends none of its own.
#[test]
fn terminals_need_not_be_nodes() {
    let none = NONE;
    let table = vec![none, none, 0, none, none, 1, 2, 2, none];
    let routes = Routes::by_terminal(3, &[0, 0, 2], ring(), table.clone()).unwrap();
    assert_eq!((routes.next(2), routes.next(5), routes.next(6)), (Some(5), None, None));
    assert_eq!([2, 5, 6, 7].map(|hop| routes.flow(hop)), [2, 2, 1, 1]);
    assert_eq!(routes.place(5), HopLocation::Node { node: 1, destination: 2 });
    // Terminal 1 is at node 0, where its packets have arrived.
    let at = HopLocation::Node { node: 0, destination: 1 };
    assert_eq!(Routes::by_terminal(3, &[0, 0, 2], ring(), [&[none, 0][..], &table[2..]].concat()).unwrap_err(), Error::Arrived { at });
    assert_eq!(Routes::by_terminal(3, &[0, 0, 3], ring(), table).unwrap_err(), Error::Terminal { terminal: 2, node: 3, nodes: 3 });
}

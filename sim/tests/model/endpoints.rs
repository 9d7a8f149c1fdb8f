//! What terminals wait for, on networks of one to three routers; cycles and counts are worked out manually.

use torusmith_sim::deadlock::{Channel, EndpointsReport, LOCAL_INPUT, PLACE, Reason, Walk, check_endpoints, check_exchange};
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::{Network, TerminalId, endpoints, own};

/// Two nodes, a and b: port 1 of each leads to the other.
const PAIR: &str = "nodes = ['a', 'b']\nlinks = [{ between = ['a', 'b'] }]\nclasses = 1\n";
/// A ring of one way: port 1 of each node leads to the next one.
const RING: &str =
    "nodes = ['a', 'b', 'c']\nlinks = [{ from = 'a', to = 'b' }, { from = 'b', to = 'c' }, { from = 'c', to = 'a' }]\nclasses = 1\n";

fn found(network: &Network, text: &str) -> EndpointsReport {
    let endpoints = endpoints::parse(text, "endpoints.toml", network).unwrap();
    check_endpoints(network, RoutingOptions::default(), &endpoints, None).unwrap()
}

fn of_file(network: &str, text: &str) -> EndpointsReport {
    found(&Network::new(own::parse(network, "net.toml").unwrap()), text)
}

/// (router, port, VC) of each channel of the cycle.
fn cycle(report: &EndpointsReport) -> Vec<(u32, u8, u8)> {
    report.exchange.cycle.iter().map(|&Channel { node, port, vc }| (node, port, vc)).collect()
}

fn counts(report: &EndpointsReport) -> (usize, usize, usize) {
    (report.exchange.channels, report.exchange.dependencies, report.exchange.cycle.len())
}

/// From each of two nodes: local input, link, local output, with 2 dependencies. From local output to local input 1 at each node.
#[test]
fn a_request_that_waits_for_its_response() {
    let kinds = |class| format!("[[packet]]\nname = 'ask'\n[[packet]]\nname = 'answer'\nclass = {class}\n");
    let wait = "[[wait]]\npacket = 'ask'\nsends = 'answer'\n";
    let one = of_file(PAIR, &(kinds(0) + wait));
    assert_eq!(counts(&one), (6, 6, 6));
    let (input, link, output) = (LOCAL_INPUT, 1, 0);
    assert_eq!(cycle(&one), [(0, output, 0), (0, input, 0), (0, link, 0), (1, output, 0), (1, input, 0), (1, link, 0)]);
    let packet = |from, to| Reason::Packet { kind: 0, from: TerminalId(from), to: TerminalId(to) };
    let reasons = [Reason::Wait(0), packet(0, 1), packet(0, 1), Reason::Wait(0), packet(1, 0), packet(1, 0)];
    assert_eq!(one.reasons, reasons);
    assert_eq!(counts(&of_file(PAIR, &(kinds(1) + wait))), (12, 10, 0));
    // Requests one way alone, and a node that answers none.
    let one_way = "[[packet]]\nname = 'ask'\nfrom = 'a'\nto = 'b'\n[[packet]]\nname = 'answer'\nfrom = 'b'\nto = 'a'\n";
    assert_eq!(counts(&of_file(PAIR, &format!("{one_way}{wait}"))), (6, 5, 0));
    let two = format!("{one_way}{wait}[[wait]]\npacket = 'answer'\nsends = 'ask'\n");
    assert_eq!(counts(&of_file(PAIR, &two)), (6, 6, 6));
}

/// An address that is taken together with its data alone. On one channel it stands before them; with channels of their own it does not, unless data
/// are taken together with their address alone, too: then one waits for another's data, and these for the other's address.
#[test]
fn an_address_that_waits_for_its_data() {
    let kinds =
        |class| format!("[[packet]]\nname = 'aw'\nfrom = 'a'\nto = 'b'\n[[packet]]\nname = 'w'\nclass = {class}\nfrom = 'a'\nto = 'b'\n");
    let wait = "[[wait]]\npacket = 'aw'\nreceives = 'w'\n";
    let one = of_file(PAIR, &(kinds(0) + wait));
    assert_eq!((cycle(&one), &one.reasons[..]), (vec![(1, 0, 0)], &[Reason::Wait(0)][..]));
    // Three channels and 2 dependencies in each class; from the local output of addresses to the local input and the local output of data 2.
    assert_eq!(counts(&of_file(PAIR, &(kinds(1) + wait))), (6, 6, 0));
    let both = of_file(PAIR, &format!("{}{wait}[[wait]]\npacket = 'w'\nreceives = 'aw'\n", kinds(1)));
    assert_eq!((counts(&both), cycle(&both)), ((6, 8, 2), vec![(1, 0, 0), (1, 0, 1)]));
}

/// Data that come while the place is free alone, which a request holds until the data for it have left. By way of the places of both nodes.
#[test]
fn a_place_that_reads_and_writes_share() {
    let kinds = "[[packet]]\nname = 'ar'\n[[packet]]\nname = 'r'\nclass = 1\n";
    let memory = "[[wait]]\npacket = 'ar'\nneeds = 'memory'\n[[wait]]\nplace = 'memory'\nsends = 'r'\n";
    // 12 channels, 2 places; 8 dependencies, 2 into places and 2 out of them.
    assert_eq!(counts(&of_file(PAIR, &format!("{kinds}{memory}"))), (14, 12, 0));
    let shared = of_file(PAIR, &format!("{kinds}{memory}[[wait]]\npacket = 'r'\nneeds = 'memory'\n"));
    assert_eq!(counts(&shared), (14, 14, 8));
    let of_node = |node: u32| [(node, 0, 1), (node, PLACE, 0), (node, LOCAL_INPUT, 1), (node, 1, 1)];
    assert_eq!(cycle(&shared), [of_node(0), of_node(1)].concat());
    assert_eq!(shared.reasons[..2], [Reason::Wait(2), Reason::Wait(1)]);
}

/// A link that is free once the far end has acknowledged. If no acknowledgement is sent, or none by those that are named, it waits for all time.
#[test]
fn a_link_that_waits_for_acknowledgements() {
    let kinds = |class, from| {
        format!("[[packet]]\nname = 'data'\nfrom = 'a'\nto = 'b'\n[[packet]]\nname = 'ack'\nclass = {class}\nfrom = '{from}'\n")
    };
    let wait = "[[wait]]\npacket = 'data'\nlink = ['a', 'b']\nat = 'a'\nreceives = 'ack'\n";
    // Of data 3 channels, 2 dependencies; so of acks; from the link to the local input of b and the local output of a 2.
    assert_eq!(counts(&of_file(PAIR, &(kinds(1, "b") + wait))), (6, 6, 0));
    // On the same channels there is no cycle either, as they go the other way.
    assert_eq!(counts(&of_file(PAIR, &(kinds(0, "b") + wait))), (6, 6, 0));
    for text in [kinds(1, "a") + wait, format!("{}{wait}from = 'a'\n", kinds(1, "b"))] {
        let never = of_file(PAIR, &text);
        assert_eq!((cycle(&never), &never.reasons[..]), (vec![(0, 1, 0)], &[Reason::Never(0)][..]), "{text}");
    }
    // A node that is to send what it does not send.
    let never = of_file(PAIR, &format!("{}[[wait]]\npacket = 'data'\nsends = 'ack'\n", kinds(1, "a")));
    assert_eq!((cycle(&never), &never.reasons[..]), (vec![(1, 0, 0)], &[Reason::Never(0)][..]));
}

/// Packets of one source go along a ring, and none of them all the way round; those of all do.
#[test]
fn which_packets_travel_makes_a_difference() {
    let all = of_file(RING, "[[packet]]\nname = 'data'\n");
    assert_eq!(cycle(&all), [(0, 1, 0), (1, 1, 0), (2, 1, 0)]);
    let packet = |from, to| Reason::Packet { kind: 0, from: TerminalId(from), to: TerminalId(to) };
    assert_eq!(all.reasons, [packet(0, 2), packet(1, 0), packet(2, 1)]);
    // a, the links to b and c, and the local outputs there: a - ab, ab - b, ab - bc, bc - c.
    assert_eq!(counts(&of_file(RING, "[[packet]]\nname = 'data'\nfrom = 'a'\n")), (5, 4, 0));
    // To the next node each: local input, link, local output.
    let next = ["ab", "bc", "ca"].map(|pair| format!("[[packet]]\nname = 'data'\nfrom = '{}'\nto = '{}'\n", &pair[..1], &pair[1..]));
    assert_eq!(counts(&of_file(RING, &next.concat())), (9, 6, 0));
    // Data that are taken once others have been sent on: round the ring.
    let onward = next.concat() + "[[wait]]\npacket = 'data'\nsends = 'data'\n";
    assert_eq!(counts(&of_file(RING, &onward)), (9, 9, 9));
}

/// The nodes of a star exchange packets without a link.
#[test]
fn terminals_of_one_router() {
    let text = "[[packet]]\nname = 'data'\n[[wait]]\npacket = 'data'\nsends = 'data'\n";
    let star = found(&"star:3".parse().unwrap(), text);
    assert_eq!(counts(&star), (6, 9, 4));
    assert_eq!(cycle(&star), [(0, 0, 0), (0, LOCAL_INPUT, 0), (0, 1, 0), (0, LOCAL_INPUT + 1, 0)]);
}

/// Requests and responses between all nodes have the cycles of message classes, whose walk takes any channel into a router for the last one of a
/// packet.
#[test]
fn all_nodes_are_as_in_message_classes() {
    for name in ["mesh:3,3", "torus:5,3", "hypercube:3", "fattree:2,3", "flatfly:2,2,2", "ttn:2,2,1", "rdt:8", "star:4", "mesh:2,2:3"] {
        let network: Network = name.parse().unwrap();
        for classes in 1..=3usize {
            let kinds: String = (0..classes).map(|class| format!("[[packet]]\nname = {class}\nclass = {class}\n")).collect();
            let answers = if classes == 1 { vec![(0, 0)] } else { (1..classes).map(|class| (class - 1, class)).collect() };
            let waits: String = answers.iter().map(|(m, n)| format!("[[wait]]\npacket = {m}\nsends = {n}\n")).collect();
            let report = found(&network, &(kinds + &waits));
            let options = RoutingOptions::default();
            let other = check_exchange(&network, options, classes, report.vcs, Walk::Exhaustive, &|_, _| ()).unwrap();
            let found = report.exchange;
            assert_eq!((found.channels, found.cycle), (other.channels, other.cycle), "{name}, {classes} classes");
            assert!(found.dependencies <= other.dependencies, "{name}: {} and {}", found.dependencies, other.dependencies);
        }
    }
}

//! Bad input is refused in one line that names the field, the value and what is allowed.

use torusmith_generator::{Options, generate};

use crate::tools::parsed;

#[track_caller]
fn refused(network: &str, options: &str, words: [&str; 3]) {
    let error = generate(&network.parse().unwrap(), &parsed(options)).expect_err(options).to_string();
    for word in words {
        assert!(error.contains(word), "{network} {options}: `{error}` does not say `{word}`");
    }
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn fewer_vcs_than_the_rule_needs() {
    refused("ttn:2,2,1", "vcs=3 ties=plus", ["vcs `3`", "4 to 8", "paper4 needs 4"]);
    refused("ttn:2,2,1", "vcs=0", ["vcs `0`", "2 to 8", "balanced needs 2"]);
    refused("ttn:2,2,1", "vcs=1 vc-rule=min2", ["vcs `1`", "2 to 8", "min2 needs 2"]);
    refused("torus:8,8", "vcs=1", ["vcs `1`", "2 to 8", "balanced needs 2"]);
    refused("torus:4,4", "vcs=1 ties=plus", ["vcs `1`", "2 to 8", "dateline needs 2"]);
    refused("htn:4,4,2,1", "vcs=1", ["vcs `1`", "2 to 8", "balanced needs 2"]);
    refused("htn:4,4,2,1", "vcs=1 ties=plus", ["vcs `1`", "2 to 8", "phase needs 2"]);
    refused("rdt:8", "vcs=1", ["vcs `1`", "2 to 8", "descending needs 2"]);
    refused("rdt:16", "vcs=2", ["vcs `2`", "3 to 8", "descending needs 3"]);
    for routing in ["ls", "cs", "ls+cs"] {
        let needs = format!("phase with routing {routing} needs 3");
        refused("htn:4,4,2,1", &format!("vcs=2 routing={routing}"), ["vcs `2`", "3 to 8", &needs]);
    }
    refused("htn:4,4,2,1", "vcs=2 routing=ls+cs-turn", ["vcs `2`", "3 to 8", "balanced with routing ls+cs-turn needs 3"]);
}

#[test]
fn too_many_vcs() {
    refused("ttn:2,2,1", "vcs=9", ["vcs `9`", "2 to 8", ""]);
    refused("ttn:2,2,1", "vcs=9 ties=plus", ["vcs `9`", "4 to 8", ""]);
}

#[test]
fn buffer_depth_out_of_range() {
    refused("ttn:2,2,1", "buffer-depth=1", ["buffer-depth `1`", "2 to 64", ""]);
    refused("ttn:2,2,1", "buffer-depth=65", ["buffer-depth `65`", "2 to 64", ""]);
}

#[test]
fn message_classes_that_do_not_go_with_the_vcs() {
    refused("torus:8,8", "message-classes=0", ["message-classes `0`", "1 to 4", ""]);
    refused("torus:8,8", "vcs=8 message-classes=5", ["message-classes `5`", "1 to 4", ""]);
    refused("torus:8,8", "vcs=3 message-classes=2", ["vcs `3`", "4 to 8", "balanced needs 2 for each of 2 message classes"]);
    refused("torus:8,8", "vcs=5 message-classes=2", ["message-classes `2`", "divides 5", ""]);
    refused("htn:4,4,2,1", "vcs=8 routing=ls+cs message-classes=3", ["vcs `8`", "allowed: none", "needs 3 for each of 3"]);
    refused("rdt:8", "ack-ways=1 message-classes=2", ["message-classes `2`", "multicast", ""]);
}

#[test]
fn registers_on_the_links_of_a_router_alone() {
    let network = "torus:4,4".parse().unwrap();
    let options = Options { link_slices: torusmith_topology::LinkSlices::read(&network, "wrap=2").unwrap(), ..Options::default() };
    let error = generate(&network, &options).expect_err("scope router").to_string();
    assert!(error.contains("link-slices `wrap=2`") && error.contains("scope network") && !error.contains('\n'), "{error}");
}

/// 2A + R: TTN(2,2,2) has A = 8, R = 1; TTN(2,4,0) A = 16; an HTN A = 10, R = 4; a 64x64 torus A = 12;
/// RDT(2,R,1) A = 8 and R = 9 + 12 routing bits for 16 x 16, 14 and 33 for 128 x 128.
#[test]
fn a_flit_that_does_not_hold_the_header() {
    refused("ttn:2,2,1", "flit-width=15", ["flit-width `15`", "16 to 512", "8 bits"]);
    refused("ttn:2,2,2", "flit-width=16", ["flit-width `16`", "17 to 512", "1 routing bits"]);
    refused("ttn:2,4,0", "flit-width=31", ["flit-width `31`", "32 to 512", "16 bits"]);
    refused("htn:4,4,2,1", "flit-width=23", ["flit-width `23`", "24 to 512", "4 routing bits"]);
    refused("torus:64,64", "flit-width=23", ["flit-width `23`", "24 to 512", "12 bits"]);
    refused("rdt:16", "flit-width=36", ["flit-width `36`", "37 to 512", "21 routing bits"]);
    refused("rdt:128", "flit-width=32", ["flit-width `32`", "61 to 512", "14 bits"]);
    refused("ttn:2,2,1", "flit-width=513", ["flit-width `513`", "16 to 512", ""]);
}

#[test]
fn vc_rules_that_do_not_go_with_the_network() {
    refused("ttn:2,2,1", "vc-rule=literal", ["vc-rule `literal`", "paper4, min2, least", "deadlocks"]);
    refused("ttn:3,2,0", "vc-rule=min2", ["vc-rule `min2`", "paper4", "cyclic for m = 3"]);
    refused("ttn:2,4,0", "vc-rule=paper4", ["vc-rule `paper4`", "least", "deadlock at L = 4, 5"]);
    refused("ttn:2,5,0", "vcs=3", ["vcs `3`", "4 to 8", "least needs 4"]);
    refused("ttn:2,2,1", "vc-rule=dateline", ["vc-rule `dateline`", "paper4, min2", ""]);
    refused("ttn:2,2,1", "vc-rule=phase", ["vc-rule `phase`", "paper4, min2", ""]);
    for (network, rules) in [("sttn:2,2,1", "level, paper4, min2"), ("mtn:2,2,1", "paper4, min2, least"), ("tesh:2,2,1", "min2, least")] {
        refused(network, "vc-rule=literal", ["vc-rule `literal`", rules, "deadlocks"]);
        refused(network, "vc-rule=dateline", ["vc-rule `dateline`", rules, ""]);
    }
    for rule in ["paper4", "min2"] {
        let named = format!("vc-rule `{rule}`");
        refused("sttn:2,3,0", &format!("vc-rule={rule}"), [&named, "level", "deadlock for L > 2"]);
    }
    for network in ["mtn:2,4,0", "mtn:2,5,0"] {
        for rule in ["paper4", "min2"] {
            refused(network, &format!("vc-rule={rule}"), [&format!("vc-rule `{rule}`"), "MTN: least", "deadlock at L = 4, 5"]);
        }
        refused(network, "vc-rule=literal", ["vc-rule `literal`", "least", "deadlocks"]);
    }
    for network in ["tesh:2,4,0", "tesh:2,5,0"] {
        refused(network, "vc-rule=min2", ["vc-rule `min2`", "TESH: least", "deadlocks at L = 4, 5"]);
        refused(network, "vc-rule=literal", ["vc-rule `literal`", "least", "deadlocks"]);
    }
    refused("mtn:2,4,0", "vcs=2", ["vcs `2`", "3 to 8", "least needs 3"]);
    refused("tesh:2,5,0", "vcs=3", ["vcs `3`", "4 to 8", "least needs 4"]);
    refused("ttn:3,3,0", "vc-rule=balanced", ["vc-rule `balanced`", "paper4", "m = 2"]);
    refused("ttn:3,3,1", "vc-rule=min2", ["vc-rule `min2`", "paper4", "cyclic for m = 3"]);
    refused("tesh:3,3,1", "vc-rule=least", ["vc-rule `least`", "min2", "m = 2"]);
    refused("sttn:2,2,0", "vc-rule=least", ["vc-rule `least`", "balanced, level, paper4, min2", ""]);
    refused("sttn:2,5,0", "vcs=4", ["vcs `4`", "5 to 8", "level needs 5"]);
    refused("sttn:3,2,0", "vc-rule=level", ["vc-rule `level`", "paper4", "cyclic for m = 3"]);
    refused("sttn:3,2,0", "vc-rule=min2", ["vc-rule `min2`", "paper4", "cyclic for m = 3"]);
    refused("mtn:3,2,0", "vc-rule=least", ["vc-rule `least`", "paper4", "cyclic for m = 3"]);
    refused("mtn:2,2,0", "vc-rule=level", ["vc-rule `level`", "balanced, paper4, min2, least", ""]);
    refused("tesh:2,2,0", "vc-rule=paper4", ["vc-rule `paper4`", "min2, least", ""]);
    refused("tesh:3,2,0", "vc-rule=least", ["vc-rule `least`", "min2", "m = 2"]);
    refused("mesh:4,4", "vc-rule=dateline", ["vc-rule `dateline`", "mesh: any", ""]);
    refused("hypercube:4", "vc-rule=dateline", ["vc-rule `dateline`", "hypercube: any", ""]);
    refused("torus:8,8", "vc-rule=paper4", ["vc-rule `paper4`", "balanced, dateline", ""]);
    refused("torus:4,4,4", "vc-rule=any", ["vc-rule `any`", "balanced, dateline", ""]);
    refused("rdt:16", "vc-rule=two", ["vc-rule `two`", "descending", "deadlocks"]);
    refused("fattree:2,3", "routing=adaptive-up", ["routing `adaptive-up`", "dor (adaptive-up", "for deadlock, route and simulate alone"]);
    refused("rdt:16", "vc-rule=dateline", ["vc-rule `dateline`", "RDT: descending", ""]);
    refused("ttn:2,2,1", "vc-rule=descending", ["vc-rule `descending`", "balanced, paper4, min2", ""]);
    refused("htn:4,4,2,1", "vc-rule=literal", ["vc-rule `literal`", "phase", "deadlocks"]);
    refused("htn:4,4,2,1", "vc-rule=paper4", ["vc-rule `paper4`", "HTN: balanced, phase", ""]);
}

#[test]
fn routing_that_the_network_does_not_have() {
    refused("ttn:2,2,1", "routing=ls", ["routing `ls`", "TTN(2,2,1)", "dor"]);
    refused("rdt:16", "routing=ls", ["routing `ls`", "RDT(2,2,1)/alpha 16x16", "dor"]);
    refused("torus:8,8", "vcs=3 routing=ls+cs", ["routing `ls+cs`", "torus(8,8)", "dor"]);
    for routing in ["floating", "fixed"] {
        let said = format!("routing `{routing}`: not allowed");
        let for_rdt = "allowed for RDT(2,2,1)/alpha 16x16: dor (floating and fixed deadlock";
        refused("rdt:16", &format!("routing={routing}"), [&said, for_rdt, "for deadlock, route and simulate"]);
        refused("htn:4,4,2,1", &format!("routing={routing}"), [&said, "HTN(4,4,2,1)", "dor-both, ls, cs, ls+cs, ls+cs-turn"]);
        refused("torus:8,8", &format!("routing={routing}"), [&said, "torus(8,8): dor", ""]);
        refused("rdt:8", &format!("ack-ways=1 routing={routing}"), [&said, "dor", "multicast"]);
    }
}

#[test]
fn ties_that_do_not_go_with_the_network() {
    let said = "ties `balanced`: not allowed";
    for (network, called) in
        [("mesh:4,4", "mesh(4,4): plus"), ("hypercube:4", "hypercube(4): plus"), ("rdt:16", "RDT(2,2,1)/alpha 16x16: plus")]
    {
        refused(network, "ties=balanced", [said, "allowed for", called]);
    }
    for routing in ["ls", "ls+cs"] {
        refused(
            "htn:4,4,2,1",
            &format!("routing={routing} ties=balanced"),
            [said, &format!("allowed with routing {routing}: plus"), "turns"],
        );
    }
    refused("torus:4,4", "vc-rule=balanced ties=plus", ["ties `plus`: not allowed", "allowed with VC rule balanced: balanced", ""]);
    refused("torus:8,8", "vc-rule=balanced vcs=1", ["vcs `1`", "2 to 8", "balanced needs 2"]);
    refused("mesh:4,4", "vc-rule=balanced", ["vc-rule `balanced`", "mesh: any", ""]);
    refused("rdt:8", "ack-ways=1 ties=balanced", [said, "plus", "multicast"]);
}

#[test]
fn choices_that_do_not_go_together() {
    for network in ["ttn:2,2,1", "sttn:2,2,0", "mtn:2,2,2", "htn:4,4,2,1"] {
        let ties = ["ties `plus`: not allowed", "allowed with VC rule balanced: balanced", ""];
        refused(network, "vc-rule=balanced ties=plus", ties);
        refused(network, "routing=dor-turn ties=plus", ties);
        let rule = if network.starts_with("htn") { "phase" } else { "min2" };
        let said = format!("vc-rule `{rule}`: not allowed");
        refused(network, &format!("routing=dor-turn vc-rule={rule}"), [&said, "allowed with routing dor-turn: balanced", ""]);
    }
    for routing in ["ls", "cs", "ls+cs"] {
        let why = format!("allowed with routing {routing}: phase");
        refused("htn:4,4,2,1", &format!("routing={routing} vc-rule=balanced"), ["vc-rule `balanced`", &why, ""]);
    }
    for network in ["ttn:2,3,1", "ttn:2,4,0", "ttn:3,2,1", "sttn:2,3,0", "mtn:2,3,1"] {
        refused(network, "routing=dor-turn", ["routing `dor-turn`", "dor", "m = 2, L = 2"]);
    }
    for (network, rule) in
        [("ttn:2,4,0", "least"), ("ttn:3,2,1", "paper4"), ("mtn:2,4,0", "least"), ("sttn:2,4,0", "level"), ("sttn:3,2,0", "paper4")]
    {
        refused(network, "vc-rule=balanced", ["vc-rule `balanced`", rule, "balanced is for"]);
    }
    refused("mtn:2,4,0", "routing=dor-turn", ["routing `dor-turn`", "dor", "m = 2, L = 2"]);
    for options in ["ties=plus", "vc-rule=least ties=plus"] {
        for network in ["mtn:2,4,0", "mtn:2,5,0"] {
            refused(network, options, ["ties `plus`", "allowed for this MTN with VC rule least: balanced", "deadlocks at L = 4, 5"]);
        }
    }
    refused("tesh:2,2,1", "vc-rule=balanced", ["vc-rule `balanced`", "TESH: min2, least", ""]);
    refused("tesh:2,2,1", "routing=dor-turn", ["routing `dor-turn`", "TESH(2,2,1): dor", ""]);
    refused("ttn:2,2,1", "routing=dor-early", ["routing `dor-early`", "TTN(2,2,1): dor-turn, dor", ""]);
    for options in ["", "vc-rule=balanced "] {
        let ties = ["ties `plus`: not allowed", "allowed with VC rule balanced: balanced", ""];
        refused("htn:4,4,2,1", &format!("{options}routing=ls+cs-turn ties=plus"), ties);
    }
    for options in ["", " ties=balanced", " ties=plus"] {
        let rule = ["vc-rule `phase`: not allowed", "allowed with routing ls+cs-turn: balanced", ""];
        refused("htn:4,4,2,1", &format!("routing=ls+cs-turn vc-rule=phase{options}"), rule);
    }
    refused("ttn:2,2,1", "routing=ls+cs-turn", ["routing `ls+cs-turn`", "TTN(2,2,1): dor-turn, dor", ""]);
    refused("torus:8,8", "routing=dor-turn", ["routing `dor-turn`", "torus(8,8): dor", ""]);
    refused("sttn:2,3,0", "vc-rule=balanced vcs=2", ["vcs `2`", "3 to 8", "balanced needs 3"]);
    refused("htn:4,4,2,1", "routing=dor-both vcs=1", ["vcs `1`", "2 to 8", "balanced needs 2"]);
}

/// The least width is also the default where it is above 32.
#[test]
fn the_default_width_holds_the_header() {
    for (network, width) in [("ttn:2,2,2", "32"), ("ttn:2,5,0", "40"), ("rdt:4", "32"), ("rdt:16", "37")] {
        let design = generate(&network.parse().unwrap(), &Options::default()).unwrap();
        let router = design.file(&format!("rtl/{}.v", design.top)).unwrap();
        let parameter = router.lines().find_map(|line| line.trim_start().strip_prefix("parameter FLIT_WIDTH")).expect(network);
        assert_eq!(parameter.split([' ', '=', ',']).find(|word| !word.is_empty()), Some(width), "{network}: {parameter}");
    }
}

#[test]
fn what_the_multicast_router_does_not_have() {
    refused("ttn:2,2,1", "ack-ways=1", ["router `multicast`", "plain", "only an RDT"]);
    refused("rdt:8", "ack-ways=0", ["ack-ways `0`", "1, 2, 4", ""]);
    refused("rdt:8", "ack-ways=3", ["ack-ways `3`", "1, 2, 4", ""]);
    refused("rdt:8", "ack-ways=1 flit-width=35", ["flit-width `35`", "36 to 128", ""]);
    refused("rdt:8", "ack-ways=1 flit-width=129", ["flit-width `129`", "36 to 128", ""]);
    refused("rdt:8", "ack-ways=1 buffer-depth=8", ["buffer-depth `8`", "16", "whole packet"]);
    refused("rdt:8", "ack-ways=1 vcs=4", ["vcs `4`", "not an option", "multicast"]);
    refused("rdt:8", "ack-ways=1 pipeline=3", ["pipeline `3`", "not an option", "multicast"]);
    refused("rdt:8", "ack-ways=1 vc-rule=two", ["vc-rule `two`", "descending", "multicast"]);
    refused("rdt:8", "ack-ways=1 routing=ls", ["routing `ls`", "dor", "multicast"]);
    refused("rdt:8", "ack-ways=1 vc-reuse=empty", ["vc-reuse `empty`", "not an option", "multicast"]);
    refused("rdt:8", "ack-ways=1 interface=axis", ["interface `axis`", "flit", "multicast"]);
    refused("rdt:8", "ack-ways=1 scope=network", ["scope `network`", "router", "multicast"]);
}

/// docs/axi_interface.md: 4 x 4 nodes have a header of 8 bits.
#[test]
fn streams_that_no_flit_carries() {
    let axi = |options: &str, words| refused("torus:4,4", &format!("interface=axis {options}"), words);
    axi("stream-width=12", ["stream-width `12`", "8 to 512 in whole bytes", "flit-width, which is 32"]);
    axi("stream-width=520", ["stream-width `520`", "8 to 512", ""]);
    axi("stream-width=0", ["stream-width `0`", "8 to 512", ""]);
    axi("stream-width=17 flit-width=17 tkeep=1", ["stream-width `17`", "with tkeep: 8 to 512 in whole bytes", ""]);
    axi("flit-width=17 tkeep=1", ["stream-width `17`", "whole bytes", ""]);
    axi("flit-width=8 tkeep=1", ["flit-width `8`", "with tkeep: 9 to 512", ""]);
    axi("user-width=65", ["user-width `65`", "0 to 64", ""]);
    axi("vcs=6 message-classes=3 user-width=1", ["user-width `1`", "with 3 message classes: 2 to 64", ""]);
    axi("user-width=17 flit-width=32", ["user-width `17`", "with flit-width 32: 0 to 16", "8 bits of routing"]);
    axi("vcs=4 message-classes=2 user-width=18 flit-width=32", ["user-width `18`", "with flit-width 32: 1 to 17", ""]);
    axi("user-width=1 flit-width=12", ["user-width `1`", "with flit-width 12: 0 to 0", ""]);
    refused("hypercube:2", "interface=axis flit-width=7 stream-width=8", ["stream-width `8`", "flit-width, which is 7", ""]);
    for (option, told) in [("stream-width=8", "stream-width `8`"), ("tkeep=1", "tkeep `1`"), ("user-width=0", "user-width `0`")] {
        refused("torus:4,4", option, [told, "allowed with interface axis", ""]);
        refused("rdt:8", &format!("ack-ways=1 {option}"), [told, "allowed with interface axis", ""]);
    }
}

#[test]
fn clocks_of_their_own_where_there_are_no_streams() {
    refused("torus:4,4", "scope=network clocks=async", ["clocks `async`", "interface flit: common", ""]);
    refused("torus:4,4", "interface=axis clocks=async", ["clocks `async`", "scope router: common", ""]);
    refused("rdt:8", "ack-ways=1 scope=network clocks=async", ["", "not allowed", ""]);
    refused("torus:4,4", "scope=network interface=axis clock-fifo=8", ["clock-fifo `8`", "with clocks async", ""]);
    for places in [0, 2, 12, 128] {
        let options = format!("scope=network interface=axis clocks=async clock-fifo={places}");
        refused("torus:4,4", &options, [&format!("clock-fifo `{places}`"), "4, 8, 16, 32, 64", ""]);
    }
}

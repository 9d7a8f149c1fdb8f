//! The table: headings in the order of help, and their flags, those used most first.

use std::fmt::Display;

use torusmith_design::Scope;
use torusmith_testbench::{Axi4Shape, Design, Kind};
use torusmith_topology::LinkSlices;

use super::Path::{Filled, Read, Written};
use super::{Flag, Rule, flag, with, without};

/// Commands that make a design, with its interfaces.
const DESIGNS: &[&str] = &["generate", "cosim", "area", "fpga", "mutate"];
/// Commands that run a lock step.
pub const LOCK_STEPS: &[&str] = &["cosim", "mutate"];
/// Commands that search for classes of virtual channels only where these are to be found; `deadlock` also tells what a search would find.
const SEARCHES: &[&str] =
    &["generate", "cosim", "simulate", "route", "report", "topology", "faults", "area", "asic", "energy", "fpga", "prove", "mutate"];
/// Studies that simulate, and those of them that compare networks of one kind.
const SIMULATED: &[&str] = &["htn-selection", "rdt", "ttn-dynamic", "sttn-dynamic", "mtn-dynamic"];
const DYNAMIC: &[&str] = &["ttn-dynamic", "sttn-dynamic", "mtn-dynamic"];
const TIES: &[&str] = &["htn-selection", "ttn-dynamic", "sttn-dynamic", "mtn-dynamic"];
const QUICK: &[&str] = &["rdt", "ttn-dynamic", "sttn-dynamic", "mtn-dynamic"];

const PLAIN: Rule = with("router", &["plain"]);
const MULTICAST: Rule = with("router", &["multicast"]);
const STREAMS: Rule = with("interface", &["axis"]);
const BUS: Rule = with("interface", &["axis", "axi4"]);
const AXI4: Rule = with("interface", &["axi4"]);
const TWO_CLASSES: Rule = with("message-classes", &["2"]).because("where reads wait for writes that have started");
const NO_TRACE: Rule = without("traffic", &["trace"]).because("which says every packet");
const FOUND: Rule = with("vc-rule", &["auto"]);
const NOT_FOUND: Rule = without("vc-rule", &["auto"]).because("whose classes are found: take the network file of --out");
const STUDY: Rule = with("study", SIMULATED).because("which simulates nothing");
const NO_MAP: Rule = without("map", &[]);
const NO_ENDPOINTS: Rule = without("endpoints", &[]);
const LOCK_STEP: Rule = with("compare", &["ports"]).because("which has no model");
/// The local ports of plain routers can be driven at random.
const DRIVEN: [Rule; 3] = [PLAIN, with("interface", &["flit"]), LOCK_STEP];
const RANDOM: &[Rule] = &[DRIVEN[0], DRIVEN[1], DRIVEN[2], NO_TRACE, with("driver", &["random", "both", "all"])];

/// The packets of sources in front of plain routers have known clocks.
const LISTED: &[Rule] = &[DRIVEN[0], DRIVEN[1], without("driver", &["random", "alone"]).at(&["cosim"])];

/// Sources wait for replies, and have no rate.
const NO_LOOP: Rule = without("outstanding", &[]).because("where a reply makes room for a request");
const LOOP: &[Rule] = &[
    DRIVEN[0],
    DRIVEN[1],
    NO_TRACE,
    without("traffic", &["noxim"]).because("which has clocks of its own"),
    with("driver", &["source"]).because("with which packets are lost").at(LOCK_STEPS),
];

pub const TABLE: &[(&str, &[Flag])] = &[
    ("Network", &[flag("links"), flag("without"), flag("without-node"), flag("allow-unreachable")]),
    (
        "Router",
        &[
            flag("interface").values_were(&[("axi", "axis")]).only(&[PLAIN.except(&["flit"])]).agrees(|design, _| interface(design).into()),
            flag("scope").agrees(|design, _| if design.manifest.scope == Scope::Network { "network" } else { "router" }.into()),
            flag("rtl").paths(&[(Read, &[])]),
            flag("vcs").only(&[PLAIN, NOT_FOUND.at(&["deadlock"])]).agrees(|design, _| design.config.vcs.to_string()),
            flag("flit-width")
                .only(&[
                    without("preset", &[]).except(&["36"]),
                    with("traffic", &["trace"]).because("where packets have no bytes").at(&["simulate"]).shareable(),
                ])
                .agrees(|design, _| design.flit_width.to_string()),
            flag("pipeline").only(&[PLAIN]).agrees(|design, _| design.config.pipeline.to_string()),
            flag("buffer-depth").only(&[PLAIN.except(&["16"]), STUDY.at(&["study"])]).agrees(|design, _| design.config.depth.to_string()),
            flag("routing").only(&[PLAIN.at(&["deadlock"])]).agrees(|design, given| of_routes(design, given, design.manifest.routing)),
            flag("vc-rule").only(&[PLAIN.at(&["deadlock"])]).agrees(|design, given| of_routes(design, given, design.manifest.vc_rule)),
            flag("ties")
                .only(&[
                    PLAIN.at(&["deadlock"]),
                    STUDY.at(&["study"]),
                    with("study", TIES).because("whose ties are the paper's").at(&["study"]),
                    without("route-set", &["chosen"]).because("which have ties of their own").at(&["study"]),
                ])
                .agrees(|design, given| of_routes(design, given, design.manifest.ties)),
            flag("order").only(&[PLAIN]).agrees(|design, _| design.config.order.to_string()),
            flag("message-classes")
                .only(&[
                    PLAIN,
                    NOT_FOUND.at(&["deadlock"]),
                    NO_ENDPOINTS.because("where each kind of packets has a class").at(&["deadlock"]),
                    NO_MAP.except(&["1", "2"]).because("where requests and responses have a network each").at(&["deadlock"]),
                ])
                .agrees(|design, _| design.config.message_classes.to_string()),
            flag("link-slices")
                .only(&[
                    PLAIN,
                    with("scope", &["network"]).because("which has no links").at(&["generate", "area", "asic", "energy", "fpga"]),
                ])
                .agrees(link_slices),
            flag("vc-reuse").only(&[PLAIN]).agrees(|design, _| {
                let all = ((1u16 << design.config.vcs) - 1) as u8;
                if design.config.reuse_empty == all { "empty" } else { "tail" }.into()
            }),
            flag("spare-class"),
            flag("effort").only(&[FOUND.at(SEARCHES), FOUND.beside("map").at(&["deadlock"]), PLAIN.at(&["deadlock"])]),
            flag("class-use").only(&[PLAIN.at(&["deadlock"]), FOUND]),
            flag("route-set").was(&["routes"]).only(&[STUDY, with("study", DYNAMIC)]),
            flag("route-file").was(&["routes"]).paths(&[(Read, &[])]),
            flag("endpoints").only(&[PLAIN, NO_MAP]).paths(&[(Read, &[])]),
            flag("target").only(&[PLAIN]),
            flag("counters"),
            flag("reset-tree"),
            flag("wide-ports"),
            flag("for").only(&[PLAIN]),
            flag("sva").only(&[PLAIN.at(&["generate"]), with("scope", &["router"]).at(&["cosim", "mutate"])]),
            flag("router").agrees(|design, _| if design.kind() == Kind::Multicast { "multicast" } else { "plain" }.into()),
            flag("ack-ways")
                .only(&[MULTICAST, without("preset", &[]).except(&["1"])])
                .agrees(|design, _| design.multicast.unwrap_or_default().to_string()),
            flag("preset").only(&[MULTICAST]).agrees(|design, _| match (design.flit_width, design.multicast.unwrap_or_default()) {
                (36, 1) => "jump1".into(),
                (width, ways) => format!("flit-width = {width}, ack-ways = {ways}"),
            }),
            flag("node").only(&[
                without("interface", &["axi4"]).because("of which all nodes are measured"),
                PLAIN.because("which serves every node").at(&["area", "asic"]),
            ]),
        ],
    ),
    (
        "Interface AXI4-Stream",
        &[
            flag("stream-width").only(&[STREAMS]).agrees(|design, _| design.streams.map_or(0, |streams| streams.width).to_string()),
            flag("tkeep").only(&[STREAMS]).agrees(|design, _| design.streams.is_some_and(|streams| streams.tkeep).to_string()),
            flag("user-width").only(&[BUS]).agrees(|design, _| {
                let streams = design.streams.map(|streams| streams.user_width);
                streams.unwrap_or_else(|| of_axi4(design, |axi4| axi4.user_width)).to_string()
            }),
            flag("clocks"),
            flag("clock-fifo"),
            flag("valid-pause").was(&["tvalid-pause"]).only(&[BUS]),
            flag("ready-pause").was(&["tready-pause"]).only(&[BUS]),
            flag("wrong-destination").only(&[STREAMS]),
        ],
    ),
    (
        "Interface AXI4",
        &[
            flag("map")
                .only(&[AXI4.at(DESIGNS), PLAIN.at(&["deadlock"]), without("rtl", &[]).because("which has a map of its own")])
                .paths(&[(Read, &[])]),
            flag("address-width").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.addr_width).to_string()),
            flag("data-width").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.data_width).to_string()),
            flag("id-width").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.id_width).to_string()),
            flag("max-burst").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.max_burst).to_string()),
            flag("read-slots").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.slots[0]).to_string()),
            flag("write-slots").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.slots[1]).to_string()),
            flag("read-beats").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.beats[0]).to_string()),
            flag("write-beats").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.beats[1]).to_string()),
            flag("write-start").only(&[AXI4.at(DESIGNS), TWO_CLASSES.at(&["deadlock"])]).agrees(|design, _| {
                let start = design.axi4.as_ref().and_then(|axi4| axi4.shape.write_start);
                start.map_or("none".into(), |beats| beats.to_string())
            }),
            flag("reads-held").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.held[0]).to_string()),
            flag("writes-held").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.held[1]).to_string()),
            flag("id-order").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| axi4.id_order.to_string())),
            flag("exclusive").only(&[AXI4]).agrees(|design, _| of_axi4(design, |axi4| if axi4.exclusive { "user" } else { "none" }).into()),
            flag("reads").only(&[AXI4]),
            flag("answer-pause").only(&[AXI4]),
            flag("take-pause").only(&[AXI4]),
            flag("holes").only(&[AXI4]),
            flag("too-long").only(&[AXI4]),
            flag("latency").only(&[AXI4]),
        ],
    ),
    (
        "Traffic",
        &[
            flag("traffic").was(&["patterns"]).part_of("generate", "testbench"),
            flag("rate").part_of("generate", "testbench").only(&[NO_TRACE, NO_LOOP]),
            flag("cycles").part_of("generate", "testbench").only(&[STUDY.at(&["study"])]),
            flag("packet-flits").part_of("generate", "testbench").only(&[NO_TRACE]),
            flag("burst").part_of("generate", "testbench").only(&[
                NO_TRACE,
                without("traffic", &["noxim"]).because("which has clocks of its own"),
                PLAIN,
                NO_LOOP,
            ]),
            flag("outstanding").part_of("generate", "testbench").only(LOOP),
            flag("reply-clocks").part_of("generate", "testbench"),
            flag("reply-flits").part_of("generate", "testbench"),
            flag("seed").was(&["seeds"]).part_of("generate", "testbench").only(&[NO_TRACE]),
            flag("seed-count").was(&["seeds"]).only(&[STUDY.at(&["study"])]),
            flag("warmup"),
            flag("hot-spot-percent").part_of("generate", "testbench"),
            flag("hot-spot-nodes").part_of("generate", "testbench").only(&[with("traffic", &["hot-spot", "all"])]),
            flag("driver").only(&[DRIVEN[0], DRIVEN[1], DRIVEN[2], NO_TRACE.except(&["source"])]),
            flag("faults").only(RANDOM),
            flag("resets").only(RANDOM),
            flag("reset-skew").only(RANDOM),
            flag("multicast-share").only(&[MULTICAST]),
            flag("rank-weights").was(&["root-ranks"]).only(&[MULTICAST]),
            flag("bit-maps").was(&["maps"]).only(&[MULTICAST.at(DESIGNS)]),
        ],
    ),
    (
        "Run",
        &[
            flag("designs").paths(&[(Read, &[])]),
            flag("file").paths(&[(Read, &[])]),
            flag("strict"),
            flag("map-out").paths(&[(Written, &[])]),
            flag("merge-parallel"),
            flag("compare").paths(&[(Read, &["area"])]).only(&[
                PLAIN.except(&["ports"]),
                with("interface", &["flit"]).except(&["ports"]),
                with("scope", &["router"]).except(&["ports"]),
            ]),
            flag("engine").only(&[LOCK_STEP, PLAIN.except(&["fast"]), without("interface", &["axis", "axi4"]).except(&["reference"])]),
            flag("netlist").only(&[with("scope", &["router"])]),
            flag("replay").paths(&[(Read, &[])]),
            flag("trace"),
            flag("dead-links"),
            flag("dead-nodes"),
            flag("samples"),
            flag("worst"),
            flag("no-skip"),
            flag("count"),
            flag("only"),
            flag("no-proof"),
            flag("interface-rules"),
            flag("timeout").was(&["time-out", "time-limit"]).only(&[MULTICAST.at(LOCK_STEPS)]),
            flag("all"),
            flag("from"),
            flag("root-rank"),
            flag("name"),
            flag("loads"),
            flag("area"),
            flag("fpga"),
            flag("prove"),
            flag("mutate"),
            flag("device"),
            flag("liberty").paths(&[(Read, &[])]),
            flag("library"),
            flag("clock-slew"),
            flag("wire-pf-per-mm"),
            flag("link-mm"),
            flag("period"),
            flag("netlist-out").paths(&[(Written, &[])]),
            flag("check").only(&[without("wire-pf-per-mm", &[]).because("which OpenSTA does not know")]),
            flag("quick").only(&[with("study", QUICK)]),
            flag("plan").paths(&[(Written, &["study"]), (Read, &["sweep", "explore"])]),
            flag("shard"),
            flag("merge"),
            flag("partial"),
            flag("status"),
            flag("slurm"),
            flag("submit"),
            flag("wait"),
            flag("threads").letter('j'),
            flag("cache").paths(&[(Filled, &[])]),
            flag("no-cache"),
        ],
    ),
    (
        "Output",
        &[
            flag("out")
                .letter('o')
                .only(&[NO_MAP.at(&["deadlock"]), NO_ENDPOINTS.at(&["deadlock"]), FOUND.at(&["deadlock"])])
                .paths(&[(Written, &["report", "import", "deadlock"]), (Filled, &[])]),
            flag("force"),
            flag("json"),
            flag("junit").paths(&[(Written, &[])]),
            flag("export"),
            flag("with-routes"),
            flag("csv"),
            flag("link-use"),
            flag("plot")
                .only(&[
                    without("traffic", &["trace"]).because("which has no rate"),
                    NO_LOOP.at(&["simulate"]),
                    PLAIN,
                    NO_MAP.at(&["deadlock"]),
                    NO_ENDPOINTS.at(&["deadlock"]),
                ])
                .paths(&[(Written, &[])]),
            flag("heatmap").paths(&[(Written, &[])]),
            flag("histogram").only(LISTED),
            flag("histogram-plot").only(LISTED).paths(&[(Written, &[])]),
            flag("packets").only(LISTED).paths(&[(Written, &[])]),
            flag("certificate")
                .only(&[PLAIN, NO_MAP.at(&["deadlock"]), NO_ENDPOINTS.at(&["deadlock"]), NOT_FOUND.at(&["deadlock"])])
                .paths(&[(Written, &["deadlock"]), (Filled, &[])]),
            flag("counterexample").only(&[PLAIN]).paths(&[(Written, &[])]),
            flag("coverage").only(&[without("netlist", &[]), without("replay", &[])]).paths(&[(Filled, &[])]),
            flag("wave").only(&[LOCK_STEP]).paths(&[(Written, &[])]),
            flag("testbench").only(&[with("interface", &["flit"]), without("counters", &[]), without("reset-tree", &[])]),
            flag("testbench-node"),
            flag("config").paths(&[(Read, &[])]),
            flag("quiet"),
        ],
    ),
];

/// Interface at the local ports of a design.
fn interface(design: &Design) -> &'static str {
    match design.kind() {
        Kind::Plain | Kind::Multicast => "flit",
        Kind::Axi => "axis",
        Kind::Axi4 => "axi4",
    }
}

/// A number or name of the AXI4 interfaces of a design that has them.
fn of_axi4<T: Default>(design: &Design, of: impl Fn(&Axi4Shape) -> T) -> T {
    design.axi4.as_ref().map(|axi4| of(&axi4.shape)).unwrap_or_default()
}

/// Rule, ties or routing of a design; a network of its own has one routing, which was made as `given` says.
fn of_routes(design: &Design, given: &str, there: impl Display) -> String {
    if design.network.route_table().is_some() { given.to_owned() } else { there.to_string() }
}

/// Registers on the links of a network; the links between single routers are not of the design.
fn link_slices(design: &Design, given: &str) -> String {
    let asked = LinkSlices::read(&design.network, given);
    let agrees = design.manifest.scope == Scope::Router || asked.is_ok_and(|asked| asked == design.link_slices);
    if agrees { given.to_owned() } else { design.link_slices.to_string() }
}

//! Designs that have the cells which are proven, as a network and options.

use std::collections::HashMap;

use torusmith_synthesis::Proofs;

use crate::axi4;
use crate::tools::{made, written};

/// All leaf cells of plain routers, and registers on links.
pub const PLAIN: &str = "rdt:16 scope=network link-slices=1 pipeline=3 vcs=3";
/// What else there is with counts of more than four credits, with VCs that wait for an empty buffer, with both, for gates, and where the flit after
/// the front one is looked at.
pub const DEEP: &str = "torus:4,4 buffer-depth=9";
pub const WHOLE: &str = "torus:4,4 vc-reuse=empty";
pub const WHOLE_DEEP: &str = "torus:4,4 vc-reuse=empty buffer-depth=9";
pub const ASIC: &str = "torus:4,4 target=asic pipeline=1 interface=axis vcs=2";
pub const AT_ONCE: &str = "torus:4,4 pipeline=1";
pub const MULTICAST: &str = "rdt:8 ack-ways=1";
pub const STREAMS: &str = "rdt:16 interface=axis";
/// Streams with one VC; with several in any order, a class each, shallow buffers.
pub const STREAM_ONE_VC: &str = "torus:4,4 interface=axis";
pub const STREAM_ANY: &str = "torus:4,4 interface=axis vcs=3 order=none buffer-depth=5";
pub const STREAM_CLASSES: &str = "torus:4,4 interface=axis vcs=8 message-classes=2 buffer-depth=2";
/// Nine ports, two cycles a hop.
pub const MANY: &str = "rdt:16 vcs=3";
/// With a map: no node has both sides; one has, with VCs by destination, and in any order.
pub const AXI4: &str = "torus:4,4 axi4";
pub const AXI4_OWN: &str = "torus:4,4 axi4-own vcs=2";
pub const AXI4_ANY: &str = "torus:4,4 axi4-own vcs=3 order=none";
/// Reads and writes have VCs of their own, and writes start before they are whole.
pub const AXI4_CLASSES: &str = "torus:4,4 axi4 message-classes=2 vcs=2 write-start=2";

/// Output VCs: with the switch, of which some wait for an empty buffer; before the switch, an arbiter for each class; one for all; and packets in
/// order.
pub const P2: &str = "htn:4,4,2,1 vcs=3 routing=ls";
pub const P3: &str = "torus:4,4 vcs=3 vc-rule=dateline pipeline=3 vc-reuse=empty";
pub const P3_MIXED: &str = "ttn:2,2,1 vcs=3 pipeline=3";
pub const P3_ORDER: &str = "torus:4,4 vcs=5 vc-rule=dateline pipeline=3 order=pair";
/// Heads that are called, and heads with a choice; flits that are picked, of two VCs and of three.
pub const HEADS: &str = "torus:4 vcs=3 pipeline=3";
pub const CHOICES: &str = "htn:4,4,2,1 vcs=3 routing=ls+cs pipeline=3";
pub const FLITS: &str = "torus:4,4 vcs=2 pipeline=3";
pub const MANY_FLITS: &str = "torus:4,4 vcs=3 pipeline=3";

/// Routers of all pipelines, with one, two and three classes, an arbiter for each or one for all, VCs that wait for an empty buffer, inputs with
/// some of the VCs, shallow and deep buffers, and packets in order.
pub const ROUTERS: &[&str] = &[
    "mesh:4,4 vcs=1",
    "torus:4,4 vcs=2 vc-rule=dateline pipeline=1",
    "torus:4,4 vcs=4 vc-rule=dateline pipeline=3 message-classes=2",
    "mesh:4,4 vcs=4 pipeline=3 buffer-depth=2 vc-reuse=empty",
    "htn:4,4,2,1 vcs=4 routing=ls buffer-depth=9",
    "htn:4,4,2,1 vcs=3 routing=ls pipeline=3",
    P3_ORDER,
    "mesh:4,4 vcs=4 buffer-depth=2 order=pair vc-reuse=empty",
    P3,
    P3_MIXED,
    CHOICES,
    "rdt:16 vcs=3 pipeline=3",
    "mesh:4 vcs=1 pipeline=3",
    "mesh:4 vcs=8 pipeline=3",
    "mesh:4,4 vcs=7 pipeline=3",
    "mesh:4,4 vcs=6 pipeline=3 message-classes=3",
    "htn:4,4,2,1 vcs=6 routing=ls message-classes=2 pipeline=3",
    "mesh:4,4 vcs=4 message-classes=2 pipeline=3",
    "ttn:2,2,1 vc-rule=paper4 vcs=4 pipeline=3",
    "torus:4,4 vcs=8 vc-rule=dateline pipeline=3",
    "torus:4,4 vcs=2 vc-rule=dateline pipeline=1 order=pair",
    "mesh:4,4 vcs=4 pipeline=3 order=pair",
    "torus:4,4 vcs=4 vc-rule=dateline pipeline=3 message-classes=2 order=pair vc-reuse=empty",
    "ttn:2,2,1 vcs=6 pipeline=3 order=pair",
];

pub const BUFFERS: &str = "WIDTH=2";
pub const GIVER: &str = "FLIT_WIDTH=8";
pub const GIVER_ALONE: &str = "FLIT_WIDTH=8 OWN_LINK=0 BODIES_OF_WRITES=0";
pub const WRITE_DATA: &str = "WIDTH=2 DEPTH=4";
pub const READ_DATA: &str = "DATA_WIDTH=2 WIDTH=5 BEATS=4 ID_WIDTH=2";
pub const SLICES: &str = "SLICES=2 FLIT_BITS=3 CREDIT_BITS=2";

/// The proofs of designs, each made once.
#[derive(Default)]
pub struct Designs(HashMap<&'static str, Proofs>);

impl Designs {
    pub fn of(&mut self, design: &'static str) -> &Proofs {
        self.0.entry(design).or_insert_with(|| {
            let (network, options) = design.split_once(' ').unwrap();
            let rest = |word: &str| options.strip_prefix(word).map(str::trim);
            let design = match (rest("axi4-own"), rest("axi4")) {
                (Some(options), _) => axi4::made(network, options, &["0,0", "1,2"], &["0,0", "3,3"]),
                (None, Some(options)) => axi4::made(network, options, &["0,0"], &["3,3"]),
                (None, None) => made(network, options),
            };
            Proofs::read(written(&design).path(), &design.top).unwrap()
        })
    }
}

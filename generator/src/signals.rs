//! Lists of ports: what the tops declare, connect and the manifest names.

use torusmith_design::Interface;

use crate::parameters::Parameters;

/// A signal of a router or a network top.
#[derive(Clone, Copy)]
pub(crate) struct Signal {
    /// Name at a router.
    pub name: &'static str,
    pub output: bool,
    pub kind: Kind,
}

/// How many bits a signal has for each port.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bit,
    Vc,
    Data,
    Address,
    /// A beat of a stream.
    Beat,
    /// Which of its bytes are valid.
    Keep,
    /// What goes with a packet; its message class at the least.
    User,
    /// An interface's errors.
    Errors,
}

/// The link signals of a router in the order of its declaration (L1).
pub(crate) const LINK: [Signal; 14] = [
    Signal { name: "in_valid", output: false, kind: Kind::Bit },
    Signal { name: "in_head", output: false, kind: Kind::Bit },
    Signal { name: "in_tail", output: false, kind: Kind::Bit },
    Signal { name: "in_vc", output: false, kind: Kind::Vc },
    Signal { name: "in_data", output: false, kind: Kind::Data },
    Signal { name: "in_credit_valid", output: true, kind: Kind::Bit },
    Signal { name: "in_credit_vc", output: true, kind: Kind::Vc },
    Signal { name: "out_valid", output: true, kind: Kind::Bit },
    Signal { name: "out_head", output: true, kind: Kind::Bit },
    Signal { name: "out_tail", output: true, kind: Kind::Bit },
    Signal { name: "out_vc", output: true, kind: Kind::Vc },
    Signal { name: "out_data", output: true, kind: Kind::Data },
    Signal { name: "out_credit_valid", output: false, kind: Kind::Bit },
    Signal { name: "out_credit_vc", output: false, kind: Kind::Vc },
];

/// The streams of a node in the order of its declaration (docs/axi_interface.md).
const STREAMS: [Signal; 15] = [
    Signal { name: "s_axis_tvalid", output: false, kind: Kind::Bit },
    Signal { name: "s_axis_tready", output: true, kind: Kind::Bit },
    Signal { name: "s_axis_tdata", output: false, kind: Kind::Beat },
    Signal { name: "s_axis_tkeep", output: false, kind: Kind::Keep },
    Signal { name: "s_axis_tlast", output: false, kind: Kind::Bit },
    Signal { name: "s_axis_tdest", output: false, kind: Kind::Address },
    Signal { name: "s_axis_tuser", output: false, kind: Kind::User },
    Signal { name: "m_axis_tvalid", output: true, kind: Kind::Bit },
    Signal { name: "m_axis_tready", output: false, kind: Kind::Bit },
    Signal { name: "m_axis_tdata", output: true, kind: Kind::Beat },
    Signal { name: "m_axis_tkeep", output: true, kind: Kind::Keep },
    Signal { name: "m_axis_tlast", output: true, kind: Kind::Bit },
    Signal { name: "m_axis_tdest", output: true, kind: Kind::Address },
    Signal { name: "m_axis_tid", output: true, kind: Kind::Address },
    Signal { name: "m_axis_tuser", output: true, kind: Kind::User },
];

/// What streams with a clock of their own have before them, twice, and behind them.
const CLOCKS: [Signal; 3] = [
    Signal { name: "axis_clk", output: false, kind: Kind::Bit },
    Signal { name: "axis_rst", output: true, kind: Kind::Bit },
    Signal { name: "axis_error", output: true, kind: Kind::Errors },
];

/// A node's side to its user: names at the node, and kinds.
pub(crate) fn local(p: &Parameters) -> Vec<(String, Signal)> {
    match p.interface {
        Interface::Flit | Interface::Axi4 => LINK.iter().map(|&signal| (format!("local_{}", signal.name), signal)).collect(),
        Interface::Axis => {
            let own = |signals: &'static [Signal]| signals.iter().filter(|_| p.clock_fifo.is_some()).copied();
            let all = own(&CLOCKS[..2]).chain(streams(p)).chain(own(&CLOCKS[2..]));
            all.map(|signal| (signal.name.to_owned(), signal)).collect()
        }
    }
}

/// The streams of a node.
pub(crate) fn streams(p: &Parameters) -> impl Iterator<Item = Signal> {
    let (tkeep, user) = (p.streams.tkeep, p.streams.user > 0);
    let there = move |signal: &Signal| match signal.kind {
        Kind::Keep => tkeep,
        Kind::User => user,
        _ => true,
    };
    STREAMS.into_iter().filter(there)
}

impl Kind {
    /// The width in Verilog, a parameter where there is one; `None` for one bit.
    pub fn width(self, p: &Parameters) -> Option<String> {
        match self {
            Self::Bit => None,
            Self::Vc => Some(p.vc_bits().to_string()),
            Self::Data => Some("FLIT_WIDTH".into()),
            Self::Address => Some(p.address_bits.to_string()),
            Self::Beat => Some(p.stream_width()),
            Self::Keep => (p.streams.width > 8).then(|| (p.streams.width / 8).to_string()),
            Self::Errors => Some("3".into()),
            Self::User => (p.streams.user > 1).then(|| p.streams.user.to_string()),
        }
    }

    /// The number of bits.
    pub fn bits(self, p: &Parameters) -> u32 {
        match self {
            Self::Bit => 1,
            Self::Vc => p.vc_bits(),
            Self::Data => p.flit_width,
            Self::Address => p.address_bits,
            Self::Beat => p.streams.width,
            Self::Keep => p.streams.width / 8,
            Self::User => p.streams.user,
            Self::Errors => 3,
        }
    }
}

/// The users' ports of a module of many nodes: their declaration, their connection to the instances in it, and how its header
/// speaks of them.
pub(crate) struct Local {
    pub ports: String,
    pub connections: String,
    /// The names that they have in common.
    pub names: &'static str,
    /// What they are.
    pub are: &'static str,
    /// How many bits `error` has.
    pub errors: &'static str,
    /// The module that says what these mean, without the slug.
    pub errors_of: &'static str,
    /// Its nodes.
    pub nodes: usize,
    /// What it instantiates: so many words of counters.
    pub words: usize,
}

impl Local {
    /// A module of `nodes` nodes that instantiates each of them, number `n`.
    pub fn of_nodes(nodes: usize, p: &Parameters) -> Self {
        Self::new(nodes, if p.apart { p.network.routers() } else { nodes }, "n", "", p)
    }

    /// A module of `nodes` nodes in basic modules of `BM_NODES`, which are `of` nodes each, number `b`.
    pub fn of_modules(nodes: usize, of: usize, p: &Parameters) -> Self {
        Self::new(nodes, nodes / of, "b", "BM_NODES", p)
    }

    fn new(nodes: usize, words: usize, index: &str, count: &str, p: &Parameters) -> Self {
        let (names, are, errors, errors_of) = match p.interface {
            Interface::Flit | Interface::Axi4 => {
                ("local_* ", if p.apart { "the local port of every terminal" } else { "port 0 of every node" }, "three", "router")
            }
            Interface::Axis => ("*_axis_*", "every node's streams", "six", "axi_node"),
        };
        Self { ports: declare(nodes, p), connections: connect(index, count, "        ", p), names, are, errors, errors_of, nodes, words }
    }
}

/// The range of a vector of so many parts; `width` is that of a part in Verilog, `None` for a bit.
pub(crate) fn vector(count: usize, width: Option<&str>) -> String {
    match width.map(|width| (width, width.parse::<usize>())) {
        None => format!("[{}:0]", count - 1),
        Some((_, Ok(bits))) => format!("[{}:0]", count * bits - 1),
        Some((width, _)) => format!("[{count}*{width}-1:0]"),
    }
}

/// Declares the users' ports of `nodes` nodes, `clear_error` and `error`, one a line, without a comma after the last.
fn declare(nodes: usize, p: &Parameters) -> String {
    let mut lines: Vec<String> = local(p)
        .iter()
        .map(|(name, signal)| {
            let direction = if signal.output { "output wire" } else { "input  wire" };
            format!("  {direction} {} {name}", vector(nodes, signal.kind.width(p).as_deref()))
        })
        .collect();
    if p.counters {
        lines.push(format!("  input  wire [{}:0] counter_address", p.counter_bits() - 1));
        lines.push("  output wire [31:0] counter_data".to_owned());
        lines.push("  input  wire counter_clear".to_owned());
    }
    lines.push("  input  wire clear_error".to_owned());
    lines.push(format!("  output wire [{}:0] error", p.error_bits() as usize * nodes - 1));
    lines.join(",\n")
}

/// Connects the counters of instance `index`.
pub(crate) fn counter_lines(index: &str, indent: &str) -> [String; 3] {
    [
        format!("{indent}.counter_address(counter_address)"),
        format!("{indent}.counter_data(node_counters[{index}*32 +: 32])"),
        format!("{indent}.counter_clear(counter_clear)"),
    ]
}

/// Connects the users' ports of an instance to its slice of the enclosing module's, one a line behind `indent`: `count` nodes from
/// `index` x `count` on, both Verilog expressions; `count` = "" for a single node.
pub(crate) fn connect(index: &str, count: &str, indent: &str, p: &Parameters) -> String {
    let node = index.parse::<u32>();
    let slice = |width: Option<String>| match (count, width) {
        ("", None) => format!("[{index}]"),
        ("", Some(width)) if width == "1" => format!("[{index}]"),
        ("", Some(width)) if node.is_ok() && width.parse::<u32>().is_ok() => {
            let (node, bits) = (node.clone().unwrap_or(0), width.parse::<u32>().unwrap_or(1));
            format!("[{}:{}]", (node + 1) * bits - 1, node * bits)
        }
        ("", Some(width)) => format!("[{index}*{width} +: {width}]"),
        (_, None) => format!("[{index}*{count} +: {count}]"),
        (_, Some(width)) if width == "1" => format!("[{index}*{count} +: {count}]"),
        (_, Some(width)) => format!("[{index}*{count}*{width} +: {count}*{width}]"),
    };
    let mut lines: Vec<String> =
        local(p).iter().map(|(name, signal)| format!("{indent}.{name}({name}{})", slice(signal.kind.width(p)))).collect();
    if p.counters {
        lines.extend(counter_lines(index, indent));
    }
    lines.push(format!("{indent}.clear_error(clear_error)"));
    lines.push(format!("{indent}.error(error{})", slice(Some(p.error_bits().to_string()))));
    lines.join(",\n")
}

//! Lists of ports: what the tops declare, connect and the manifest names.

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

impl Kind {
    /// The Verilog parameter that holds the width, if it is not one bit.
    fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Bit => None,
            Self::Vc => Some("VC_BITS"),
            Self::Data => Some("FLIT_WIDTH"),
        }
    }
}

/// The local ports of a module of many nodes: their declaration, and their connection to the instances in it.
pub(crate) struct Local {
    pub ports: String,
    pub connections: String,
}

impl Local {
    /// A module of `nodes` nodes that instantiates each of them, number `n`.
    pub fn of_nodes(nodes: usize) -> Self {
        Self { ports: declare_local(nodes), connections: connect_local("n", "") }
    }

    /// A module of `nodes` nodes in basic modules of `BM_NODES`, number `b`.
    pub fn of_modules(nodes: usize) -> Self {
        Self { ports: declare_local(nodes), connections: connect_local("b", "BM_NODES") }
    }
}

/// Declares the local ports of `nodes` nodes, and `error`, one a line, without a comma after the last.
fn declare_local(nodes: usize) -> String {
    let mut lines: Vec<String> = LINK
        .iter()
        .map(|signal| {
            let direction = if signal.output { "output wire" } else { "input  wire" };
            match signal.kind.parameter() {
                None => format!("  {direction} [{}:0] local_{}", nodes - 1, signal.name),
                Some(width) => format!("  {direction} [{nodes}*{width}-1:0] local_{}", signal.name),
            }
        })
        .collect();
    lines.push(format!("  output wire [{}:0] error", 3 * nodes - 1));
    lines.join(",\n")
}

/// Connects the local ports of an instance to its slice of the enclosing module's: `count` nodes from `index` x `count`
/// on, both Verilog expressions; `count` = "" for a single node.
fn connect_local(index: &str, count: &str) -> String {
    let slice = |width: Option<&str>| match (count, width) {
        ("", None) => format!("[{index}]"),
        ("", Some(width)) => format!("[{index}*{width} +: {width}]"),
        (_, None) => format!("[{index}*{count} +: {count}]"),
        (_, Some(width)) => format!("[{index}*{count}*{width} +: {count}*{width}]"),
    };
    let mut lines: Vec<String> =
        LINK.iter().map(|signal| format!("        .local_{0}(local_{0}{1})", signal.name, slice(signal.kind.parameter()))).collect();
    lines.push(format!("        .error(error{})", slice(Some("3"))));
    lines.join(",\n")
}

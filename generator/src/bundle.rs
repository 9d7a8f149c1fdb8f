//! The links of a node as the templates of tops list them.

/// A link of a bundle: output port less one, the neighbour it leads to, the neighbour's input port less one, all by
/// their names in the Verilog.
pub(crate) type Bundle = (&'static str, &'static str, &'static str);

/// The links in two dimensions with the neighbours as the templates of basic modules call them.
pub(crate) const LINKS: [Bundle; 4] =
    [("X_PLUS", "EAST", "X_MINUS"), ("X_MINUS", "WEST", "X_PLUS"), ("Y_PLUS", "NEXT", "Y_MINUS"), ("Y_MINUS", "LAST", "Y_PLUS")];

/// A link in a top whose wires are lists of nodes: Verilog expressions.
pub(crate) struct Link {
    /// The output port.
    pub port: &'static str,
    pub flit_in: String,
    pub flit_out: String,
    pub credit_in: String,
    /// At the neighbour's input port.
    pub far_flit_in: String,
    pub far_credit_out: String,
}

/// Links in a module with one list for all ports of its nodes.
pub(crate) fn in_one<const N: usize>(links: &[Bundle; N]) -> Vec<Link> {
    let slice = |signal: &str, bits: &str, node: &str, port: &str| format!("{signal}[({node}*LINKS+{port})*{bits} +: {bits}]");
    links.iter().map(|bundle| link(bundle, slice)).collect()
}

/// Links in a module with a list for each port: of many nodes a list of all ports would be too long.
pub(crate) fn by_port(links: &[Bundle]) -> Vec<Link> {
    let slice = |signal: &str, bits: &str, node: &str, port: &str| format!("{}_{signal}[{node}*{bits} +: {bits}]", port.to_lowercase());
    links.iter().map(|bundle| link(bundle, slice)).collect()
}

fn link(&(port, neighbour, far): &Bundle, slice: impl Fn(&str, &str, &str, &str) -> String) -> Link {
    Link {
        port,
        flit_in: slice("flit_in", "FLIT_BITS", "n", port),
        flit_out: slice("flit_out", "FLIT_BITS", "n", port),
        credit_in: slice("credit_in", "CREDIT_BITS", "n", port),
        far_flit_in: slice("flit_in", "FLIT_BITS", neighbour, far),
        far_credit_out: slice("credit_out", "CREDIT_BITS", neighbour, far),
    }
}

/// What a node's bundles are connected to.
pub(crate) struct NodeWires {
    pub flit_in: String,
    pub credit_out: String,
    pub flit_out: String,
    pub credit_in: String,
}

impl NodeWires {
    /// Of a module with one list for all ports.
    pub fn in_one() -> Self {
        Self::of(|signal, bits| format!("{signal}[n*LINKS*{bits} +: LINKS*{bits}]"))
    }

    /// Of a module with a list for each of these ports, port 1 first.
    pub fn by_port(ports: &[String]) -> Self {
        Self::of(|signal, bits| {
            let slices: Vec<String> = ports.iter().rev().map(|port| format!("{port}_{signal}[n*{bits} +: {bits}]")).collect();
            format!("{{\n          {}\n        }}", slices.join(",\n          "))
        })
    }

    fn of(list: impl Fn(&str, &str) -> String) -> Self {
        Self {
            flit_in: list("flit_in", "FLIT_BITS"),
            credit_out: list("credit_out", "CREDIT_BITS"),
            flit_out: list("flit_out", "FLIT_BITS"),
            credit_in: list("credit_in", "CREDIT_BITS"),
        }
    }
}

/// The ports of these links in lower case.
pub(crate) fn port_names(links: &[Bundle]) -> Vec<String> {
    links.iter().map(|(port, ..)| port.to_lowercase()).collect()
}

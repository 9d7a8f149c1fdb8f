//! Where the module around a node's router stands in a network's top: by the form that its Verilog has.

use crate::manifest::Design;

/// Forms of a network's top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instances {
    /// `g_node[n].u_node`.
    Loop,
    /// `u_node_n`.
    Each,
    /// So many nodes in each `g_module[b].u_module`, as a loop.
    BasicModules(usize),
}

impl Instances {
    /// That of a design, whose top is `<name>_axi4_network`.
    pub fn of(design: &Design) -> Self {
        let name = format!("{}_network", design.top.strip_suffix("_axi4_network").unwrap_or(&design.top));
        let file = design.sources.iter().find(|path| path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name));
        Self::in_text(&file.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default())
    }

    fn in_text(text: &str) -> Self {
        let constant = |name: &str| {
            let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            words
                .filter(|words| words.starts_with(&["localparam", name, "="]))
                .find_map(|words| words[3].trim_end_matches(';').parse().ok())
        };
        if text.contains(" u_module ") {
            // 64 of an HTN; 2^M x 2^M of those that are connected tori.
            return Self::BasicModules(constant("BM_NODES").or(constant("M").map(|m| 1usize << (2 * m))).unwrap_or(1));
        }
        if text.contains(" u_node_0 ") { Self::Each } else { Self::Loop }
    }

    /// The instance of a node, from the top on.
    pub fn path(self, node: usize) -> String {
        match self {
            Self::Loop => format!("g_node[{node}].u_node"),
            Self::Each => format!("u_node_{node}"),
            Self::BasicModules(nodes) => format!("g_module[{}].u_module.g_node[{}].u_node", node / nodes, node % nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Instances::{self, BasicModules, Each, Loop};

    #[test]
    fn each_form_of_a_top_is_known() {
        for (text, form, path) in [
            ("for (..) begin : g_node\n      ) u_node (\n", Loop, "g_node[37].u_node"),
            ("  ) u_node_0 (\n", Each, "u_node_37"),
            ("  localparam BM_NODES    = 64;\n ) u_module (\n", BasicModules(64), "g_module[0].u_module.g_node[37].u_node"),
            (
                "  localparam M           = 2;\n  localparam BM_NODES    = SIDE * SIDE;\n ) u_module (\n",
                BasicModules(16),
                "g_module[2].u_module.g_node[5].u_node",
            ),
        ] {
            let found = Instances::in_text(text);
            assert_eq!((found, found.path(37)), (form, path.to_owned()), "{text}");
        }
    }
}

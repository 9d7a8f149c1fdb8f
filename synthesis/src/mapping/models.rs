//! The models of cells, out of what yosys says of its own file of them.

use std::collections::{BTreeMap, BTreeSet};

/// The modules that a netlist needs, and those that these need, in the order of the file. `None` if there is no file in the log.
pub(super) fn used(log: &str, netlist: &str) -> Option<String> {
    let (_, text) = log.split_once("-- Verilog code after preprocessor --\n")?;
    let (text, _) = text.split_once("-- END OF DUMP --")?;
    let modules = modules(text);
    let by_name: BTreeMap<&str, usize> = modules.iter().enumerate().map(|(i, (name, _))| (*name, i)).collect();
    let mut needed = BTreeSet::new();
    let mut look: Vec<&str> = vec![netlist];
    while let Some(text) = look.pop() {
        for i in words(text).filter_map(|word| by_name.get(word)) {
            if needed.insert(*i) {
                look.push(modules[*i].1);
            }
        }
    }
    Some(needed.into_iter().map(|i| format!("{}\n", modules[i].1)).collect())
}

/// Name and text of each module: from `module` to `endmodule`, both at the beginning of a line.
fn modules(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let (mut at, mut open) = (0, None);
    for line in text.split_inclusive('\n') {
        let said = line.trim_start();
        if let Some(name) = said.strip_prefix("module ").filter(|_| open.is_none()) {
            open = words(name).next().map(|name| (name, at));
        }
        at += line.len();
        if said.starts_with("endmodule")
            && let Some((name, begin)) = open.take()
        {
            found.push((name, text[begin..at].trim()));
        }
    }
    found
}

/// Names, those with a backslash without it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::used;

    const LOG: &str = "Parsing\n-- Verilog code after preprocessor --\n`file_push \"a.v\"\n(* lib *)\nmodule LUT(input A);\n  INV u(A);\nendmodule\n\
                       module \\$_OR_ (A);\nendmodule\n  module INV (input A);\n endmodule // INV\nmodule LUTS(input A);\nendmodule\n-- END OF DUMP --\nmodule RAM();\nendmodule\n";

    #[test]
    fn what_is_used_is_taken_and_nothing_else() {
        let told = |netlist| used(LOG, netlist).unwrap();
        assert_eq!(
            told("LUT #(.INIT(1)) a (.A(b));"),
            "module LUT(input A);\n  INV u(A);\nendmodule\nmodule INV (input A);\n endmodule // INV\n"
        );
        assert_eq!(told("\\$_OR_ a (b); RAM c();"), "module \\$_OR_ (A);\nendmodule\n");
        assert_eq!(told("assign a = b;"), "");
        assert_eq!(used("Parsing", "LUT"), None);
    }
}

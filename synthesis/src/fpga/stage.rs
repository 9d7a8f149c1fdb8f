//! Which pipeline stage a cell of a flat netlist belongs to, by the instance that its name begins with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::stat::{base, modules};
use crate::write_json::{self, Module};

/// Modules by the end of their name, or its beginning where `*` ends it, and the stage whose work they do (docs/router.md). A module that is not here
/// counts to the stage of the module around it; the router itself is `router`.
pub const STAGES: [(&str, &str); 20] = [
    ("route", "RC"),
    ("route_*", "RC"),
    ("other_direction", "RC"),
    ("output_vcs", "VA"),
    ("local_vcs", "VA"),
    ("head_call", "VA"),
    ("head_call_*", "VA"),
    ("flit_pick", "SA"),
    ("flit_pick_*", "SA"),
    ("input_vc", "RQ"),
    ("input_unit", "SA"),
    ("input_unit_*", "SA"),
    ("switch_allocator", "SA"),
    ("flit_buffer", "ST"),
    ("front_buffer", "ST"),
    ("crossbar", "ST"),
    ("local_guard", "E"),
    ("axi_interface", "NI"),
    ("axi4_manager", "NI"),
    ("axi4_subordinate", "NI"),
];

/// The link between two routers.
pub(crate) const LINK: &str = "LT";

/// The instances of a design.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Hierarchy {
    top: String,
    /// For each module, its instances: name, and the module of each.
    modules: BTreeMap<String, BTreeMap<String, String>>,
}

impl Hierarchy {
    /// Of what `write_json` writes.
    pub fn read(text: &str, top: &str) -> Result<Self, Error> {
        let all = write_json::modules(text)?;
        let instances = |module: &Module| {
            let of_design = module.cells.iter().filter(|(_, cell)| all.contains_key(&cell.module));
            of_design.map(|(name, cell)| (name.clone(), cell.module.clone())).collect()
        };
        let modules = all.iter().map(|(name, module)| (name.clone(), instances(module))).collect();
        Ok(Self { top: top.to_owned(), modules })
    }

    /// The modules from the top down that contain the cell `name`, each by the name that it has in the Verilog.
    fn around<'a>(&'a self, name: &'a str) -> Vec<&'a str> {
        self.path(name).into_iter().map(|(module, _)| base(module)).collect()
    }

    /// The modules from the top down that contain the cell `name`, each by yosys' name, and the path of the instance.
    pub fn path<'a>(&'a self, name: &'a str) -> Vec<(&'a str, &'a str)> {
        let mut found = Vec::new();
        let (mut module, mut rest) = (self.top.as_str(), name);
        loop {
            found.push((module, name[..name.len() - rest.len()].trim_end_matches('.')));
            let inside = |instance: &str| rest.strip_prefix(instance).and_then(|rest| rest.strip_prefix('.'));
            // An instance in a generate block has dots in its own name.
            let here = self.modules.get(module).into_iter().flatten();
            let next = here.filter_map(|(instance, of)| Some((instance.len(), of, inside(instance)?))).max_by_key(|(length, ..)| *length);
            let Some((_, of, behind)) = next else { return found };
            (module, rest) = (of, behind);
        }
    }

    /// The stage of a cell, and the module that it is in.
    pub fn stage(&self, cell: &str) -> (&'static str, String) {
        let around = self.around(cell);
        let stage = around.iter().rev().find_map(|module| of_module(module)).unwrap_or("router");
        (stage, around.last().copied().unwrap_or_default().to_owned())
    }

    /// The instance of the top that a cell is in.
    pub fn router<'a>(&self, cell: &'a str) -> &'a str {
        cell.split('.').next().unwrap_or(cell)
    }
}

/// The stage of a module, whose name is that of the library with the design's before it.
fn of_module(module: &str) -> Option<&'static str> {
    let is = |pattern: &str| match (pattern.strip_suffix('*'), pattern.strip_prefix('*')) {
        (Some(begin), _) => module.contains(&format!("_{begin}")) || module.starts_with(begin),
        (_, Some(end)) => module.ends_with(end),
        _ => module == pattern || module.strip_suffix(pattern).is_some_and(|rest| rest.ends_with('_')),
    };
    STAGES.iter().find(|(pattern, _)| is(pattern)).map(|(_, stage)| *stage)
}

/// Cells by type of the flat module `top`, of a `stat -json`.
pub(crate) fn cells(text: &str, top: &str) -> Result<BTreeMap<String, u64>, Error> {
    let modules = modules(text)?;
    let counted = modules.as_object().into_iter().flatten().find(|(name, _)| name.trim_start_matches('\\') == top);
    let types = counted.and_then(|(_, module)| module["num_cells_by_type"].as_object());
    let no_cells = || Error::Tool { tool: "yosys", message: format!("stat -json does not list {top}") };
    let number = |count: &Value| count.as_u64().unwrap_or(0);
    Ok(types.ok_or_else(no_cells)?.iter().map(|(kind, count)| (kind.trim_start_matches('\\').to_owned(), number(count))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_belongs_to_the_innermost_module_that_has_a_stage() {
        let text = r#"{"modules": {
            "linked_pair": {"cells": {"a": {"type": "$paramod$12ab\\my_router"}, "add": {"type": "$add"}}},
            "$paramod$12ab\\my_router": {"cells": {"u_switch": {"type": "my_switch_allocator"},
                "g_input[0].u_input": {"type": "$paramod\\my_input_unit\\V=2"}, "g_input[0].g.u_route": {"type": "my_route_ttn"}}},
            "my_switch_allocator": {"cells": {"g_output[1].u_arbiter": {"type": "my_rr_arbiter"}}}, "my_rr_arbiter": {},
            "$paramod\\my_input_unit\\V=2": {"cells": {"g_vc[0].u_vc": {"type": "my_input_vc"}}}, "my_input_vc": {}, "my_route_ttn": {}}}"#;
        let hierarchy = Hierarchy::read(text, "linked_pair").unwrap();
        for (cell, stage, module) in [
            ("a.u_switch.g_output[1].u_arbiter.gnt_LUT4_Z", "SA", "my_rr_arbiter"),
            ("a.g_input[0].u_input.g_vc[0].u_vc.port_TRELLIS_FF_Q", "RQ", "my_input_vc"),
            ("a.g_input[0].u_input.pick_LUT4_Z", "SA", "my_input_unit"),
            ("a.g_input[0].g.u_route.vcs_LUT4_Z", "RC", "my_route_ttn"),
            ("a.node_q_TRELLIS_FF_Q", "router", "my_router"),
            ("watch_SB_DFF_Q", "router", "linked_pair"),
        ] {
            assert_eq!(hierarchy.stage(cell), (stage, module.to_owned()), "{cell}");
        }
    }
}

//! Cells and clock of the sides of nodes with AXI4 interfaces: those between a manager or a subordinate and the routers.

use std::path::Path;

use serde::Serialize;
use torusmith_generator::Design;
use torusmith_synthesis::{Cache, Device, Fpga, Module, Nextpnr, Router, Yosys, fpga_of_module};
use torusmith_topology::Network;
use torusmith_topology::address_map::AddressMap;

use super::described;
use crate::progress;

/// The JSON of `fpga --interface axi4` (docs/cli.md).
#[derive(Serialize)]
pub struct Report {
    network: String,
    top: String,
    sides: Vec<Side>,
}

/// A kind of side.
#[derive(Serialize)]
struct Side {
    /// `manager` or `subordinate`.
    side: &'static str,
    /// The node has both sides, and own links between them.
    own_link: bool,
    /// How many the network has.
    instances: usize,
    #[serde(flatten)]
    fpga: Fpga,
}

/// Measures each kind of side of a design in the folder `at`.
///
/// # Errors
/// Those of [`fpga_of_module`].
pub fn measure(
    tools: (&Yosys, &Nextpnr),
    cache: &Cache,
    (network, map, design, at): (&Network, &AddressMap, &Design, &Path),
    (device, seeds): (Device, &[u32]),
) -> anyhow::Result<Report> {
    let sources = Router::read(at, &design.top)?.sources;
    let slug = design.top.strip_suffix("network").unwrap_or(&design.top);
    let both = |node: &u32| map.is_manager(*node) && map.is_subordinate(*node);
    let managers: Vec<bool> = map.managers().map(|node| both(&node)).collect();
    let subordinates: Vec<bool> = map.subordinates().map(|node| both(&node)).collect();
    // A network without nodes of both kinds has no own links, nor their parameter.
    let has_own = managers.contains(&true);
    let mut sides = Vec::new();
    for (side, own_links) in [("manager", managers), ("subordinate", subordinates)] {
        for own_link in [false, true] {
            let instances = own_links.iter().filter(|has| **has == own_link).count();
            if instances == 0 {
                continue;
            }
            let parameters = [("OWN_LINK", u32::from(own_link))];
            let module = Module::read(tools.0, &sources, &format!("{slug}{side}"), if has_own { &parameters } else { &[] })?;
            let what = format!("{network}, {device}: {side}{}", own(own_link));
            let spinner = progress::spinner(what.clone());
            let fpga = fpga_of_module(tools, cache, &module, device, seeds, &|step| spinner.set_message(format!("{what}: {step}")))?;
            spinner.finish_and_clear();
            sides.push(Side { side, own_link, instances, fpga });
        }
    }
    Ok(Report { network: network.to_string(), top: design.top.clone(), sides })
}

/// For a reader.
pub fn human(report: &Report) -> String {
    let title = |side: &Side| format!("{}, {} x {} side{}", report.network, side.instances, side.side, own(side.own_link));
    report.sides.iter().map(|side| described(&title(side), &side.fpga)).collect::<Vec<_>>().join("\n")
}

fn own(link: bool) -> &'static str {
    if link { " with own links" } else { "" }
}

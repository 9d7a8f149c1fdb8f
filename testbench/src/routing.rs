//! The model's routing of a design.

use torusmith_sim::routing::{NetworkRouting, VcRule, for_network};

use crate::Error;
use crate::manifest::Design;

/// The routing function by the names in the manifest.
pub(crate) fn routing(design: &Design) -> Result<NetworkRouting, Error> {
    let rule: VcRule = design.vc_rule.parse()?;
    Ok(for_network(&design.network, design.routing.parse()?, Some(rule), design.config.vcs)?)
}

//! Families of networks whose routing functions are known as functions of bits.

use torusmith_contract::Hops;
use torusmith_design::Pipeline;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_topology::hypercube::Hypercube;
use torusmith_topology::mesh::Mesh;
use torusmith_topology::rdt::Rdt;
use torusmith_topology::torus::Torus;

use crate::Error;

/// The routing function of a design's network as a function of bits.
///
/// # Errors
/// [`Error::NotCovered`] for other families, and with one clock a hop.
pub fn hops(design: &Design) -> Result<Hops, Error> {
    let (network, manifest) = (&design.network, &design.manifest);
    let no = |why: &str| Err(Error::NotCovered(format!("not covered: a routing function of so many bits {why}")));
    if design.config.pipeline == Pipeline::One {
        return no("with one clock a hop");
    }
    // In a name the first dimension is the last.
    let named = |sides: &[u32]| sides.iter().rev().copied().collect::<Vec<_>>();
    let hops = if let Some(torus) = network.of::<Torus>() {
        Hops::torus(&named(torus.sides()), manifest.vc_rule, manifest.ties)
    } else if let Some(mesh) = network.of::<Mesh>() {
        Hops::mesh(&named(mesh.sides()))
    } else if network.of::<Hypercube>().is_some() {
        Hops::hypercube(network.router_bits())
    } else if network.of::<Rdt>().is_some() {
        Hops::rdt((network.routers() as u32).isqrt())
    } else {
        return no("of this family");
    };
    hops.map_err(|error| Error::NotCovered(error.to_string()))
}

//! A router in Verilog: generated as the flags say, or in a folder that they agree with.

use anyhow::bail;
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use torusmith_design::{Scope, Target};
use torusmith_generator::Options;
use torusmith_testbench::Design;
use torusmith_topology::{LinkSlices, Network};

use super::kind::KindArgs;
use super::router::RouterArgs;
use crate::values::{at_least, name_of};

/// A router in Verilog.
#[derive(Debug, Args)]
pub struct RtlArgs {
    /// Data bits of a flit, up to 512 [default: 32, or the fewest that hold the header]; multicast router: 36 to 128 [default: 36]
    #[arg(long, value_name = "W", value_parser = at_least(1u32), allow_hyphen_values = true)]
    flit_width: Option<u32>,
    #[command(flatten)]
    pub router: RouterArgs,
    #[command(flatten)]
    pub kind: KindArgs,
    /// Target of the Verilog: fpga (buffers in distributed RAM: fewer LUTs), asic (buffers in flip-flops: fewer gates); the behaviour is the same [default: fpga; of asic: asic]
    #[arg(long, value_name = "TARGET", value_parser = name_of::<Target>(), hide_possible_values = true)]
    target: Option<Target>,
    /// Top module: router (one router, which serves every node), network (all routers, wired up) [default: router]
    #[arg(long, value_name = "SCOPE", value_parser = name_of::<Scope>())]
    scope: Option<Scope>,
}

impl RtlArgs {
    /// The scope, if one is asked for.
    pub fn scope(&self) -> Option<Scope> {
        self.scope
    }

    /// The target, if one is asked for.
    pub fn target(&self) -> Option<Target> {
        self.target
    }

    /// Data bits of a flit of plain routers.
    pub fn flit_width(&self, network: &Network) -> u32 {
        self.flit_width.unwrap_or(network.usual_flit_width())
    }

    /// As the generator takes it.
    pub fn generator(&self, network: &Network) -> anyhow::Result<Options> {
        self.of_scope(network, self.scope.unwrap_or(Scope::Router))
    }

    /// As the generator takes it, of a scope whichever is asked for.
    pub fn of_scope(&self, network: &Network, scope: Scope) -> anyhow::Result<Options> {
        let options = self.router.generator(network)?;
        Ok(Options {
            flit_width: self.flit_width,
            target: self.target.unwrap_or(options.target),
            link_slices: if scope == Scope::Network { options.link_slices } else { LinkSlices::default() },
            scope,
            router: self.kind.generator(),
            // `generate` asks; what other commands make is for tools that take them.
            wide_ports: true,
            ..options
        })
    }
}

/// A design that `generate` wrote.
#[derive(Debug, Args)]
pub struct DesignArgs {
    /// Folder written by generate, or the manifest of a design in it; its Verilog may be edited [default: generate from the other flags]
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(|dir| Design::open(&dir)))]
    rtl: Option<Design>,
}

impl DesignArgs {
    /// Whether a folder is given.
    pub fn is_given(&self) -> bool {
        self.rtl.is_some()
    }

    /// The design in the folder, if one is given; it must be of this network.
    pub fn of(&self, network: &Network) -> anyhow::Result<Option<&Design>> {
        match &self.rtl {
            Some(design) if design.network != *network => {
                let (dir, there) = (design.dir.display(), &design.network);
                bail!("{dir}: has {there} ({}), not {network} ({})", there.slug(), network.slug())
            }
            design => Ok(design.as_ref()),
        }
    }
}

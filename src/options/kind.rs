//! The kind of router.

use std::path::Path;

use anyhow::bail;
use clap::{Args, ValueEnum};
use torusmith_design::RouterKind;
use torusmith_design::ranges::{ACK_WAYS, MULTICAST_FLIT_WIDTH};
use torusmith_generator::Router;

use super::agree::agree;
use crate::values::{name_of, one_of};

/// The kind of router.
#[derive(Debug, Args)]
pub struct KindArgs {
    /// The kind of router: plain, multicast (RDT: multicast, ack combining, shoot-down, set-up) [default: plain]
    #[arg(long, value_name = "KIND", value_parser = name_of::<RouterKind>(), hide_possible_values = true)]
    pub router: Option<RouterKind>,
    /// Entries of the multicast router's ack table for each class [default: 1]
    #[arg(long, value_name = "K", value_parser = one_of::<u32>(ACK_WAYS.map(|ways| ways.to_string())), allow_hyphen_values = true)]
    pub ack_ways: Option<u32>,
    /// A router by name: jump1 (the RDT router chip's: multicast, flits of 36 bits, 1 ack way)
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    preset: Option<Preset>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Preset {
    Jump1,
}

/// Bits of a flit and entries of a class in the preset jump1.
const JUMP1: (u32, u32) = (MULTICAST_FLIT_WIDTH.least as u32, ACK_WAYS[0]);

impl KindArgs {
    /// Whether the router is the multicast one.
    pub fn is_multicast(&self) -> anyhow::Result<bool> {
        match (self.router, self.preset) {
            (Some(RouterKind::Plain), Some(Preset::Jump1)) => bail!("router = plain is not allowed; preset jump1 has multicast"),
            (Some(RouterKind::Multicast), _) | (None, Some(Preset::Jump1)) => Ok(true),
            (None | Some(RouterKind::Plain), None) => Ok(false),
        }
    }

    /// Refuses a flag that says other than the multicast router in `dir`.
    pub fn agree_with(&self, ways: u8, flit_width: u32, dir: &Path) -> anyhow::Result<()> {
        let (width, preset_ways) = self.preset.map(|Preset::Jump1| JUMP1).unzip();
        agree("ack-ways", self.ack_ways.or(preset_ways), ways.into(), dir)?;
        agree("flit-width", width, flit_width, dir)
    }

    /// The kind as the generator takes it; `flit_width` is what was given.
    pub fn generator(&self, flit_width: Option<u32>) -> anyhow::Result<Router> {
        if !self.is_multicast()? {
            if let Some(ways) = self.ack_ways {
                bail!("ack-ways = {ways} is not allowed with router plain; allowed with router multicast");
            }
            return Ok(Router::Plain);
        }
        if self.preset == Some(Preset::Jump1) {
            for (field, given, fixed) in [("flit-width", flit_width, JUMP1.0), ("ack-ways", self.ack_ways, JUMP1.1)] {
                if let Some(given) = given.filter(|&given| given != fixed) {
                    bail!("{field} = {given} is not allowed; preset jump1 has {fixed}");
                }
            }
        }
        Ok(Router::Multicast { ack_ways: self.ack_ways.unwrap_or(JUMP1.1) })
    }
}

//! The kind of router.

use clap::{Args, ValueEnum};
use strum::{Display, EnumString, VariantNames};
use torusmith_generator::Router;

use crate::values::{name_of, one_of};

/// The kind of router.
#[derive(Debug, Args)]
pub struct KindArgs {
    /// The kind of router: plain, multicast (RDT: multicast, ack combining, shoot-down, set-up) [default: plain]
    #[arg(long, value_name = "KIND", value_parser = name_of::<RouterKind>(), hide_possible_values = true)]
    pub router: Option<RouterKind>,
    /// Entries of the multicast router's ack table for each class [default: 1]
    #[arg(long, value_name = "K", value_parser = one_of::<u32>(&["1", "2", "4"]), allow_hyphen_values = true)]
    pub ack_ways: Option<u32>,
    /// A router by name: jump1 (the RDT router chip's: multicast, flits of 36 bits, 1 ack way)
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    preset: Option<Preset>,
}

/// Which router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum RouterKind {
    /// Unicast only (docs/router.md).
    Plain,
    /// The RDT's (docs/multicast_router.md).
    Multicast,
}

/// What the multicast router is by default, where other flags say nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Preset {
    Jump1,
}

impl KindArgs {
    /// Whether the router is the multicast one.
    pub fn is_multicast(&self) -> bool {
        self.router == Some(RouterKind::Multicast) || self.preset.is_some()
    }

    /// The kind as the generator takes it.
    pub fn generator(&self) -> Router {
        if self.is_multicast() { Router::Multicast { ack_ways: self.ack_ways.unwrap_or(1) } } else { Router::Plain }
    }
}

//! The kind of router.

use clap::{Args, ValueEnum};
use torusmith_design::RouterKind;
use torusmith_design::ranges::ACK_WAYS;
use torusmith_generator::Router;

use crate::values::{name_of, one_of};

/// The kind of router.
#[derive(Debug, Args)]
pub struct KindArgs {
    /// Kind of router: plain, multicast (RDT: multicast, ack combining, shoot-down, set-up) [default: plain]
    #[arg(long, value_name = "KIND", value_parser = name_of::<RouterKind>(), hide_possible_values = true)]
    pub router: Option<RouterKind>,
    /// Multicast router: ack entries per class: 1, 2, 4 [default: 1]
    #[arg(long, value_name = "K", value_parser = one_of::<u32>(ACK_WAYS.map(|ways| ways.to_string())), allow_hyphen_values = true)]
    pub ack_ways: Option<u32>,
    /// Router by name: jump1 (the RDT router chip: multicast, 36 bits per flit, 1 entry per class of the ack table)
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    preset: Option<Preset>,
}

/// Preset of the multicast router: defaults of its other flags.
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
        if self.is_multicast() { Router::Multicast { ack_ways: self.ack_ways.unwrap_or(ACK_WAYS[0]) } } else { Router::Plain }
    }
}

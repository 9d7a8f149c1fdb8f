//! Which heads may come in from other routers in a proof, in words.

use torusmith_prover::filter::Kind;

/// Of heads from other routers, those that are legal.
pub fn words(heads: Kind) -> &'static str {
    match heads {
        Kind::Turns => "all whose turns the manifest lists for their port and class",
        Kind::Neighbour => "all that the router behind the port sends there, wherever it has them from",
        Kind::Routes => "all of packets on their way from some source",
        Kind::Sources => "all of packets on their way from some source; at the local port all whose routing bits a source may put there",
    }
}

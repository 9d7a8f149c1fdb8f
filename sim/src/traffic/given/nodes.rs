//! Nodes as a user writes them.

use torusmith_topology::Network;

/// The node of an address of the network, or of a number; `@12` is a number in any case.
///
/// # Errors
/// What it is not, and what was expected.
pub(super) fn node(network: &Network, text: &str) -> Result<u32, String> {
    let count = network.nodes();
    let numbered = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&node: &u32| digits && (node as usize) < count)
    };
    let allowed = match text.strip_prefix('@') {
        Some(number) => match numbered(number) {
            Some(node) => return Ok(node),
            None => format!("@ and a number 0 to {}", count - 1),
        },
        None => match network.read_address(text) {
            Ok(node) => return Ok(node),
            Err(allowed) => match numbered(text) {
                Some(node) => return Ok(node),
                None => format!("{allowed}; or a number 0 to {}", count - 1),
            },
        },
    };
    Err(format!("unknown node `{}`; expected: {allowed}", text.escape_debug()))
}

/// The two ends of a line.
///
/// # Errors
/// As [`node`].
pub(super) fn pair(network: &Network, [from, to]: [&str; 2]) -> Result<(u32, u32), String> {
    Ok((node(network, from)?, node(network, to)?))
}

//! What a design may have beside routers and interfaces, and that the test bench has no wires or no clocks for.

use serde::Deserialize;
use serde_json::Value;

/// Fields of a manifest; `None` where the design does not have it.
#[derive(Debug, Deserialize)]
pub struct Extras {
    /// `async` where the streams have clocks of their own.
    clocks: Option<String>,
    /// Registers between `rst` and the routers.
    reset_tree: Option<Value>,
    /// Counters beside the routers.
    counters: Option<Value>,
}

impl Extras {
    /// Whether there is none.
    ///
    /// # Errors
    /// The first that there is.
    pub fn check(&self) -> Result<(), String> {
        let all = [("clocks", self.clocks.is_some()), ("reset_tree", self.reset_tree.is_some()), ("counters", self.counters.is_some())];
        match all.iter().find(|(_, there)| *there) {
            Some((field, _)) => Err(format!("{field}: neither lock step nor proof takes such a design")),
            None => Ok(()),
        }
    }
}

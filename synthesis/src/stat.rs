//! Counts of yosys in a `stat -json`, and the names that it gives to modules.

use serde_json::Value;

use crate::Error;

/// The modules of a `stat -json`. What yosys 0.23 writes behind them of a hierarchy is no JSON.
pub(crate) fn modules(text: &str) -> Result<Value, Error> {
    let start = text.find("\"modules\":").map(|at| at + "\"modules\":".len());
    let modules = start.and_then(|at| serde_json::Deserializer::from_str(&text[at..]).into_iter().next());
    modules.and_then(Result::ok).ok_or_else(|| Error::Tool { tool: "yosys", message: "stat -json lists no modules".into() })
}

/// The module's name in the Verilog, of yosys' name for it with its parameters.
pub(crate) fn base(name: &str) -> &str {
    match name.strip_prefix("$paramod") {
        Some(rest) if rest.starts_with('\\') => rest[1..].split('\\').next().unwrap_or(rest),
        Some(rest) => rest.rsplit('\\').next().unwrap_or(rest),
        None => name.trim_start_matches('\\'),
    }
}

//! A point with its result.

use serde_json::Value;

use super::point::Point;

/// A point with its result.
pub struct Found<'a> {
    pub point: &'a Point,
    pub result: Value,
}

impl Found<'_> {
    /// Its rows in the table: a simulation, each that a search tried, each run of a lock step.
    pub fn rows(&self) -> Vec<&Value> {
        let list = self.result.get("points").or_else(|| self.result.get("runs")).and_then(Value::as_array);
        list.map_or_else(|| vec![&self.result], |rows| rows.iter().collect())
    }
}

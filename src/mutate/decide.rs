//! Whether a mutant that no run finds is a fault at all.

use serde::Serialize;
use torusmith_synthesis::Mutant;

/// What a mutant that was not found is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is", content = "trace")]
pub enum Decision {
    /// The router with it does the same in every clock.
    #[expect(dead_code, reason = "nobody proves it yet")]
    Equivalent,
    /// These inputs show a difference.
    #[expect(dead_code, reason = "nobody proves it yet")]
    Different(String),
    /// Nobody knows.
    Undecided,
}

/// Who decides it.
pub trait Decide {
    /// The decision on a mutant.
    fn decide(&self, mutant: &Mutant) -> anyhow::Result<Decision>;
}

/// Leaves all undecided.
pub struct Nobody;

impl Decide for Nobody {
    fn decide(&self, _mutant: &Mutant) -> anyhow::Result<Decision> {
        Ok(Decision::Undecided)
    }
}

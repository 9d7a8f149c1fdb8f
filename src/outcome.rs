//! Results of commands: text, JSON and the sections of a report are renderings of them.

use serde::Serialize;
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::output;

/// The result of a command.
pub trait Outcome: Serialize {
    /// The result for a reader.
    fn text(&self) -> String;

    /// Whether the command found an error.
    fn verdict(&self) -> Verdict {
        Verdict::Good
    }

    /// Test cases of `--junit`: one, unless the command has several.
    fn cases(&self) -> Vec<Case> {
        vec![Case::new("result", self.verdict() == Verdict::Good, || self.text())]
    }

    /// Prints the result as text, or as one JSON object.
    ///
    /// # Errors
    /// Standard output cannot be written.
    fn print(&self, json: bool) -> anyhow::Result<Verdict> {
        if json {
            output::json(self)?
        } else {
            output::text(&self.text())?
        }
        Ok(self.verdict())
    }
}

/// A test case: a run, a proof, a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name in the suite.
    pub name: String,
    /// What became of it.
    pub result: CaseResult,
}

/// Result of a test case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseResult {
    /// It passed.
    Passed,
    /// It failed, with what the text says of it.
    Failed(String),
    /// It was not decided, and why.
    #[cfg_attr(not(feature = "prove"), expect(dead_code, reason = "of mutants alone"))]
    Skipped(String),
    /// The command ended with an error.
    Error(String),
}

impl Case {
    /// A case that passed, or failed with `text`.
    pub fn new(name: impl Into<String>, good: bool, text: impl FnOnce() -> String) -> Self {
        Self { name: name.into(), result: if good { CaseResult::Passed } else { CaseResult::Failed(text()) } }
    }
}

/// `Good` if nothing was found wrong.
pub fn verdict(good: bool) -> Verdict {
    if good { Verdict::Good } else { Verdict::Bad }
}

/// A network in JSON: its name.
pub fn by_name<S: serde::Serializer>(network: &Network, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(network)
}

//! Results of commands: text, JSON and the sections of a report are renderings of them.

use serde::Serialize;
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::junit::Case;
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

/// `Good` if nothing was found wrong.
pub fn verdict(good: bool) -> Verdict {
    if good { Verdict::Good } else { Verdict::Bad }
}

/// A network in JSON: its name.
pub fn by_name<S: serde::Serializer>(network: &Network, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(network)
}

//! `--junit FILE`: outcomes as JUnit XML, which CI systems show (docs/ci.md). There are no times in it, so that the same outcome gives the same bytes.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use crate::exit::{Verdict, line};
use crate::outcome::{Case, CaseResult, Outcome};
use crate::outputs;

/// A JUnit file of the outcome.
#[derive(Debug, Args)]
pub struct JunitArgs {
    /// Write the outcome as JUnit XML, for CI systems (docs/ci.md)
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl JunitArgs {
    /// Writes the file of an outcome, and prints it as [`Outcome::print`] does.
    ///
    /// # Errors
    /// The file or standard output cannot be written.
    pub fn print(&self, suite: &str, outcome: &impl Outcome, json: bool) -> anyhow::Result<Verdict> {
        self.write(suite, &outcome.cases())?;
        outcome.print(json)
    }

    /// Writes the file of a command that ends with an error, too.
    ///
    /// # Errors
    /// That of the command.
    pub fn errors<T>(&self, suite: &str, result: anyhow::Result<T>) -> anyhow::Result<T> {
        result.inspect_err(|error| {
            let case = Case { name: suite.to_owned(), result: CaseResult::Error(line(error)) };
            _ = self.write(suite, &[case]);
        })
    }

    fn write(&self, suite: &str, cases: &[Case]) -> anyhow::Result<()> {
        let Some(file) = &self.junit else { return Ok(()) };
        outputs::write("junit", file, xml(suite, cases))
    }
}

/// The file.
fn xml(suite: &str, cases: &[Case]) -> String {
    let count = |is: fn(&CaseResult) -> bool| cases.iter().filter(|case| is(&case.result)).count();
    let [failures, errors, skipped] = [
        count(|result| matches!(result, CaseResult::Failed(_))),
        count(|result| matches!(result, CaseResult::Error(_))),
        count(|result| matches!(result, CaseResult::Skipped(_))),
    ];
    let numbers = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"", cases.len());
    let suite_name = escaped(suite);
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {numbers}>\n");
    _ = writeln!(text, "  <testsuite name=\"torusmith {suite_name}\" {numbers}>");
    for case in cases {
        let name = escaped(&case.name);
        _ = write!(text, "    <testcase classname=\"torusmith.{suite_name}\" name=\"{name}\"");
        let (element, why) = match &case.result {
            CaseResult::Passed => {
                text += "/>\n";
                continue;
            }
            CaseResult::Failed(why) => ("failure", why),
            CaseResult::Skipped(why) => ("skipped", why),
            CaseResult::Error(why) => ("error", why),
        };
        let message = escaped(why.lines().next().unwrap_or_default());
        let body = if element == "skipped" { "/>".to_owned() } else { format!(">{}</{element}>", escaped(why.trim_end())) };
        _ = write!(text, ">\n      <{element} message=\"{message}\"{body}\n    </testcase>\n");
    }
    text + "  </testsuite>\n</testsuites>\n"
}

/// Text without what XML reserves, and without characters that it does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => escaped.push(c),
            _ => escaped.push('\u{fffd}'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_each_case_and_its_counts() {
        let cases = [
            Case::new("uniform at 0.3", true, String::new),
            Case::new("a<b> & \"c\"", false, || "first line\nout_data differs: 3 < 4 \u{1}\n".into()),
            Case { name: "mutant 7".into(), result: CaseResult::Skipped("undecided".into()) },
            Case { name: "prove".into(), result: CaseResult::Error("yosys is missing".into()) },
        ];
        // By hand, after the schema of Jenkins' xUnit plug-in.
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <testsuites tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\">\n\
            \x20 <testsuite name=\"torusmith cosim\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\">\n\
            \x20   <testcase classname=\"torusmith.cosim\" name=\"uniform at 0.3\"/>\n\
            \x20   <testcase classname=\"torusmith.cosim\" name=\"a&lt;b&gt; &amp; &quot;c&quot;\">\n\
            \x20     <failure message=\"first line\">first line\nout_data differs: 3 &lt; 4 \u{fffd}</failure>\n\
            \x20   </testcase>\n\
            \x20   <testcase classname=\"torusmith.cosim\" name=\"mutant 7\">\n\
            \x20     <skipped message=\"undecided\"/>\n\
            \x20   </testcase>\n\
            \x20   <testcase classname=\"torusmith.cosim\" name=\"prove\">\n\
            \x20     <error message=\"yosys is missing\">yosys is missing</error>\n\
            \x20   </testcase>\n\
            \x20 </testsuite>\n\
            </testsuites>\n";
        assert_eq!(xml("cosim", &cases), expected);
    }
}

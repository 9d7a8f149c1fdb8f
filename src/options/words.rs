//! Words of `--traffic`: patterns, and files of traffic (docs/traffic.md).

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use torusmith_sim::Error;
use torusmith_sim::routing::algorithms;
use torusmith_sim::traffic::{Destinations, Given, Pattern};
use torusmith_topology::Network;

use crate::progress;
use crate::values::Allowed;

/// Of a hot spot, unless something else is asked for.
pub const PERCENT: u8 = 5;
/// End of a refusal of a percentage.
pub const PERCENTAGES: &str = " %; the papers' are 2, 5, 10, 20";

/// A word of `--traffic`.
#[derive(Debug, Clone)]
pub enum Word {
    /// Those of the seven patterns that the network has.
    All,
    /// A pattern.
    Pattern(Pattern),
    /// The hot spot, with its percentage if it is said: `hot-spot:10`.
    HotSpot(Option<u8>),
    /// A file, and how it is read.
    File(Read, PathBuf),
}

/// Reads a file for a network with flits of so many bits.
type Read = fn(&Network, &Path, u32) -> Result<Given, Error>;

/// Files by what stands before their names.
const FILES: [(&str, Read); 4] = [
    ("trace:", Given::trace_in),
    ("permutation:", |network, file, _| Given::permutation(network, file)),
    ("rates:", |network, file, _| Given::rates(network, file)),
    ("noxim:", |network, file, _| Given::noxim(network, file)),
];

/// Hot spots, as flags say them.
#[derive(Debug, Clone, Copy, Default)]
pub struct HotSpots<'a> {
    pub percent: Option<u8>,
    /// Nodes separated by `/`.
    pub nodes: Option<&'a str>,
}

fn word(text: &str) -> Result<Word, Allowed> {
    let text = text.trim();
    if let Some((kind, read)) = FILES.iter().find(|(kind, _)| text.starts_with(kind)) {
        let file = &text[kind.len()..];
        return if file.is_empty() { Err(Allowed(format!("{kind}FILE"))) } else { Ok(Word::File(*read, file.into())) };
    }
    match (text, text.strip_prefix("hot-spot:"), text.parse()) {
        ("all", ..) => Ok(Word::All),
        ("hot-spot", ..) => Ok(Word::HotSpot(None)),
        (_, Some(percent), Ok(Pattern::HotSpot(known))) if !percent.is_empty() => Ok(Word::HotSpot(Some(known))),
        (_, Some(_), _) => Err(Allowed(format!("hot-spot:1 to hot-spot:100{PERCENTAGES}"))),
        (.., Ok(pattern)) => Ok(Word::Pattern(pattern)),
        _ => Err(Allowed(names().collect::<Vec<_>>().join(", "))),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    ["all"].into_iter().chain(Pattern::NAMES.iter().copied()).chain([
        "trace:FILE.csv",
        "permutation:FILE.csv",
        "rates:FILE.csv",
        "noxim:FILE",
    ])
}

/// Reads a [`Word`].
#[derive(Debug, Clone, Copy)]
pub struct Words;

impl TypedValueParser for Words {
    type Value = Word;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Word, clap::Error> {
        // Of a name that is none the nearest one is told.
        if value.to_str().is_some_and(|text| !text.contains(':') && word(text).is_err()) {
            PossibleValuesParser::new(names()).parse_ref(command, arg, value)?;
        }
        TypedValueParser::parse_ref(&word, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().map(PossibleValue::new)))
    }
}

/// The patterns of words, in their order; files are read for flits of so many bits.
pub fn patterns(network: &Network, flit_width: u32, words: &[Word], hot: HotSpots<'_>) -> anyhow::Result<Vec<Pattern>> {
    let hot_spot = |percent: Option<u8>| {
        let percent = percent.or(hot.percent).unwrap_or(PERCENT);
        match hot.nodes {
            Some(nodes) => Given::hot_spots(network, percent, nodes).map(Pattern::Given),
            None => Ok(Pattern::HotSpot(percent)),
        }
    };
    let all = words.iter().map(|word| {
        Ok(match word {
            Word::All => {
                let replaced = |pattern| if matches!(pattern, Pattern::HotSpot(_)) { hot_spot(None) } else { Ok(pattern) };
                let all = Pattern::ALL.into_iter().map(replaced).collect::<Result<Vec<_>, _>>()?;
                let (defined, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|&pattern| Destinations::new(network, pattern).is_ok());
                if !others.is_empty() && !algorithms(network).is_empty() {
                    let others: Vec<&str> = others.iter().map(|pattern| pattern.name()).collect();
                    progress::note(format_args!("note: {network} has no pattern {}: left out", others.join(", ")));
                }
                defined
            }
            Word::Pattern(pattern) => vec![*pattern],
            Word::HotSpot(percent) => vec![hot_spot(*percent)?],
            Word::File(read, file) => vec![read(network, file, flit_width)?.into()],
        })
    });
    Ok(all.collect::<anyhow::Result<Vec<_>>>()?.concat())
}

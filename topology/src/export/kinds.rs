//! Groups of links with one colour in a picture: inside basic modules and by level, or by kind.

use std::collections::BTreeMap;

use super::{Source, pairs};
use crate::Link;
use crate::spec::stem;

/// Colours that most eyes tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f3fbf"];
/// Colour of the links inside basic modules, and of all links where there are more kinds than colours.
const PLAIN: &str = "#5f6b7a";

/// Links by group and name.
pub type Kinds<'a> = BTreeMap<(Where, String), Vec<pairs::Written<'a>>>;

/// Group of a link's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// Inside a basic module, or one of a network without kinds: plain.
    InModule,
    /// Between basic modules, or of a kind that a file names: coloured.
    Else,
}

/// Groups links by colour: inside a basic module; else by the port's name, which contains the level; else by kind.
pub fn kinds<'a>(source: &Source<'a>) -> Kinds<'a> {
    let network = source.network;
    let mut kinds = Kinds::new();
    for link in pairs::links(source) {
        let Link { node, port } = link.from;
        let kind = match network.basic_modules() {
            Some(_) if !network.joins_modules(port) => (Where::InModule, "in a basic module".to_owned()),
            Some(_) => (Where::Else, stem(&network.port_name(node, port)).to_owned()),
            None => match source.own() {
                Some(own) if own.has_plain_name(port) && network.link_kind(node, port) == network.port_label(port) => {
                    (Where::InModule, "links".to_owned())
                }
                _ => (Where::Else, network.link_kind(node, port).to_owned()),
            },
        };
        kinds.entry(kind).or_default().push(link);
    }
    let coloured = kinds.keys().filter(|(place, _)| *place == Where::Else).count();
    if coloured <= COLOURS.len() {
        return kinds;
    }
    Kinds::from([((Where::InModule, "links".to_owned()), kinds.into_values().flatten().collect())])
}

/// The groups with their colours.
pub fn coloured<'k, 'a>(kinds: &'k Kinds<'a>) -> impl Iterator<Item = (&'static str, &'k str, &'k [pairs::Written<'a>])> {
    let mut colours = COLOURS.iter();
    kinds.iter().map(move |((place, name), links)| match place {
        Where::InModule => (PLAIN, &name[..], &links[..]),
        Where::Else => (colours.next().copied().unwrap_or(PLAIN), &name[..], &links[..]),
    })
}

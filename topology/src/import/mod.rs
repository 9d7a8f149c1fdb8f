//! Networks from the files of other programs, one format a module.

mod anynet;
mod connect;
mod csv;
mod dot;
mod dot_words;
mod graphml;
mod nodes;
mod reconnect;

use std::path::Path;

use strum::{EnumString, VariantNames};

use crate::Error;
use crate::own::draft::{Draft, DraftRoutes};
use crate::own::spot::{self, At, Fault, Spot};
use crate::own::{OwnNetwork, build};
use crate::registry::with_own_name;

/// A format that networks are read from; its name is written in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// BookSim2's `anynet`.
    Anynet,
    /// GraphML.
    Graphml,
    /// Graphviz.
    Dot,
    /// CONNECT's custom topology, and its routing file.
    Connect,
    /// ReCONNECT's folder of routing tables.
    Reconnect,
    /// A table of links, columns separated by commas.
    Csv,
}

/// Reads a network, checks it as a network file is checked, and calls it `name`, or as the file is called. `routes` is a file of routes: CONNECT's own
/// for CONNECT, a CSV file for the others, none for ReCONNECT, whose files are routes. Without routes they are the shortest; classes that are not
/// said are to be found.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn read(format: Format, path: &Path, routes: Option<&Path>, name: Option<&str>) -> Result<OwnNetwork, Error> {
    let shown = path.display().to_string();
    if format == Format::Reconnect {
        if let Some(routes) = routes {
            let what = "routes of ReCONNECT are in its folder; expected: no other file of routes".into();
            return Err(Error::Unreadable { file: routes.display().to_string(), what });
        }
        return finish(reconnect::read(path)?, name);
    }
    let text = spot::text(path)?;
    let mut files = vec![shown];
    let mut draft = parse(format, &text).map_err(|fault| fault.told(&files))?;
    if let Some(routes) = routes {
        files.push(routes.display().to_string());
        let rows = spot::text(routes)?;
        let rows = if format == Format::Connect { connect::routes(&rows, &connect::receivers(&text)) } else { csv::routes(&rows) };
        let mut rows = rows.map_err(|fault| Fault { spot: Spot { file: 1, ..fault.spot }, ..fault }.told(&files))?;
        rows.iter_mut().for_each(|row| row.spot.file = 1);
        draft.routes = DraftRoutes::Table(Spot { file: 1, line: 1 }, rows);
    }
    draft.files = files;
    finish(draft, name)
}

/// The draft of a text.
fn parse(format: Format, text: &str) -> Result<Draft, Fault> {
    match format {
        Format::Anynet => anynet::read(text),
        Format::Graphml => graphml::read(text),
        Format::Dot => dot::read(text),
        Format::Connect => connect::read(text),
        Format::Csv => csv::read(text),
        Format::Reconnect => Ok(Draft::default()),
    }
}

fn finish(mut draft: Draft, name: Option<&str>) -> Result<OwnNetwork, Error> {
    if let Some(name) = name {
        draft.name = Some(At { spot: Spot::line(1), value: name.to_owned() });
    }
    let said = match &draft.routes {
        DraftRoutes::Table(_, rows) => rows.iter().any(|row| row.class.is_some()),
        _ => false,
    };
    if draft.classes.is_none() && !said {
        draft.classes = Some(At { spot: Spot::line(1), value: None });
    }
    build(&draft).and_then(with_own_name)
}

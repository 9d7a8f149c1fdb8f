//! Import of networks from files of other programs, one module per format.

mod anynet;
mod attach;
mod connect;
mod csv;
mod data;
mod dot;
mod dot_attributes;
mod dot_drawing;
mod dot_tokens;
mod floogen;
mod garnet;
mod gml;
mod graphml;
mod leave_out;
mod node_link;
mod nodes;
mod reconnect;
mod yaml;

use std::path::Path;

use strum::{EnumString, VariantNames};

use crate::Error;
use crate::own::draft::{DraftRoutes, NetworkDraft};
use crate::own::spot::{self, FileError, Located, Location};
use crate::own::{OwnNetwork, build};
use crate::registry::with_own_name;
use data::IgnoredData;

/// An import format; its name is in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// BookSim2's `anynet`.
    Anynet,
    /// GraphML.
    Graphml,
    /// GML, the Graph Modelling Language.
    Gml,
    /// Node-link JSON, as networkx writes it.
    Json,
    /// Graphviz.
    Dot,
    /// CONNECT's custom topology, and its routing file.
    Connect,
    /// ReCONNECT's folder of routing tables.
    Reconnect,
    /// A table of links, columns separated by commas.
    Csv,
    /// FlooGen's configuration of a FlooNoC network.
    Floogen,
    /// `config.ini` of gem5 with Garnet.
    Garnet,
}

/// Options of an import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// A file of routes: CONNECT's own for CONNECT, a CSV file for other formats. ReCONNECT takes none: its files are routes.
    pub routes: Option<&'a Path>,
    /// The network's name; by default the name in the file, else the file's name.
    pub name: Option<&'a str>,
    /// Refuses unknown data, and nodes without links. Otherwise they are left out with a note, in formats that carry any data.
    pub strict: bool,
    /// Keeps the first of several links from one node to another.
    pub merge_parallel: bool,
}

/// Reads a network, and checks it like a network file. Without given routes, `anynet` gets routes of the least latency, as in BookSim2,
/// `garnet` those of gem5, and other formats shortest routes. Without given classes, they are left to be found.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn read(format: Format, path: &Path, options: Options<'_>) -> Result<OwnNetwork, Error> {
    let shown = path.display().to_string();
    if format == Format::Reconnect {
        if let Some(routes) = options.routes {
            let what = "routes of ReCONNECT are in its folder; expected: no other file of routes".into();
            return Err(Error::Unreadable { file: routes.display().to_string(), what });
        }
        return finish(reconnect::read(path)?, options);
    }
    let text = spot::text(path)?;
    let mut files = vec![shown];
    let mut draft = parse(format, &text, options.strict).map_err(|error| error.into_error(&files))?;
    if let Some(routes) = options.routes {
        files.push(routes.display().to_string());
        let rows = spot::text(routes)?;
        let rows = match format {
            Format::Connect => connect::ConnectFile::read(&text).and_then(|topology| connect::routes(&rows, &topology)),
            _ => csv::routes(&rows),
        };
        let mut rows = rows.map_err(|error| FileError { location: Location { file: 1, ..error.location }, ..error }.into_error(&files))?;
        rows.iter_mut().for_each(|row| row.location.file = 1);
        draft.routes = DraftRoutes::Table(Location { file: 1, line: 1 }, rows);
    }
    draft.files = files;
    finish(draft, options)
}

/// The address map of a network in FlooGen's format, as the text of a map file, and notes on ranges that were changed; `None` for another format.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn address_map(format: Format, path: &Path) -> Result<Option<(String, Vec<String>)>, Error> {
    if format != Format::Floogen {
        return Ok(None);
    }
    let map = floogen::address_map(&spot::text(path)?);
    map.map(Some).map_err(|error| error.into_error(&[path.display().to_string()]))
}

/// Reads a text of any format but ReCONNECT.
fn parse(format: Format, text: &str, strict: bool) -> Result<NetworkDraft, FileError> {
    let read = match format {
        Format::Graphml => graphml::read,
        Format::Gml => gml::read,
        Format::Json => node_link::read,
        Format::Anynet => return anynet::read(text),
        Format::Dot => return dot::read(text),
        Format::Connect => return connect::read(text),
        Format::Csv => return csv::read(text),
        Format::Floogen => return floogen::read(text),
        Format::Garnet => return garnet::read(text),
        Format::Reconnect => return Ok(NetworkDraft::default()),
    };
    let mut ignored = IgnoredData::new(strict);
    let mut draft = read(text, &mut ignored)?;
    draft.notes.extend(ignored.note());
    leave_out::lone_nodes(&mut draft, strict)?;
    Ok(draft)
}

fn finish(mut draft: NetworkDraft, options: Options<'_>) -> Result<OwnNetwork, Error> {
    if let Some(name) = options.name {
        draft.name = Some(Located { location: Location::line(1), value: name.to_owned() });
    }
    draft.mergeable = !options.merge_parallel;
    if options.merge_parallel {
        leave_out::parallel_links(&mut draft);
    }
    let has_classes = match &draft.routes {
        DraftRoutes::Table(_, rows) => rows.iter().any(|row| row.class.is_some()),
        _ => false,
    };
    if draft.classes.is_none() && !has_classes {
        draft.classes = Some(Located { location: Location::line(1), value: None });
    }
    build(&draft).and_then(with_own_name)
}

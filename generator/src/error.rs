//! What can go wrong, one line each.

use std::path::PathBuf;

use crate::kept::Kept;

/// Why nothing was generated or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option that is out of range or does not go with the network.
    #[error("{field} `{value}`: not allowed; {allowed}")]
    Option {
        /// The option as the command line names it.
        field: &'static str,
        /// The value given.
        value: String,
        /// What is allowed, and why where that is not plain.
        allowed: String,
    },
    /// Packets of a pair cannot stay in order (rule RC9).
    #[error("order = pair is not allowed with routing {0}; allowed: none")]
    Order(String),
    /// A network without Verilog: the model alone knows it, or it is a graph alone.
    #[error("network {0}: there is no Verilog for it; topology takes it and, if it has a routing, so do route, deadlock and simulate")]
    NoRtl(String),
    /// What the record of a network's family describes cannot be: a defect of the program that added the family.
    #[error("network {network}: its family describes no router: {what}")]
    Family {
        /// The network.
        network: String,
        /// What is wrong.
        what: String,
    },
    /// The output folder cannot be written.
    #[error("output folder `{}`: cannot be written: {source}", path.display())]
    Write {
        /// The folder or the file in it.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The output folder has files that are not torusmith's to replace or to remove, or that another design has.
    #[error("output folder `{}`: nothing is written, because it has {}; {}", dir.display(), listed(kept), ways_out(kept))]
    Kept {
        /// The folder.
        dir: PathBuf,
        /// Their relative paths, and why each stays.
        kept: Vec<(String, Kept)>,
    },
    /// A template that does not render: a defect of the generator.
    #[error("template: {0}")]
    Template(#[from] askama::Error),
    /// A template of `rtl/` that does not render: a defect of the generator.
    #[error("rtl/{template}: {why}")]
    Rtl {
        /// Its path below `rtl/`.
        template: String,
        /// What is wrong.
        why: String,
    },
}

impl Error {
    pub(crate) fn option(field: &'static str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Option { field, value: value.to_string(), allowed: allowed.into() }
    }
}

/// The most files of a kind that a message names.
const MOST: usize = 8;

/// The files, those that stay for one reason together.
fn listed(kept: &[(String, Kept)]) -> String {
    let mut reasons: Vec<&Kept> = Vec::new();
    kept.iter().for_each(|(_, why)| {
        if !reasons.contains(&why) {
            reasons.push(why)
        }
    });
    let of_reason = |why: &&Kept| {
        let all: Vec<&str> = kept.iter().filter(|(_, other)| other == *why).map(|(path, _)| path.as_str()).collect();
        let rest = if all.len() > MOST { format!(" and {} more", all.len() - MOST) } else { String::new() };
        format!("{}{rest} ({why})", all[..all.len().min(MOST)].join(", "))
    };
    reasons.iter().map(of_reason).collect::<Vec<_>>().join("; ")
}

fn ways_out(kept: &[(String, Kept)]) -> &'static str {
    if kept.iter().any(|(_, why)| !why.yields()) {
        return "allowed: another folder";
    }
    match kept.iter().any(|(_, why)| matches!(why, Kept::OfDesign(_))) {
        true => "allowed: another folder, another --name, or --force, which replaces these files and that design",
        false => "allowed: another folder, or --force, which replaces these files",
    }
}

//! Registry of the families of networks: built-in families, and families that a program adds.

use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use crate::concentrated::{self, Concentrated};
use crate::own::{self, OwnNetwork};
use crate::{
    Error, Family, Network, NetworkSpec, ccc, degraded, dragonfly, fattree, flatfly, htn, hypercube, mesh, mh3dt, mtn, rdt, star, sttn,
    tesh, torus, ttn,
};

/// The families of this crate, in the order of the documentation.
static KNOWN: [&Family; 15] = [
    &ttn::FAMILY,
    &sttn::FAMILY,
    &mtn::FAMILY,
    &tesh::FAMILY,
    &htn::FAMILY,
    &mh3dt::FAMILY,
    &rdt::FAMILY,
    &torus::FAMILY,
    &mesh::FAMILY,
    &hypercube::FAMILY,
    &ccc::FAMILY,
    &star::FAMILY,
    &fattree::FAMILY,
    &flatfly::FAMILY,
    &dragonfly::FAMILY,
];

static ADDED: RwLock<Vec<&'static Family>> = RwLock::new(Vec::new());

/// Adds a family, so that its networks can be named wherever a network is expected. A program must do this first.
///
/// # Panics
/// If the prefix is taken.
pub fn register(family: &'static Family) {
    assert!(families().iter().all(|known| known.id.prefix != family.id.prefix), "two families of networks begin with {}", family.id.prefix);
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

/// All families; added ones are last.
pub fn families() -> Vec<&'static Family> {
    KNOWN.iter().copied().chain(ADDED.read().unwrap_or_else(PoisonError::into_inner).iter().copied()).collect()
}

/// The families in one sentence, each with its syntax.
pub fn syntax_of_all() -> String {
    let all: Vec<&str> = families().iter().map(|family| family.syntax).chain([concentrated::SYNTAX]).collect();
    match all.split_last() {
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The family with the most similar name, with at most two wrong letters.
fn nearest(prefix: &str) -> Option<&'static str> {
    let wrong = |family: &&Family| strsim::osa_distance(prefix, family.id.prefix);
    let near = families().into_iter().min_by_key(wrong)?;
    (wrong(&near) <= 2 && wrong(&near) < prefix.chars().count().min(near.id.prefix.len())).then_some(near.id.prefix)
}

/// Refuses a network from a file that has the name of a built-in network, so that every output identifies its network.
///
/// # Errors
/// [`Error::File`].
pub(crate) fn with_own_name(own: OwnNetwork) -> Result<OwnNetwork, Error> {
    let slug = own.slug();
    let known = |name: &str| if own::is_file(name) { None } else { name.parse::<Network>().ok() };
    let by_slug = slug.split_once('_').map(|(prefix, rest)| format!("{prefix}:{}", rest.replace("_x", ":").replace('_', ",")));
    if known(&own.name()).is_some() || by_slug.and_then(|name| known(&name)).is_some_and(|network| network.slug() == slug) {
        let what = format!("name = `{}` is that of a built-in network; expected: another name", own.name());
        return Err(Error::File { file: own.file().to_owned(), line: own.name_line(), what });
    }
    Ok(own)
}

/// Parses a name that a registered family accepts, such as `TTN(2,2,1)`, `ttn:2,2,1`, `htn:4,4,2,1`, `RDT(2,4,1)/α`, `torus:8,8`; or the
/// path of a network file, which ends in `.toml` or `.json`.
impl FromStr for Network {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if own::is_file(text) {
            let network = degraded::read_file(text.trim().as_ref())?;
            // What is missing is in the name of a network, too.
            return network.of::<OwnNetwork>().cloned().map_or(Ok(network), |own| with_own_name(own).map(Network::new));
        }
        let name = text.trim().to_ascii_lowercase().replace(' ', "");
        let (prefix, rest) = name.split_once([':', '(']).unwrap_or((&name, ""));
        let Some(family) = families().into_iter().find(|family| family.id.prefix == prefix) else {
            return Err(Error::Unknown {
                name: text.into(),
                nearest: nearest(prefix).map(|family| name.replacen(prefix, family, 1)),
                known: format!("{}, and a network file, my.toml or my.json", syntax_of_all()),
            });
        };
        let syntax = || Error::Syntax { name: text.into(), form: family.form };
        let (rest, each) = match rest.rsplit_once(':') {
            Some((rest, each)) => (rest, Some(each.parse().map_err(|_| syntax())?)),
            None => (rest, None),
        };
        let base = (family.read)(rest).unwrap_or_else(|| Err(syntax()))?;
        each.map_or(Ok(base.clone()), |each| Concentrated::new(base, each).map(Network::new))
    }
}

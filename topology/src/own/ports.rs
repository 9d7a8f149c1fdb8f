//! Names and numbers of ports: a name is the same port at every node.

use std::collections::HashMap;

use super::MOST_PORTS;
use super::draft::{NetworkDraft, PortRef};
use super::names;
use super::spot::{FileError, Located, Location, refuse};
use crate::terminals::local_label;

/// The ports of a network by name and number.
pub struct Ports {
    /// L, local ports: port p of the file is port L - 1 + p of a router.
    locals: usize,
    /// Numbers of the named ports.
    names: HashMap<String, u8>,
    /// Names by number; `None` for ports without a name.
    labels: Vec<Option<String>>,
}

impl Ports {
    /// Numbers the names: by the file's list, or by the lowest free numbers, in the order in which links use the names.
    ///
    /// # Errors
    /// Too many names, a name that occurs twice or is invalid.
    pub fn of(draft: &NetworkDraft, locals: usize) -> Result<Self, FileError> {
        let mut ports = Self { locals, names: HashMap::new(), labels: vec![None; MOST_PORTS] };
        for (i, Located { location, value }) in draft.ports.iter().enumerate() {
            let number = i + 1;
            if number > ports.most() {
                return refuse(*location, format!("{} ports; expected: up to {}", draft.ports.len(), ports.most_text()));
            }
            names::check(*location, "port", value)?;
            match PortRef::read(value) {
                PortRef::Number(own) if own as usize == number && value.starts_with('p') => continue,
                PortRef::Number(_) => return refuse(*location, format!("port {number} is called `{value}`, as if it had another number")),
                PortRef::Name(name) => ports.give(*location, name, number)?,
            }
        }
        if draft.ports.is_empty() {
            ports.number(draft)?;
        } else {
            ports.all_are_used(draft)?;
        }
        Ok(ports)
    }

    /// Most links of a router, in each direction.
    pub fn most(&self) -> usize {
        MOST_PORTS - self.locals
    }

    fn most_text(&self) -> String {
        let local = if self.locals == 1 { "the local port".to_owned() } else { format!("{} local ports", self.locals) };
        format!("{}, besides {local}", self.most())
    }

    /// The ports that links may use.
    pub fn of_links(&self) -> std::ops::Range<usize> {
        self.locals..MOST_PORTS
    }

    /// The port of a number in the file.
    fn port(&self, number: usize) -> usize {
        self.locals - 1 + number
    }

    fn give(&mut self, location: Location, name: String, number: usize) -> Result<(), FileError> {
        if name == "local" {
            return refuse(location, "port `local` is the node's own, port 0; expected: another name");
        }
        if self.labels(self.locals).contains(&name) {
            return refuse(location, format!("port `{name}` is a local port; expected: another name"));
        }
        let port = self.port(number);
        if let Some(other) = self.names.insert(name.clone(), port as u8) {
            let other = usize::from(other) + 1 - self.locals;
            return refuse(location, format!("port `{name}` is there twice; it is port {other} already"));
        }
        self.labels[port] = Some(name);
        Ok(())
    }

    /// Numbers the names of a file without a list of ports.
    fn number(&mut self, draft: &NetworkDraft) -> Result<(), FileError> {
        let mut taken = [false; MOST_PORTS];
        for (_, port) in written(draft) {
            if let PortRef::Number(number) = port {
                taken.get_mut(*number as usize).into_iter().for_each(|taken| *taken = true);
            }
        }
        for (location, port) in written(draft) {
            let PortRef::Name(name) = port else { continue };
            if self.names.contains_key(name) {
                continue;
            }
            names::check(location, "port", name)?;
            let Some(number) = (1..=self.most()).find(|&number| !taken[number]) else {
                let most = self.most_text().replacen(',', " ports,", 1);
                return refuse(location, format!("port `{name}` is one too many; expected: up to {most}"));
            };
            taken[number] = true;
            self.give(location, name.clone(), number)?;
        }
        Ok(())
    }

    /// Refuses a listed name that no link uses.
    fn all_are_used(&self, draft: &NetworkDraft) -> Result<(), FileError> {
        let mut used = [false; MOST_PORTS];
        for (location, port) in written(draft) {
            used[usize::from(self.resolve(location, port)?)] = true;
        }
        let idle = |at: &&Located<String>| self.names.get(&at.value).is_some_and(|&number| !used[usize::from(number)]);
        match draft.ports.iter().find(idle) {
            Some(Located { location, value }) => {
                refuse(*location, format!("no link uses port `{value}`; expected: names of ports that links use"))
            }
            None => Ok(()),
        }
    }

    /// The port of a reference.
    ///
    /// # Errors
    /// An unknown name, a number out of range.
    pub fn resolve(&self, location: Location, port: &PortRef) -> Result<u8, FileError> {
        match port {
            PortRef::Number(number) if (1..=self.most() as u32).contains(number) => Ok(self.port(*number as usize) as u8),
            PortRef::Number(number) => match self.locals {
                1 => refuse(location, format!("port {number}; expected: 1 to {}, as port 0 is the node's own", self.most())),
                MOST_PORTS => refuse(location, format!("port {number}; expected: none, as all {MOST_PORTS} ports are local")),
                locals => refuse(location, format!("port {number}; expected: 1 to {}, besides {locals} local ports", self.most())),
            },
            PortRef::Name(name) => self.names.get(name).copied().map_or_else(
                || {
                    let known: Vec<&str> = self.labels.iter().flatten().map(String::as_str).collect();
                    let known = if known.is_empty() { "numbers, as no port has a name".to_owned() } else { known.join(", ") };
                    refuse(location, format!("unknown port `{}`; expected: {known}", name.escape_debug()))
                },
                Ok,
            ),
        }
    }

    /// Whether a port has a name.
    pub fn is_named(&self, port: usize) -> bool {
        self.labels[port].is_some()
    }

    /// Names of the ports `0..count`: `local`, or `local0`, `local1`, .. if there are several; and `p3` if the third port of links has no name.
    pub fn labels(&self, count: usize) -> Vec<String> {
        let local = |port: usize| if self.locals == 1 { "local".to_owned() } else { local_label(port as u8).to_owned() };
        let of = |port: usize| self.labels[port].clone().unwrap_or_else(|| format!("p{}", port + 1 - self.locals));
        (0..count).map(|port| if port < self.locals { local(port) } else { of(port) }).collect()
    }
}

/// The ports of all link ends, in the order of the file.
fn written(draft: &NetworkDraft) -> impl Iterator<Item = (Location, &PortRef)> {
    draft
        .links
        .iter()
        .flat_map(|link| [&link.from, &link.to].into_iter().filter_map(|end| end.port.as_ref().map(|port| (link.location, port))))
}

//! `README.md` of a design: what its files are, its ports, and how it is wired, simulated, synthesized and checked.

use askama::Template;
use torusmith_design::manifest::Manifest;
use torusmith_design::{Interface, RouterKind, Scope};
use torusmith_topology::Network;

use crate::error::Error;
use crate::package::Package;
use crate::rules::RULES;
use crate::verilog::comments;

/// The file's name.
pub(crate) const README: &str = "README.md";

#[derive(Template)]
#[template(path = "README.md")]
struct Readme<'a> {
    top: &'a str,
    package: &'a Package,
    manifest: &'a Manifest,
    version: &'a str,
    files: Vec<(String, String)>,
    instance: String,
    is_flit: bool,
    is_flit_router: bool,
    is_multicast: bool,
    /// The network as an argument of a shell.
    network: String,
    node: Option<&'a str>,
    apart: bool,
    locals: u8,
    /// What has the ports: a node, or a router where terminals are apart.
    is: &'static str,
}

impl Readme<'_> {
    fn has(&self, port: &str) -> bool {
        self.package.ports.iter().any(|known| known.name == port)
    }

    /// There is a top with ports by node.
    fn by_node(&self) -> bool {
        self.files.iter().any(|(path, _)| path.ends_with("_by_node.v"))
    }
}

/// The text of the file; `files` are all files of the design.
///
/// # Errors
/// [`Error::Template`] if the template does not render.
pub(crate) fn readme(package: &Package, manifest: &Manifest, files: &[(String, String)]) -> Result<String, Error> {
    let quoted = |name: &str| if name.contains(['(', ' ', ';', '>', '~']) { format!("'{name}'") } else { name.to_owned() };
    let without: String = manifest.without.iter().map(|link| format!(" --without {}", quoted(link))).collect();
    // The file of a family's network without some links has another name than the family.
    let of_family = !without.is_empty() && manifest.network.parse::<Network>().is_ok();
    let node = package.ports.iter().map(|port| &*port.name).find(|name| ["node", "address"].contains(name));
    let readme = Readme {
        top: &package.top,
        package,
        manifest,
        version: &manifest.version,
        files: table(package, files),
        instance: instance(package),
        is_flit: manifest.local_interface == Interface::Flit,
        is_flit_router: manifest.scope == Scope::Router && manifest.local_interface == Interface::Flit,
        is_multicast: manifest.router_kind == RouterKind::Multicast,
        network: manifest.network_file.clone().filter(|_| !of_family).unwrap_or_else(|| quoted(&manifest.network) + &without),
        node,
        apart: !manifest.terminals.is_empty(),
        locals: manifest.terminals.iter().map(|terminal| terminal.port + 1).max().unwrap_or(1),
        is: if manifest.terminals.is_empty() { "node" } else { "router" },
    };
    Ok(readme.render()?.trim_end().to_owned() + "\n")
}

/// A row for each file, or for those of a folder that are alike.
fn table(package: &Package, files: &[(String, String)]) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for (path, text) in files {
        let row = match path.split_once('/') {
            Some(("rtl" | "simulation", _)) => (path.clone(), purpose(text)),
            Some(("formal", _)) => {
                ("formal/*.vh".into(), "properties that `torusmith prove` proves, included where TORUSMITH_FORMAL is defined".into())
            }
            Some(("verification", _)) => ("verification/*.sv".into(), "assertions to be bound to the design (docs/verification.md)".into()),
            Some(("constraints", _)) => {
                ("constraints/*".into(), "the clock and false paths: `.xdc` Vivado, `.sdc` Quartus, `.lpf` ECP5, `.pcf` iCE40".into())
            }
            Some(("vivado", name)) if name.ends_with(".tcl") => {
                (path.clone(), format!("packages an IP: `vivado -mode batch -source {path}`"))
            }
            Some(("vivado", _)) => (path.clone(), "delays between clocks, for that IP".into()),
            Some(("quartus", _)) => (path.clone(), "a component of Platform Designer".into()),
            Some(("vhdl", _)) => (path.clone(), "component declarations for designs in VHDL".into()),
            Some(("testbench", name)) if name.ends_with(".v") => {
                (path.clone(), "a self-checking test bench, recorded from the golden model".into())
            }
            Some(("testbench", _)) => (path.clone(), "what the test bench plays and expects".into()),
            _ => (path.clone(), of_tool(path, &package.top).to_owned()),
        };
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// What a file of the folder itself is.
fn of_tool(path: &str, top: &str) -> &'static str {
    match path.strip_prefix(top).unwrap_or(path) {
        ".f" => "the files in `rtl/`, in compile order",
        ".json" => "the manifest: every option, ports, addresses, the hash of each file",
        ".core" => "for FuseSoC",
        ".map.toml" => "the address map",
        "Bender.yml" => "for Bender",
        "component.xml" => "IP-XACT: ports and bus interfaces",
        README => "this page",
        RULES => "the rules that comments in the Verilog cite",
        _ => "the network",
    }
}

/// The first sentence of a module's header, without its name and the rules that it cites.
fn purpose(text: &str) -> String {
    let comments = comments(text);
    let name = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let header = comments.lines().find_map(|line| line.trim().split_once(": ").filter(|(first, _)| name(first)));
    let (_, text) = header.unwrap_or_default();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, (inside, after))) =
        rest.split_once(['[', '(']).and_then(|(before, rest)| Some((before, rest.split_once([']', ')'])?)))
    {
        let is_citation =
            inside.contains(".md") || inside.starts_with(|c: char| c.is_ascii_uppercase()) && inside.contains(|c: char| c.is_ascii_digit());
        plain += if is_citation { before.trim_end() } else { &rest[..rest.len() - after.len()] };
        rest = after;
    }
    plain += rest;
    let end = plain.find(". ").unwrap_or_else(|| plain.trim_end().trim_end_matches('.').len());
    plain[..end].trim_end_matches(':').trim().to_owned()
}

/// The top in a module of the user's, a signal for each port.
fn instance(package: &Package) -> String {
    let list: Vec<String> = package.parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
    let parameters = if list.is_empty() { String::new() } else { format!("#({}) ", list.join(", ")) };
    let mut lines = vec![String::new()];
    for (at, port) in package.ports.iter().enumerate() {
        let end = if at + 1 == package.ports.len() { "" } else { "," };
        let next = format!(".{0}({0}){end}", port.name);
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = next,
            Some(line) if line.len() + next.len() < 96 => *line += &format!(" {next}"),
            _ => lines.push(next),
        }
    }
    format!("{} {parameters}u_noc (\n  {}\n);", package.top, lines.join("\n  "))
}

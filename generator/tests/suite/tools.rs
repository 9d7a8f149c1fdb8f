//! External tools of the tests: where they are, and how they are run.

use std::path::{Path, PathBuf};
use std::process::Command;

use torusmith_generator::{Design, Options, Router, generate};
use torusmith_topology::{LinkSlices, Network};

use crate::skip::skip;

/// Built for scripts/soak: what takes long is looked at, too.
pub const SOAK: bool = cfg!(feature = "soak");

/// All rows in soaks, else the first of them.
pub fn chosen<T>(all: &[T], first: usize) -> &[T] {
    if SOAK { all } else { &all[..first] }
}

/// A design from command-line style options: `made("ttn:2,2,1", "vcs=5 pipeline=3")`.
pub fn made(network: &str, options: &str) -> Design {
    let net = network.parse().expect(network);
    generate(&net, &parsed_for(Some(&net), options)).unwrap_or_else(|error| panic!("{network} {options}: {error}"))
}

/// Options from `name=value` words.
pub fn parsed(text: &str) -> Options {
    parsed_for(None, text)
}

/// The same for a network, whose kinds of links `link-slices` speaks of.
pub fn parsed_for(network: Option<&Network>, text: &str) -> Options {
    let mut options = Options::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').expect(word);
        match name {
            "name" => options.name = Some(value.to_owned()),
            "flit-width" => options.flit_width = Some(value.parse().unwrap()),
            "buffer-depth" => options.buffer_depth = value.parse().unwrap(),
            "vcs" => options.vcs = Some(value.parse().unwrap()),
            "pipeline" => options.pipeline = value.parse().unwrap(),
            "vc-rule" => options.vc_rule = Some(value.parse().unwrap()),
            "ties" => options.ties = Some(value.parse().unwrap()),
            "routing" => options.routing = Some(value.parse().unwrap()),
            "vc-reuse" => options.vc_reuse = value.parse().unwrap(),
            "ack-ways" => options.router = Router::Multicast { ack_ways: value.parse().unwrap() },
            "interface" => options.interface = value.parse().unwrap(),
            "stream-width" => options.stream_width = Some(value.parse().unwrap()),
            "tkeep" => options.tkeep = value == "1",
            "user-width" => options.user_width = Some(value.parse().unwrap()),
            "clocks" => options.clocks = value.parse().unwrap(),
            "clock-fifo" => options.clock_fifo = Some(value.parse().unwrap()),
            "message-classes" => options.message_classes = value.parse().unwrap(),
            "order" => options.order = Some(value.parse().unwrap()),
            "link-slices" => options.link_slices = LinkSlices::read(network.expect("of a network"), value).unwrap(),
            "reset-tree" => options.reset_tree = value == "yes",
            "wide-ports" => options.wide_ports = value == "yes",
            "target" => options.target = value.parse().unwrap(),
            "counters" => options.counters = value == "yes",
            "for" => options.tools = value.split(',').map(|tool| tool.parse().unwrap()).collect(),
            "sva" => options.sva = value == "yes",
            "scope" => options.scope = value.parse().unwrap(),
            _ => panic!("option {name}"),
        }
    }
    options
}

/// The design in a temporary folder.
pub fn written(design: &Design) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    design.write(folder.path()).unwrap();
    folder
}

/// A tool: `variable` if it is set, else from the PATH or `.tools/bin`. Without it the test fails, or is
/// skipped (see [`skip`]) and this is `None`.
pub fn tool(name: &str, variable: &str) -> Option<PathBuf> {
    let local = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let candidates = std::env::split_paths(&path).chain([local]).map(|folder| folder.join(name));
    let found = std::env::var_os(variable).map(PathBuf::from).or_else(|| candidates.into_iter().find(|file| file.is_file()));
    if found.is_none() {
        skip(&format!("{name} is missing: run scripts/setup, or set {variable}"));
    }
    found
}

/// Runs a command in `folder`; its output, standard output first.
///
/// # Panics
/// If it cannot be started or fails.
pub fn run(command: &mut Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    text
}

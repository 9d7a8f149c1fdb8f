//! A generated design, as model and proof read it from its folder: its manifest `<top>.json`, checked against the network it names.

use std::path::{Path, PathBuf};

use torusmith_design::ranges::{MAX_FLIT_WIDTH, MODEL_BUFFER_DEPTH, VCS};
use torusmith_design::{Manifest, OptionRange, RouterKind};
use torusmith_topology::{Degraded, Graph, LinkSlices, Network, degraded};

use crate::config::RouterConfig;
use crate::routing::RoutingOptions;

/// A design on disk, with the model's options for it.
#[derive(Debug, Clone)]
pub struct GeneratedDesign {
    /// The folder.
    pub dir: PathBuf,
    /// The manifest.
    pub manifest: Manifest,
    /// The network.
    pub network: Network,
    /// V, D, pipeline, VC reuse, message classes and order of the routers.
    pub config: RouterConfig,
    /// Registers on the links between routers (docs/router.md, L5).
    pub link_slices: LinkSlices,
    /// Verilog files in compile order, absolute or relative to the current folder.
    pub sources: Vec<PathBuf>,
}

/// A folder that `generate` did not write, or that was changed since.
#[derive(Debug, thiserror::Error)]
#[error("{}: {message}", path.display())]
pub struct FolderError {
    /// The folder, or the file in it.
    pub path: PathBuf,
    /// The field and its value, or the missing file.
    pub message: String,
}

impl FolderError {
    fn new(path: impl Into<PathBuf>, message: impl ToString) -> Self {
        Self { path: path.into(), message: message.to_string() }
    }
}

impl GeneratedDesign {
    /// Reads a manifest, or the one manifest of a folder, and checks that everything it names exists and fits together.
    ///
    /// # Errors
    /// [`FolderError`] with the file and the field.
    pub fn open(at: &Path) -> Result<Self, FolderError> {
        let path = manifest_path(at)?;
        let text = std::fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error))?;
        let dir = folder_of(&path);
        let design = Self::of_manifest(dir, &path, &text, |file| std::fs::read_to_string(dir.join(file)).ok())?;
        if let Some(missing) = design.sources.iter().find(|s| !s.is_file()) {
            return Err(FolderError::new(&path, format!("source {} is missing", missing.strip_prefix(dir).unwrap_or(missing).display())));
        }
        Ok(design)
    }

    /// The design of a manifest `path` in `dir` with the given text, whether its sources exist or not; `file` reads another file of the folder.
    ///
    /// # Errors
    /// [`FolderError`] with the field.
    pub fn of_manifest(dir: &Path, path: &Path, text: &str, file: impl Fn(&str) -> Option<String>) -> Result<Self, FolderError> {
        Self::checked(dir, text, &file).map_err(|message| FolderError::new(path, message))
    }

    fn checked(dir: &Path, text: &str, file: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let manifest = Manifest::parse(text).map_err(|e| e.to_string())?;
        let network = resolve(&manifest, file)?;
        let field = |name: &str, value: u64, want: u64| {
            (value == want).then_some(()).ok_or_else(|| format!("{name} = {value}, but {network} has {want}"))
        };
        field("nodes", manifest.nodes as u64, network.routers() as u64)?;
        field("address_bits", manifest.address_bits.into(), network.address_bits().into())?;
        field("route_bits", manifest.route_bits.into(), network.route_bits().into())?;
        if let Some(i) = (0..manifest.ports.len()).find(|&i| manifest.ports[i].index != i) {
            return Err(format!("ports[{i}].index = {}, expected {i}", manifest.ports[i].index));
        }
        if manifest.router_kind == RouterKind::Plain {
            field("number of ports", manifest.ports.len() as u64, network.ports() as u64)?;
        }
        let within = |name: &str, value: u32, range: OptionRange| {
            range.contains(value).then_some(()).ok_or_else(|| format!("{name} = {value}; allowed: {range}"))
        };
        within("vcs", manifest.vcs, VCS)?;
        within("buffer_depth", manifest.buffer_depth, MODEL_BUFFER_DEPTH)?;
        let header = 2 * network.address_bits() + network.route_bits();
        if manifest.router_kind == RouterKind::Plain && manifest.axi4.is_none() {
            let width = manifest.flit_width.ok_or("flit_width is missing")?;
            within("flit_width", width, OptionRange { least: header as usize, most: MAX_FLIT_WIDTH as usize })?;
        }
        within("reuse_empty", manifest.reuse_empty, OptionRange { least: 0, most: (1 << manifest.vcs) - 1 })?;
        if manifest.sources.is_empty() {
            return Err("sources: empty".into());
        }
        let sources = manifest.sources.iter().map(|source| dir.join(source)).collect();
        for name in [&manifest.top, &manifest.router] {
            let first = |c: char| c.is_ascii_alphabetic() || c == '_';
            if !name.starts_with(first) || !name.chars().all(|c| first(c) || c.is_ascii_digit()) {
                return Err(format!("`{name}` is no name of a module"));
            }
        }
        let extras = [
            ("clocks", manifest.clocks.is_some()),
            ("reset_tree", manifest.reset_tree.is_some()),
            ("counters", manifest.counters.is_some()),
        ];
        if let Some((field, _)) = extras.iter().find(|(_, there)| *there) {
            return Err(format!("{field}: neither lock step nor proof takes such a design"));
        }
        let config = RouterConfig {
            vcs: manifest.vcs as usize,
            depth: manifest.buffer_depth as usize,
            pipeline: manifest.pipeline,
            reuse_empty: manifest.reuse_empty as u8,
            message_classes: manifest.message_classes as usize,
            order: manifest.order,
        };
        config.check().map_err(|e| e.to_string())?;
        let slices = manifest.link_slices.as_deref().map(|list| LinkSlices::read(&network, list)).transpose();
        let link_slices = slices.map_err(|e| e.to_string())?.unwrap_or_else(|| LinkSlices::new(&network));
        Ok(Self { dir: dir.into(), manifest, network, config, link_slices, sources })
    }

    /// The model's routing options for the design.
    pub fn routing_options(&self) -> RoutingOptions {
        RoutingOptions::new(self.manifest.routing, Some(self.manifest.vc_rule)).with_ties(self.manifest.ties)
    }

    /// The links of its network.
    pub fn graph(&self) -> Graph {
        self.link_slices.graph(&self.network)
    }

    /// The path of the manifest.
    pub fn manifest_path(&self) -> PathBuf {
        self.dir.join(format!("{}.json", self.manifest.top))
    }
}

/// The folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The manifest that `at` names, or the one in the folder `at`.
fn manifest_path(at: &Path) -> Result<PathBuf, FolderError> {
    let dir = if at.is_file() { folder_of(at) } else { at };
    if torusmith_host::folder::is_unfinished(dir) {
        return Err(FolderError::new(dir, "`torusmith generate` was interrupted while it replaced a design here; run it again"));
    }
    if at.is_file() {
        return Ok(at.into());
    }
    if !dir.is_dir() {
        return Err(FolderError::new(dir, "no such folder"));
    }
    let entries = std::fs::read_dir(dir).map_err(|error| FolderError::new(dir, error))?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut named: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    named.sort();
    // Other programs write JSON, too: files that may be manifests count, unless none is one.
    let is_manifest = |path: &&PathBuf| Manifest::is_one(&std::fs::read_to_string(path).unwrap_or_default());
    let manifests: Vec<PathBuf> = named.iter().filter(is_manifest).cloned().collect();
    match if manifests.is_empty() { &named[..] } else { &manifests[..] } {
        [one] => Ok(one.clone()),
        [] => Err(FolderError::new(dir, "no manifest <top>.json here; expected a folder that `torusmith generate` wrote")),
        [a, b, ..] => {
            let [a, b] = [a, b].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
            Err(FolderError::new(dir, format!("more than one manifest: {a}, {b}; allowed: the path of one of them")))
        }
    }
}

/// The network of the manifest's file, or of its name; the slug gives the direction of the inter-BM rings.
fn resolve(manifest: &Manifest, file: &dyn Fn(&str) -> Option<String>) -> Result<Network, String> {
    let from_file = |path: &String| {
        let text = file(path).ok_or_else(|| format!("network_file {path} is missing"))?;
        degraded::parse_file(&text, path).map_err(|e| e.to_string())
    };
    let from_file = manifest.network_file.as_ref().map(from_file).transpose()?;
    let parsed = || manifest.network.parse::<Network>().map_err(|e| e.to_string());
    let named = match (&from_file, parsed()) {
        // The file has the routes around what is out of service.
        (Some(_), Ok(whole)) if !manifest.without.is_empty() => whole,
        (Some(network), _) => network.clone(),
        (None, parsed) => parsed?,
    };
    let directions = [Ok(named.clone()), named.with_bidirectional(true), named.with_bidirectional(false)];
    let without = |network: Network| {
        if manifest.without.is_empty() || network.dead().is_some() {
            return Some(network);
        }
        let rest = Degraded::of_list(&network, &manifest.without).ok()?;
        let table = from_file.as_ref().and_then(|file| file.route_table())?;
        (table.terminals() == rest.graph().attached()).then(|| rest.of::<Degraded>().map(|of| of.with_table(table.clone())))?
    };
    let found = directions.into_iter().flatten().filter_map(without).find(|network| network.slug() == manifest.slug);
    found.ok_or_else(|| format!("slug `{}` does not belong to network {named}", manifest.slug))
}

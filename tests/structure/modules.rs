//! The modules of a crate as the compiler sees them: from its first file along `mod`, without tests.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

use crate::names::{Names, is_test, name_of};

/// A name that `use` brings into a module; without a name, all that the path holds.
pub struct Import {
    pub name: Option<String>,
    pub path: Vec<String>,
    /// `pub use`, to anyone: what is said by it is where others find a name, not what the module needs.
    pub shown: bool,
}

/// A module: a file, or a block in one.
pub struct Module {
    pub file: usize,
    pub parent: Option<usize>,
    pub children: HashMap<String, usize>,
    /// Names of what is written here.
    pub items: HashSet<String>,
    pub imports: Vec<Import>,
    /// What the code names.
    pub paths: BTreeSet<Vec<String>>,
}

/// A crate; its first module is the root.
#[derive(Default)]
pub struct Crate {
    pub files: Vec<PathBuf>,
    pub modules: Vec<Module>,
}

impl Crate {
    /// Reads a crate from its first file on.
    pub fn read(first: &Path) -> Self {
        let mut all = Self::default();
        all.file(first, first.parent().unwrap(), None);
        all
    }

    /// A file that is a module; those below it lie in `folder`.
    fn file(&mut self, path: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.files.push(path.to_owned());
        self.module(self.files.len() - 1, folder, parent, &parsed.items)
    }

    fn module(&mut self, file: usize, folder: &Path, parent: Option<usize>, items: &[syn::Item]) -> usize {
        let this = self.modules.len();
        let mut names = Names::default();
        items.iter().filter(|item| !is_test(item)).for_each(|item| names.visit_item(item));
        let written = items.iter().filter(|item| !is_test(item)).filter_map(name_of).collect();
        let module = Module { file, parent, children: HashMap::new(), items: written, imports: names.imports, paths: names.paths };
        self.modules.push(module);
        let mut below = Below(Vec::new());
        items.iter().filter(|item| !is_test(item)).for_each(|item| below.visit_item(item));
        for inner in below.0 {
            assert!(!inner.attrs.iter().any(|attribute| attribute.path().is_ident("path")), "#[path] in {}", self.files[file].display());
            let name = inner.ident.to_string();
            let folder = folder.join(&name);
            let child = match &inner.content {
                Some((_, items)) => self.module(file, &folder, Some(this), items),
                None => {
                    let plain = folder.with_extension("rs");
                    let path = if plain.is_file() { plain } else { folder.join("mod.rs") };
                    self.file(&path, &folder, Some(this))
                }
            };
            self.modules[this].children.insert(name, child);
        }
        this
    }
}

/// The modules that are declared right in a module.
struct Below<'a>(Vec<&'a syn::ItemMod>);

impl<'a> Visit<'a> for Below<'a> {
    fn visit_item(&mut self, item: &'a syn::Item) {
        match item {
            syn::Item::Mod(inner) => self.0.push(inner),
            other => visit::visit_item(self, other),
        }
    }
}

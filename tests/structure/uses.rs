//! Which file of a crate uses which: a file uses the one in which a thing that it names is written, wherever it finds the name.

use std::collections::BTreeMap;

use crate::modules::Crate;

/// What a path leads to.
enum Target {
    Module(usize),
    /// A thing written in this file.
    Item(usize),
}

/// Paths that lead from name to name in a ring lead nowhere.
const STEPS: usize = 32;

impl Crate {
    /// What each file uses of others, and a path by which it does.
    pub fn uses(&self) -> BTreeMap<(usize, usize), String> {
        let mut found = BTreeMap::new();
        for (m, module) in self.modules.iter().enumerate() {
            let named = module.paths.iter().filter_map(|path| match self.resolve(m, path, STEPS) {
                Some(Target::Item(file)) => Some((file, path)),
                _ => None,
            });
            let imported = module.imports.iter().filter(|import| !import.shown).filter_map(|import| {
                match (self.resolve(m, &import.path, STEPS)?, &import.name) {
                    (Target::Item(file), _) => Some((file, &import.path)),
                    (Target::Module(to), None) => Some((self.modules[to].file, &import.path)),
                    // Named alone, a module is a way to its things.
                    (Target::Module(_), Some(_)) => None,
                }
            });
            for (file, path) in named.chain(imported).filter(|(file, _)| *file != module.file) {
                found.entry((module.file, file)).or_insert_with(|| path.join("::"));
            }
        }
        found
    }

    /// A file's modules lie, at whatever depth, in those of another file, or are those.
    pub fn is_below(&self, file: usize, of: usize) -> bool {
        let mut at = self.modules.iter().position(|module| module.file == file);
        while let Some(module) = at {
            if self.modules[module].file == of {
                return true;
            }
            at = self.modules[module].parent;
        }
        false
    }

    fn resolve(&self, from: usize, path: &[String], steps: usize) -> Option<Target> {
        if path.first().is_some_and(|first| first == "crate") { self.walk(0, &path[1..], steps) } else { self.walk(from, path, steps) }
    }

    fn walk(&self, at: usize, path: &[String], steps: usize) -> Option<Target> {
        let steps = steps.checked_sub(1)?;
        let module = &self.modules[at];
        let Some((first, rest)) = path.split_first() else { return Some(Target::Module(at)) };
        match first.as_str() {
            "super" => return self.walk(module.parent?, rest, steps),
            "self" => return self.walk(at, rest, steps),
            _ => {}
        }
        if rest.is_empty() && module.items.contains(first) {
            return Some(Target::Item(module.file));
        }
        if let Some(&child) = module.children.get(first) {
            return self.walk(child, rest, steps);
        }
        if module.items.contains(first) {
            return Some(Target::Item(module.file));
        }
        let imported = module.imports.iter().filter(|import| import.name.as_ref() == Some(first));
        let named = imported.map(|import| [&import.path[..], rest].concat()).find_map(|path| self.resolve(at, &path, steps));
        named.or_else(|| {
            let globs = module.imports.iter().filter(|import| import.name.is_none());
            globs.filter_map(|glob| self.resolve(at, &glob.path, steps)).find_map(|target| match target {
                Target::Module(to) if to != at => self.walk(to, path, steps),
                _ => None,
            })
        })
    }
}

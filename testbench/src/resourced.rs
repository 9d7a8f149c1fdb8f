//! A design with other Verilog under the same manifest.

use std::path::Path;

use serde_json::{Value, json};

use crate::Error;
use crate::folder::read;
use crate::manifest::Design;

impl Design {
    /// The same design in the folder `dir`, made of the Verilog files `sources`, name and text, and nothing else. The top module has the same ports.
    ///
    /// # Errors
    /// [`Error::Folder`] for a folder that is no longer what it was, [`Error::Io`].
    pub fn of_other_sources(&self, dir: &Path, sources: &[(&str, &str)]) -> Result<Self, Error> {
        let (path, text) = read(&self.manifest())?;
        let mut manifest: Value = serde_json::from_str(&text).map_err(|e| Error::folder(&path, e.to_string()))?;
        manifest["sources"] = json!(sources.iter().map(|(name, _)| name).collect::<Vec<_>>());
        let write = |name: &Path, text: &str| std::fs::write(dir.join(name), text).map_err(Error::io(dir.join(name)));
        if let Some(file) = manifest["network_file"].as_str() {
            let from = self.dir.join(file);
            let to = dir.join(file);
            to.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(Error::io(&to))?;
            write(file.as_ref(), &std::fs::read_to_string(&from).map_err(Error::io(&from))?)?;
        }
        write(path.file_name().unwrap_or_default().as_ref(), &manifest.to_string())?;
        sources.iter().try_for_each(|(name, text)| write(name.as_ref(), text))?;
        Ok(Self { link_slices: self.link_slices.clone(), ..Self::open(dir)? })
    }
}

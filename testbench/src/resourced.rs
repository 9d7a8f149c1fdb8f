//! A design with other Verilog under the same manifest.

use std::path::Path;

use torusmith_design::Manifest;

use crate::Error;
use crate::manifest::Design;

impl Design {
    /// Design in the folder `dir`, made of the Verilog files `sources`, name and text, and nothing else. The top module has the same ports.
    ///
    /// # Errors
    /// [`Error::Folder`] for a folder that is no longer what it was, [`Error::Io`].
    pub fn of_other_sources(&self, dir: &Path, sources: &[(&str, &str)]) -> Result<Self, Error> {
        let names = sources.iter().map(|(name, _)| (*name).to_owned()).collect();
        let manifest = Manifest { sources: names, ..self.manifest.clone() };
        let write = |name: &Path, text: &str| std::fs::write(dir.join(name), text).map_err(Error::io(dir.join(name)));
        if let Some(file) = &manifest.network_file {
            let (from, to) = (self.dir.join(file), dir.join(file));
            to.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(Error::io(&to))?;
            write(file.as_ref(), &std::fs::read_to_string(&from).map_err(Error::io(&from))?)?;
        }
        write(format!("{}.json", manifest.top).as_ref(), &manifest.text())?;
        sources.iter().try_for_each(|(name, text)| write(name.as_ref(), text))?;
        Ok(Self::open(dir)?.with_link_slices(self.link_slices.clone()))
    }
}

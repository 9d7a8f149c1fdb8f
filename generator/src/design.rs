//! A generated design, in memory and in a folder.

use std::fs;
use std::io;
use std::path::Path;

use crate::Error;

/// All files of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Path relative to the output folder, with `/`, and contents. The Verilog comes first, in compile order.
    pub files: Vec<(String, String)>,
}

impl Design {
    /// The contents of the file at a relative path.
    pub fn file(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, text)| text.as_str())
    }

    /// Writes the design into the folder `dir`, which is made if need be. The files of an earlier design in it are
    /// replaced, those that the new one does not have are removed; other files stay.
    ///
    /// Everything is written aside first and moved into place at the end, so a failure leaves no half design.
    ///
    /// # Errors
    /// [`Error::Write`] if the folder cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), Error> {
        self.try_write(dir).map_err(|source| Error::Write { path: dir.to_owned(), source })
    }

    fn try_write(&self, dir: &Path) -> io::Result<()> {
        let fresh = !dir.exists();
        let parent = match dir.parent() {
            _ if !fresh => dir,
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent)?;
        let aside = tempfile::Builder::new().prefix(".torusmith-").tempdir_in(parent)?;
        let staged = aside.path().join("design");
        for (path, text) in &self.files {
            let file = staged.join(path);
            fs::create_dir_all(file.parent().expect("a file in the folder"))?;
            fs::write(file, text)?;
        }
        if fresh {
            return fs::rename(&staged, dir);
        }
        let old = earlier_files(dir)?;
        if let Some((path, _)) = self.files.iter().find(|(path, _)| dir.join(path).is_dir()) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, format!("{path} is a folder")));
        }
        for (path, _) in &self.files {
            let file = dir.join(path);
            fs::create_dir_all(file.parent().expect("a file in the folder"))?;
            fs::rename(staged.join(path), file)?;
        }
        for path in old.iter().filter(|path| self.file(path).is_none()) {
            match fs::remove_file(dir.join(path)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The files of designs that were written into `dir` before, by their manifests.
fn earlier_files(dir: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let Ok(manifest) = serde_json::from_str::<serde_json::Value>(&fs::read_to_string(&path)?) else { continue };
        let (Some("torusmith"), Some(top), Some(sources)) =
            (manifest["tool"].as_str(), manifest["top"].as_str(), manifest["sources"].as_array())
        else {
            continue;
        };
        files.extend(sources.iter().filter_map(|source| source.as_str()).filter(|source| is_inside(source)).map(str::to_owned));
        files.extend(["f", "json"].map(|extension| format!("{top}.{extension}")));
        files.extend(crate::constraints::EXTENSIONS.map(|extension| format!("constraints/{top}.{extension}")));
    }
    Ok(files)
}

/// A relative path that does not leave the folder.
fn is_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

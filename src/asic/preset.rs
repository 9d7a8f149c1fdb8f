//! Libraries by name.

use std::path::PathBuf;

use strum::{Display, EnumString, VariantNames};

use crate::exit::ToolMissing;

/// A library of a Debian package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Preset {
    /// 0.5 um, 5 V.
    Osu050,
    /// 0.35 um, 3.3 V.
    Osu035,
    /// 0.18 um, 1.8 V.
    Osu018,
}

/// Where the packages have their files, below the root of the file system or `.tools/asic`.
const FOLDER: &str = "usr/share/qflow/tech";

impl Preset {
    fn file(self) -> &'static str {
        match self {
            Self::Osu050 => "osu050/osu05_stdcells.lib",
            Self::Osu035 => "osu035/osu035_stdcells.lib",
            Self::Osu018 => "osu018/osu018_stdcells.lib",
        }
    }

    /// Its file: in `$TORUSMITH_LIBRARIES` if that is set, else where the package is installed, else in `.tools/asic` here or in a folder above.
    pub fn find(self) -> anyhow::Result<PathBuf> {
        let named = std::env::var_os("TORUSMITH_LIBRARIES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let here = std::env::current_dir().unwrap_or_default();
        let folders = match named {
            Some(folder) => vec![folder],
            None => {
                let local = here.ancestors().map(|folder| folder.join(".tools/asic").join(FOLDER));
                [PathBuf::from("/").join(FOLDER)].into_iter().chain(local).collect()
            }
        };
        let found = folders.iter().map(|folder| folder.join(self.file())).find(|path| path.is_file());
        let missing = || {
            ToolMissing(format!(
                "library {self} is missing: looked for {} in $TORUSMITH_LIBRARIES, /{FOLDER} and .tools/asic; run TORUSMITH_ASIC=1 \
                 ./scripts/setup, or install it: apt-get install qflow-tech-{self}",
                self.file()
            ))
        };
        Ok(found.ok_or_else(missing)?)
    }
}

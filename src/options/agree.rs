//! Flags beside a folder that says the same.

use std::fmt::Display;
use std::path::Path;

use anyhow::bail;

/// Refuses a flag that says other than the design in `dir`.
pub fn agree<T: PartialEq + Display>(flag: &str, given: Option<T>, there: T, dir: &Path) -> anyhow::Result<()> {
    match given {
        Some(given) if given != there => bail!("{flag} = {given} is not allowed; {} has {there}", dir.display()),
        _ => Ok(()),
    }
}

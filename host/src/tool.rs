//! Search for external tools.

use std::env;
use std::path::{Path, PathBuf};

/// Finds a tool: the command that an environment variable names, else the first of `names` on the PATH, else in `.tools/bin` of the working
/// directory or a folder above.
pub fn find_tool(variable: Option<&str>, names: &[&str]) -> Option<PathBuf> {
    let named = variable.and_then(env::var_os).filter(|command| !command.is_empty()).map(PathBuf::from);
    let on_path = || names.iter().find_map(|name| which::which(name).ok());
    named.or_else(on_path).or_else(|| local(names, &env::current_dir().ok()?))
}

fn local(names: &[&str], here: &Path) -> Option<PathBuf> {
    let folders = env::join_paths(here.ancestors().map(|dir| dir.join(".tools/bin"))).ok()?;
    names.iter().find_map(|name| which::which_in(name, Some(&folders), here).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_tool_is_found_from_below() {
        let dir = tempfile::tempdir().unwrap();
        let (bin, below) = (dir.path().join(".tools/bin"), dir.path().join("a/b"));
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&below).unwrap();
        assert_eq!(local(&["cp-of-mine"], &below), None);
        std::fs::copy(which::which("true").unwrap(), bin.join("cp-of-mine")).unwrap();
        assert_eq!(local(&["no-such", "cp-of-mine"], &below), Some(bin.join("cp-of-mine")));
    }
}

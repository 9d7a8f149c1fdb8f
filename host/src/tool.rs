//! Search for external tools.

use std::env;
use std::path::{Path, PathBuf};

/// Finds a tool: the command that an environment variable names, else the first of `names` on the PATH, else in `.tools/bin` of the working
/// directory or a folder above, else `torusmith-NAME` beside this program, where pip puts the tools of wheels (`python/torusmith/wheels.py`).
pub fn find_tool(variable: Option<&str>, names: &[&str]) -> Option<PathBuf> {
    let named = variable.and_then(env::var_os).filter(|command| !command.is_empty()).map(PathBuf::from);
    let on_path = || names.iter().find_map(|name| which::which(name).ok());
    let beside = || of_wheel(names, env::current_exe().ok()?.parent()?);
    named.or_else(on_path).or_else(|| local(names, &env::current_dir().ok()?)).or_else(beside)
}

fn of_wheel(names: &[&str], folder: &Path) -> Option<PathBuf> {
    names.iter().find_map(|name| which::which_in(format!("torusmith-{name}"), Some(folder), folder).ok())
}

fn local(names: &[&str], here: &Path) -> Option<PathBuf> {
    let folders = env::join_paths(here.ancestors().map(|dir| dir.join(".tools/bin"))).ok()?;
    names.iter().find_map(|name| which::which_in(name, Some(&folders), here).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_of_a_wheel_is_found_beside_the_program() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(of_wheel(&["g++", "c++"], dir.path()), None);
        std::fs::copy(which::which("true").unwrap(), dir.path().join("torusmith-c++")).unwrap();
        assert_eq!(of_wheel(&["g++", "c++"], dir.path()), Some(dir.path().join("torusmith-c++")));
    }

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

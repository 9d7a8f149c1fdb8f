//! Commands that are printed, to be pasted into a POSIX shell.

use std::path::Path;

/// A word as the shell takes it: in quotes unless it needs none.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The path of a file or folder as the shell takes it, where it is no flag.
pub fn quoted_path(path: &Path) -> String {
    let word = path.display().to_string();
    quoted(&if word.starts_with('-') { format!("./{word}") } else { word })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// A quoted word reaches a shell's command unchanged.
    #[test]
    fn a_shell_reads_what_was_meant() {
        for word in
            ["a b/it's", "torus(4,4)", "", "$HOME `id` \"\\\" *?[a]~#!&;|<>", "~", "a\nb", "ä", "--rate=0.1", "%1", "torus:4,4", "{a,b}"]
        {
            let told = Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
            assert_eq!(String::from_utf8(told.stdout).unwrap(), word, "{}", quoted(word));
        }
        assert_eq!(quoted("torus:4,4"), "torus:4,4");
        assert_eq!(quoted_path(Path::new("-d e")), "'./-d e'");
    }
}

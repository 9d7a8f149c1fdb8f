//! Names that a user gives to networks, nodes, ports and kinds of links.

use super::spot::{FileError, Location, refuse};

/// Longest name, in characters.
const LONGEST: usize = 32;

/// Marks allowed in names: safe in messages, addresses, files and Verilog comments alike.
const MARKS: &str = "_.,+-()";

/// Checks the name of a node or a port.
///
/// # Errors
/// A name that is empty or too long, or has other characters.
pub fn check(location: Location, what: &str, name: &str) -> Result<(), FileError> {
    let good = |c: char| c.is_ascii_alphanumeric() || MARKS.contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(good) || name.starts_with('-') {
        let shown: String = name.escape_debug().take(2 * LONGEST).collect();
        return refuse(
            location,
            format!("{what} `{shown}`; expected: a name of 1 to {LONGEST} letters, digits and {MARKS}, the first not -"),
        );
    }
    Ok(())
}

/// Checks the name of a kind of links.
///
/// # Errors
/// A name that `--link-slices KIND=N` cannot take.
pub fn check_kind(location: Location, kind: &str) -> Result<(), FileError> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if kind.is_empty() || kind.len() > LONGEST || !kind.chars().all(good) || !kind.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let shown: String = kind.escape_debug().take(2 * LONGEST).collect();
        return refuse(location, format!("kind `{shown}`; expected: a letter, then letters, digits and _, up to {LONGEST}"));
    }
    Ok(())
}

/// Verilog-2001 keywords that could be the name of a network.
const WORDS: [&str; 31] = [
    "always", "and", "assign", "begin", "buf", "case", "cell", "config", "default", "design", "edge", "else", "end", "event", "for", "if",
    "input", "instance", "library", "module", "or", "output", "path", "reg", "signed", "small", "table", "task", "time", "use", "wire",
];

/// Characters not allowed in the name of a network, so that any format can put it in quotes.
const QUOTES: &str = "\"\\";

/// A network's name as a Verilog identifier: small letters and digits, all else one `_`.
///
/// # Errors
/// A name without letters and digits, or of more than 64 characters.
pub fn slug(location: Location, name: &str) -> Result<String, FileError> {
    let mut slug = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            _ if slug.is_empty() || slug.ends_with('_') => {}
            _ => slug.push('_'),
        }
    }
    let slug = slug.trim_end_matches('_').to_owned();
    if slug.is_empty() || name.chars().count() > 64 || name.chars().any(|c| c.is_control() || QUOTES.contains(c)) {
        let shown: String = name.escape_debug().take(80).collect();
        return refuse(
            location,
            format!("name = `{shown}`; expected: up to 64 characters, with a letter or a digit, without quotes and \\"),
        );
    }
    let first_digit = slug.starts_with(|c: char| c.is_ascii_digit());
    Ok(if first_digit || WORDS.contains(&slug.as_str()) { format!("net_{slug}") } else { slug })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_an_identifier() {
        let location = Location::line(1);
        for (name, slug_of) in [
            ("my mesh", "my_mesh"),
            ("Ring 8", "ring_8"),
            ("8 nodes", "net_8_nodes"),
            ("--a--", "a"),
            ("wire", "net_wire"),
            ("TTN(2,2,1)", "ttn_2_2_1"),
        ] {
            assert_eq!(slug(location, name).unwrap(), slug_of);
        }
        for name in ["", "--", "\u{e9}", &"x".repeat(65), "a\nb", "a\"b", "a\\"] {
            assert!(slug(location, name).is_err(), "{name}");
        }
    }
}

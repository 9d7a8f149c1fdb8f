//! Reading and writing of node addresses.

/// Reads an address of `count` digits of `bits` bits, most significant first; spaces, parentheses and commas are ignored. `example` is the address of node 1.
///
/// # Errors
/// A text that states the expected form.
pub fn read_digits(text: &str, count: u32, bits: u32, example: &str) -> Result<u32, String> {
    read_numerals(text, count, 1 << bits, example)
}

/// Reads a number of `count` digits in base `base`, most significant first, as [`read_digits`] does.
///
/// # Errors
/// A text that states the expected form.
pub fn read_numerals(text: &str, count: u32, base: u32, example: &str) -> Result<u32, String> {
    let want = || format!("{count} digits 0 to {}, such as {example}", base - 1);
    let digits: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')' | ',')).collect();
    if digits.len() != count as usize {
        return Err(want());
    }
    digits.iter().try_fold(0, |node, c| match c.to_digit(10) {
        Some(d) if d < base => Ok(node * base + d),
        _ => Err(want()),
    })
}

/// Reads coordinates separated by commas, each below its side.
///
/// # Errors
/// A text that states the expected form.
pub fn read_coordinates(text: &str, names: &[&str], sides: &[u32]) -> Result<Vec<u32>, String> {
    let at: Result<Vec<u32>, _> = text.trim_matches(['(', ')']).split(',').map(|s| s.trim().parse()).collect();
    match at {
        Ok(at) if at.len() == sides.len() && at.iter().zip(sides).all(|(at, side)| at < side) => Ok(at),
        _ => {
            let ranges: Vec<String> = names.iter().zip(sides).map(|(name, side)| format!("{name} 0 to {}", side - 1)).collect();
            Err(format!("{} with {}", names.join(","), ranges.join(" and ")))
        }
    }
}

/// Joins sides or coordinates, given x first, in the order of names and addresses: x last.
pub(crate) fn join_sides(by_dimension: &[u32]) -> String {
    let texts: Vec<String> = by_dimension.iter().rev().map(u32::to_string).collect();
    texts.join(",")
}

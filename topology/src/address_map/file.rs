//! The keys of a map file.

use strum::VariantNames;

use super::AddressRule;
use crate::own::spot::{At, Fault, fault};
use crate::own::tree::{Fields, Tree, Value};

/// 2^64: a range may be as large as the addresses of 64 bits.
const MOST: i128 = 1 << 64;

/// An address map as the file gives it, unchecked.
pub struct Draft {
    /// Managers, and the line of the key.
    pub managers: At<Vec<At<String>>>,
    pub ranges: Vec<DraftRange>,
}

/// A range as the file gives it, each value with its line.
pub struct DraftRange {
    pub name: At<String>,
    /// 0..=2^64.
    pub base: At<u128>,
    /// 0..=2^64.
    pub size: At<u128>,
    pub node: At<String>,
    pub address: AddressRule,
}

/// Reads the keys of a map file.
///
/// # Errors
/// An unknown key, a key that is missing, a value of the wrong kind.
pub fn draft(tree: &Tree) -> Result<Draft, Fault> {
    let fields = Fields::of(tree, "the map", &["managers", "range"])?;
    let managers = fields.need("managers")?;
    let nodes = managers.list("managers", "a list of nodes, such as [\"0,0\", \"1,2\"]")?;
    let ranges = fields.need("range")?.list("range", "tables [[range]] with name, base, size, node, address")?;
    Ok(Draft {
        managers: At { spot: managers.spot, value: nodes.iter().map(|node| name(node, "a manager")).collect::<Result<_, _>>()? },
        ranges: ranges.iter().map(range).collect::<Result<_, _>>()?,
    })
}

fn range(tree: &Tree) -> Result<DraftRange, Fault> {
    let fields = Fields::of(tree, "a range", &["name", "base", "size", "node", "address"])?;
    let text = fields.need("name")?;
    Ok(DraftRange {
        name: At { spot: text.spot, value: text.text("name", "a text")?.to_owned() },
        base: number(fields.need("base")?, "base")?,
        size: number(fields.need("size")?, "size")?,
        node: name(fields.need("node")?, "node")?,
        address: fields.get("address").map_or(Ok(AddressRule::default()), rule)?,
    })
}

/// Reads a node, by address or name.
fn name(tree: &Tree, key: &str) -> Result<At<String>, Fault> {
    Ok(At { spot: tree.spot, value: tree.name(key, "a node, such as \"0,0\"")? })
}

fn rule(tree: &Tree) -> Result<AddressRule, Fault> {
    let allowed = AddressRule::VARIANTS.join(", ");
    let text = tree.text("address", &allowed)?;
    text.parse().or_else(|_| fault(tree.spot, format!("address = `{}`; expected: {allowed}", text.escape_debug())))
}

/// Reads a number, or a text of one: some TOML readers have no number above 2^63 - 1.
fn number(tree: &Tree, key: &str) -> Result<At<u128>, Fault> {
    let expected = "0 to 2^64, a number or a text of one, such as 0x4000_0000";
    let value = match &tree.value {
        Value::Number(number) => Some(*number),
        Value::Text(text) => read(text),
        _ => return tree.wrong(key, expected),
    };
    match (value.filter(|value| (0..=MOST).contains(value)), &tree.value) {
        (Some(value), _) => Ok(At { spot: tree.spot, value: value as u128 }),
        (None, Value::Text(text)) => {
            let shown: String = text.escape_debug().take(64).collect();
            fault(tree.spot, format!("{key} = `{shown}`; expected: {expected}"))
        }
        (None, _) => fault(tree.spot, format!("{key} = {}; expected: {expected}", value.unwrap_or_default())),
    }
}

/// Parses a number in TOML's notation: decimal, or with `0x`, `0o` or `0b`; `_` between digits.
fn read(text: &str) -> Option<i128> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'b', ..] => (&text[2..], 2),
        _ => (text, 10),
    };
    let apart = digits.split('_').all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(radix)));
    apart.then(|| i128::from_str_radix(&digits.replace('_', ""), radix).ok()).flatten()
}

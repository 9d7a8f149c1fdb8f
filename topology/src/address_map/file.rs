//! The keys of a map file.

use strum::VariantNames;

use super::AddressRule;
use crate::own::spot::{FileError, Located, refuse};
use crate::own::tree::{Fields, Tree, Value};

/// 2^64: a range may be as large as the addresses of 64 bits.
const MOST: i128 = 1 << 64;

/// An address map as the file gives it, unchecked.
pub struct MapDraft {
    /// Managers, and the line of the key.
    pub managers: Located<Vec<Located<String>>>,
    pub ranges: Vec<RangeDraft>,
}

/// A range as the file gives it, each value with its line.
pub struct RangeDraft {
    pub name: Located<String>,
    /// 0..=2^64.
    pub base: Located<u128>,
    /// 0..=2^64.
    pub size: Located<u128>,
    pub node: Located<String>,
    pub address: AddressRule,
}

/// Reads the keys of a map file.
///
/// # Errors
/// An unknown key, a key that is missing, a value of the wrong kind.
pub fn read_draft(tree: &Tree) -> Result<MapDraft, FileError> {
    let fields = Fields::of(tree, "the map", &["managers", "range"])?;
    let managers = fields.need("managers")?;
    let nodes = managers.list("managers", "a list of nodes, such as [\"0,0\", \"1,2\"]")?;
    let ranges = fields.need("range")?.list("range", "tables [[range]] with name, base, size, node, address")?;
    Ok(MapDraft {
        managers: Located {
            location: managers.location,
            value: nodes.iter().map(|node| read_node(node, "a manager")).collect::<Result<_, _>>()?,
        },
        ranges: ranges.iter().map(read_range).collect::<Result<_, _>>()?,
    })
}

fn read_range(tree: &Tree) -> Result<RangeDraft, FileError> {
    let fields = Fields::of(tree, "a range", &["name", "base", "size", "node", "address"])?;
    let text = fields.need("name")?;
    Ok(RangeDraft {
        name: Located { location: text.location, value: text.text("name", "a text")?.to_owned() },
        base: read_number(fields.need("base")?, "base")?,
        size: read_number(fields.need("size")?, "size")?,
        node: read_node(fields.need("node")?, "node")?,
        address: fields.get("address").map_or(Ok(AddressRule::default()), read_rule)?,
    })
}

/// Reads a node, by address or name.
fn read_node(tree: &Tree, key: &str) -> Result<Located<String>, FileError> {
    Ok(Located { location: tree.location, value: tree.name(key, "a node, such as \"0,0\"")? })
}

fn read_rule(tree: &Tree) -> Result<AddressRule, FileError> {
    let allowed = AddressRule::VARIANTS.join(", ");
    let text = tree.text("address", &allowed)?;
    text.parse().or_else(|_| refuse(tree.location, format!("address = `{}`; expected: {allowed}", text.escape_debug())))
}

/// Reads a number, or a text of one: some TOML readers have no number above 2^63 - 1.
fn read_number(tree: &Tree, key: &str) -> Result<Located<u128>, FileError> {
    let expected = "0 to 2^64, a number or a text of one, such as 0x4000_0000";
    let value = match &tree.value {
        Value::Number(number) => Some(*number),
        Value::Text(text) => parse_number(text),
        _ => return tree.wrong(key, expected),
    };
    match (value.filter(|value| (0..=MOST).contains(value)), &tree.value) {
        (Some(value), _) => Ok(Located { location: tree.location, value: value as u128 }),
        (None, Value::Text(text)) => {
            let shown: String = text.escape_debug().take(64).collect();
            refuse(tree.location, format!("{key} = `{shown}`; expected: {expected}"))
        }
        (None, _) => refuse(tree.location, format!("{key} = {}; expected: {expected}", value.unwrap_or_default())),
    }
}

/// Parses a number in TOML's notation: decimal, or with `0x`, `0o` or `0b`; `_` between digits.
fn parse_number(text: &str) -> Option<i128> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'b', ..] => (&text[2..], 2),
        _ => (text, 10),
    };
    let apart = digits.split('_').all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(radix)));
    apart.then(|| i128::from_str_radix(&digits.replace('_', ""), radix).ok()).flatten()
}

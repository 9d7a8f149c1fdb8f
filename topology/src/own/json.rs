//! JSON as a tree.

use jsonc_parser::ast::Value as Json;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::spot::{FileError, Lines, Located, refuse};
use super::tree::{Tree, Value};

/// JSON as in RFC 8259, without extensions.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Reads JSON.
///
/// # Errors
/// Text that is not JSON.
pub fn read(text: &str) -> Result<Tree, FileError> {
    let lines = Lines::of(text);
    match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Ok(parsed) => match parsed.value {
            Some(value) => Ok(tree(&value, &lines)),
            None => refuse(lines.at(0), "is no JSON: there is nothing"),
        },
        Err(e) => refuse(lines.at(e.range().start), format!("is no JSON: {}", e.kind())),
    }
}

fn tree(value: &Json<'_>, lines: &Lines) -> Tree {
    let location = lines.at(value.range().start);
    let value = match value {
        Json::StringLit(text) => Value::Text(text.value.to_string()),
        Json::NumberLit(number) => number.value.parse().map_or(Value::Other("no whole number"), Value::Number),
        Json::BooleanLit(truth) => Value::Truth(truth.value),
        Json::NullKeyword(_) => Value::Other("null"),
        Json::Array(items) => Value::List(items.elements.iter().map(|item| tree(item, lines)).collect()),
        Json::Object(object) => {
            let entry = |property: &jsonc_parser::ast::ObjectProp<'_>| {
                let name = Located { location: lines.at(property.range.start), value: property.name.as_str().to_owned() };
                (name, tree(&property.value, lines))
            };
            Value::Table(object.properties.iter().map(entry).collect())
        }
    };
    Located { location, value }
}

//! The value of a constant expression of Verilog, as far as declarations have them.

use std::collections::HashMap;

/// `None` where it has something else than numbers, names that are known, and operators.
pub fn value(text: &str, known: &HashMap<String, i64>) -> Option<i64> {
    let mut parser = Parser { left: text.trim(), known };
    let value = parser.choice()?;
    parser.left.is_empty().then_some(value)
}

struct Parser<'a> {
    left: &'a str,
    known: &'a HashMap<String, i64>,
}

/// Binary operators, those that bind least first.
const LEVELS: [&[&str]; 6] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Parser<'_> {
    fn take(&mut self, text: &str) -> bool {
        let rest = self.left.strip_prefix(text);
        // `<` is not the beginning of `<<`.
        let whole = rest.is_some_and(|rest| !(text == "<" && rest.starts_with('<') || text == ">" && rest.starts_with('>')));
        if let Some(rest) = rest.filter(|_| whole) {
            self.left = rest.trim_start();
        }
        whole
    }

    fn choice(&mut self) -> Option<i64> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Some(condition);
        }
        let yes = self.choice()?;
        if !self.take(":") {
            return None;
        }
        let no = self.choice()?;
        Some(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.atom() };
        let mut value = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().copied().find(|operator| self.take(operator)) {
            let right = self.binary(level + 1)?;
            value = match operator {
                "||" => i64::from(value != 0 || right != 0),
                "&&" => i64::from(value != 0 && right != 0),
                "==" => i64::from(value == right),
                "!=" => i64::from(value != right),
                "<=" => i64::from(value <= right),
                ">=" => i64::from(value >= right),
                "<" => i64::from(value < right),
                ">" => i64::from(value > right),
                "<<" => value.checked_shl(right.try_into().ok()?)?,
                ">>" => value.checked_shr(right.try_into().ok()?)?,
                "+" => value + right,
                "-" => value - right,
                "*" => value.checked_mul(right)?,
                "/" => value.checked_div(right)?,
                _ => value.checked_rem(right)?,
            };
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<i64> {
        if self.take("-") {
            return Some(-self.atom()?);
        }
        if self.take("(") {
            let value = self.choice()?;
            return self.take(")").then_some(value);
        }
        let end = self.left.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\'').unwrap_or(self.left.len());
        let (word, rest) = self.left.split_at(end);
        self.left = rest.trim_start();
        match word.split_once('\'') {
            Some((_, digits)) => {
                let base = [('d', 10), ('h', 16), ('b', 2)].into_iter().find(|(letter, _)| digits.starts_with(*letter))?.1;
                i64::from_str_radix(&digits[1..], base).ok()
            }
            None => word.parse().ok().or_else(|| self.known.get(word).copied()),
        }
    }
}

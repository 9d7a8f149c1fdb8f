//! Tables of a Liberty file, read into nanoseconds and picofarads.

use std::collections::BTreeMap;

use crate::liberty::Group;

/// Factors from a library's units to nanoseconds and picofarads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units {
    /// Nanoseconds of its unit of time.
    pub time: f64,
    /// Picofarads of its unit of capacitance.
    pub capacitance: f64,
}

/// A value as a function of `x` and `y`. For delays and transitions, `x` is the input's transition and `y` the load; for setup times, `x` is the
/// data's transition and `y` the clock's.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Row by row, a row for each `x`.
    values: Vec<f64>,
}

/// The variables and indexes of a template: tables without their own use them.
#[derive(Debug, Clone, Default)]
pub struct Template {
    variables: Vec<String>,
    indexes: [Option<Vec<f64>>; 2],
}

/// The templates of a library, by name.
pub type Templates = BTreeMap<String, Template>;

/// The templates of a library.
///
/// # Errors
/// An index that is not a list of numbers.
pub fn templates(library: &Group) -> Result<Templates, String> {
    let template = |group: &Group| {
        let variables = ["variable_1", "variable_2", "variable_3"].iter().filter_map(|name| group.value(name)).map(str::to_owned);
        let template = Template { variables: variables.collect(), indexes: indexes(group)? };
        Ok((group.name().to_owned(), template))
    };
    library.all("lu_table_template").chain(library.all("power_lut_template")).map(template).collect()
}

fn indexes(group: &Group) -> Result<[Option<Vec<f64>>; 2], String> {
    let index = |name| group.values(name).map(|values| numbers(values).map_err(|e| format!("{name}: {e}"))).transpose();
    Ok([index("index_1")?, index("index_2")?])
}

fn numbers(texts: &[String]) -> Result<Vec<f64>, String> {
    let words = texts.iter().flat_map(|text| text.split([',', ' ', '\t', '\n', '\r'])).filter(|word| !word.is_empty());
    words.map(number).collect()
}

/// A finite number.
pub fn number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| format!("{text} is not a number"))
}

const TRANSITIONS: [&str; 3] = ["input_net_transition", "input_transition_time", "constrained_pin_transition"];

impl Table {
    /// Reads a group such as `cell_rise`, whose values are times.
    ///
    /// # Errors
    /// Indexes that do not rise, values that are not as many as the indexes say, variables that are not supported.
    pub fn read(group: &Group, templates: &Templates, units: Units) -> Result<Self, String> {
        Self::read_in(units.time, group, templates, units)
    }

    /// Reads a group whose values are in another unit, of which `unit` is one.
    ///
    /// # Errors
    /// Those of [`Table::read`].
    pub fn read_in(unit: f64, group: &Group, templates: &Templates, units: Units) -> Result<Self, String> {
        let template = templates.get(group.name()).cloned().unwrap_or_default();
        let values = numbers(group.values("values").ok_or("values are missing")?)?;
        let values: Vec<f64> = values.into_iter().map(|value| value * unit).collect();
        if values.len() == 1 {
            return Ok(Self { x: vec![0.0], y: vec![0.0], values });
        }
        let (mut x, mut y, mut x_first) = (vec![0.0], vec![0.0], true);
        let own = indexes(group)?;
        for (i, (variable, index)) in template.variables.iter().zip(own.into_iter().chain([None])).enumerate() {
            let index =
                index.or_else(|| template.indexes.get(i).cloned().flatten()).ok_or_else(|| format!("index_{} is missing", i + 1))?;
            if index.is_empty() || index.windows(2).any(|pair| pair[0] >= pair[1]) {
                return Err(format!("index_{} does not rise", i + 1));
            }
            let scaled = |unit: f64| index.iter().map(|value| value * unit).collect();
            match variable.as_str() {
                name if TRANSITIONS.contains(&name) => x = scaled(units.time),
                "related_pin_transition" => y = scaled(units.time),
                "total_output_net_capacitance" => y = scaled(units.capacitance),
                other => return Err(format!("variable_{} = {other} is not supported", i + 1)),
            }
            x_first &= i > 0 || TRANSITIONS.contains(&variable.as_str());
        }
        if values.len() != x.len() * y.len() {
            return Err(format!("{} values, {} expected", values.len(), x.len() * y.len()));
        }
        let values = match x_first {
            true => values,
            false => (0..x.len()).flat_map(|i| values.iter().copied().skip(i).step_by(x.len())).collect(),
        };
        Ok(Self { x, y, values })
    }

    /// The value: bilinear between four entries, and beyond the ends of an index by its last two.
    pub fn at(&self, x: f64, y: f64) -> f64 {
        let ((i, u), (j, v)) = (place(&self.x, x), place(&self.y, y));
        let entry = |i: usize, j: usize| self.values[i.min(self.x.len() - 1) * self.y.len() + j.min(self.y.len() - 1)];
        let row = |i: usize| entry(i, j) * (1.0 - v) + entry(i, j + 1) * v;
        row(i) * (1.0 - u) + row(i + 1) * u
    }

    /// The entries of `x`.
    pub fn transitions(&self) -> &[f64] {
        &self.x
    }
}

/// The entry of a rising index before `value`, and how far `value` is towards the next one.
fn place(index: &[f64], value: f64) -> (usize, f64) {
    if index.len() < 2 {
        return (0, 0.0);
    }
    let at = index.partition_point(|entry| *entry <= value).clamp(1, index.len() - 1) - 1;
    (at, (value - index[at]) / (index[at + 1] - index[at]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liberty::parse;

    const LIBRARY: &str = "library (l) {
        lu_table_template (load_first) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
            index_1 (\"10, 20\"); index_2 (\"1, 2, 4\"); }
        lu_table_template (slew_first) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; }
        lu_table_template (line) { variable_1 : total_output_net_capacitance; }
        lu_table_template (odd) { variable_1 : related_out_total_output_net_capacitance; index_1 (\"1, 2\"); }
        TABLE }";

    fn table(text: &str) -> Result<Table, String> {
        let library = parse(&LIBRARY.replace("TABLE", text)).unwrap();
        let units = Units { time: 0.001, capacitance: 0.1 };
        Table::read(library.first("t").unwrap(), &templates(&library).unwrap(), units)
    }

    /// Values computed manually: ps become ns, 100 fF become pF.
    #[test]
    fn values_are_interpolated_and_extrapolated() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let first = table("t (load_first) { values (\"100, 200, 400\", \"300, 400, 600\"); }").unwrap();
        near(first.at(0.001, 1.0), 0.1);
        near(first.at(0.004, 2.0), 0.6);
        near(first.at(0.003, 1.5), 0.4); // between 0.2 and 0.4, and 0.4 and 0.6
        near(first.at(0.006, 2.5), 0.9); // both beyond: 0.1 a ns of transition, 0.2 a pF
        near(first.at(0.0005, 1.0), 0.05);
        let second = table("t (slew_first) { index_1 (\"1, 2\"); index_2 (\"10, 30\"); values (\"1, 3\", \"5, 11\"); }").unwrap();
        near(second.at(0.0015, 2.0), 0.005);
        near(table("t (line) { index_1 (\"1, 3\"); values (\"2, 4\"); }").unwrap().at(7.0, 0.2), 0.003);
        near(table("t (scalar) { values (\"5\"); }").unwrap().at(1.0, 1.0), 0.005);
    }

    #[test]
    fn tables_that_cannot_be_are_refused() {
        for (text, word) in [
            ("t (load_first) { values (\"1, 2, 3, 4, 5\"); }", "5 values, 6 expected"),
            ("t (load_first) { values (\"1, 2, x\"); }", "x is not a number"),
            ("t (slew_first) { values (\"1, 2\"); }", "index_1 is missing"),
            ("t (line) { index_1 (\"2, 2\"); values (\"1, 2\"); }", "index_1 does not rise"),
            ("t (odd) { values (\"1, 2\"); }", "variable_1 = related_out"),
            ("t (line) { index_1 (\"1, 2\"); }", "values are missing"),
        ] {
            let error = table(text).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}

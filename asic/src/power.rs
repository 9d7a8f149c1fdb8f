//! The power tables of a Liberty file: internal energy in picojoules, leakage in milliwatts.

use crate::function::Function;
use crate::liberty::{self, Group};
use crate::library::{self, Library, LibraryError};
use crate::table::{self, Table, Templates, Units};

/// The power tables of a library.
#[derive(Debug, Clone)]
pub struct Power {
    /// Supply voltage.
    pub voltage: f64,
    /// Of each cell, in the order of [`Library::cells`].
    pub cells: Vec<CellPower>,
}

/// The power of a cell.
#[derive(Debug, Clone, Default)]
pub struct CellPower {
    /// Leakage in states of its pins, in milliwatts.
    pub leakage: Vec<(Function, f64)>,
    /// Leakage in other states, in milliwatts.
    pub other_leakage: f64,
    /// `internal_power` groups of each pin, in the order of the cell's pins.
    pub pins: Vec<Vec<InternalPower>>,
}

/// Energy that a cell takes for an edge of a pin, beside that of loads.
#[derive(Debug, Clone)]
pub struct InternalPower {
    /// The supply that gives it; groups of different supplies add up.
    pub supply: String,
    /// Inputs whose edges cause the edge of an output.
    pub related: Vec<usize>,
    /// The state of the pins in which it is taken; `None`: in any state that no other group has.
    pub when: Option<Function>,
    /// For a rising and a falling edge, of transition and load, in picojoules.
    pub edges: [Option<Table>; 2],
}

impl InternalPower {
    /// Energy of a rising and a falling edge together.
    pub fn both(&self, transition: f64, load: f64) -> f64 {
        self.edges.iter().flatten().map(|table| table.at(transition, load)).sum()
    }
}

impl Power {
    /// Reads the power tables of the file that `library` was read from.
    ///
    /// # Errors
    /// A unit, the voltage or all tables are missing, or one is wrong.
    pub fn read(text: &str, library: &Library) -> Result<Self, LibraryError> {
        Self::of(&liberty::parse(text)?, library).map_err(LibraryError::Content)
    }

    fn of(group: &Group, library: &Library) -> Result<Self, String> {
        let units = library::units(group)?;
        let volt = unit(group, "voltage_unit", "V", &[("v", 1.0), ("mv", 1e-3)])?;
        let voltage = voltage(group)? * volt;
        // The unit of energy is not in the file: it is that of capacitance times that of voltage, squared.
        let energy = units.capacitance * volt * volt;
        let templates = table::templates(group)?;
        let leaks = |cell: &Group| cell.value("cell_leakage_power").is_some() || cell.first("leakage_power").is_some();
        let watt = match group.all("cell").any(leaks) {
            true => unit(group, "leakage_power_unit", "nW", &[("mw", 1.0), ("uw", 1e-3), ("nw", 1e-6), ("pw", 1e-9)])?,
            false => 0.0,
        };
        let read = |(cell, known): (&Group, &library::Cell)| {
            if !known.is_mapped_to() && !known.is_tie() {
                return Ok(CellPower { pins: vec![Vec::new(); known.pins.len()], ..CellPower::default() });
            }
            CellPower::read(cell, known, &templates, units, [energy, watt]).map_err(|e| format!("cell {}: {e}", known.name))
        };
        let cells: Vec<CellPower> = group.all("cell").zip(&library.cells).map(read).collect::<Result<_, _>>()?;
        if cells.iter().flat_map(|cell| &cell.pins).all(Vec::is_empty) {
            return Err(format!("no power tables: none of the {} cells has internal_power", cells.len()));
        }
        Ok(Self { voltage, cells })
    }
}

/// The value of a unit such as `1nW`.
fn unit(library: &Group, name: &str, example: &str, known: &[(&str, f64)]) -> Result<f64, String> {
    let text = library.value(name).ok_or_else(|| format!("{name} is missing"))?;
    let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let number = table::number(text[..split].trim()).ok().filter(|number| *number > 0.0);
    let factor = known.iter().find(|(unit, _)| *unit == text[split..].to_lowercase()).map(|(_, factor)| *factor);
    let product = number.zip(factor).map(|(number, factor)| number * factor);
    product.ok_or_else(|| format!("{name} = {text} is not allowed; allowed: such as 1{example}"))
}

/// The voltage of the default operating conditions, else the nominal one.
fn voltage(library: &Group) -> Result<f64, String> {
    let named = library.value("default_operating_conditions");
    let conditions = library.all("operating_conditions").find(|conditions| Some(conditions.name()) == named);
    let text = conditions.and_then(|conditions| conditions.value("voltage")).or(library.value("nom_voltage"));
    let text = text.ok_or("nom_voltage is missing")?;
    let volts = table::number(text).ok().filter(|volts| *volts > 0.0);
    volts.ok_or_else(|| format!("nom_voltage = {text} is not allowed; allowed: more than 0"))
}

impl CellPower {
    fn read(group: &Group, cell: &library::Cell, templates: &Templates, units: Units, [energy, watt]: [f64; 2]) -> Result<Self, String> {
        let names: Vec<&str> = cell.pins.iter().map(|pin| pin.name.as_str()).collect();
        let when = |group: &Group| group.value("when").map(|when| Function::read(when, &names)).transpose();
        let mut power = Self { pins: vec![Vec::new(); names.len()], ..Self::default() };
        let leakage = |text: Option<&str>| table::number(text.unwrap_or("0")).map(|value| value * watt);
        power.other_leakage = leakage(group.value("cell_leakage_power")).map_err(|e| format!("cell_leakage_power: {e}"))?;
        for group in group.all("leakage_power") {
            let value = leakage(group.value("value")).map_err(|e| format!("leakage_power: {e}"))?;
            match when(group)? {
                Some(when) => power.leakage.push((when, value)),
                None => power.other_leakage = value,
            }
        }
        for pin in group.all("pin") {
            for name in &pin.arguments {
                let at = names.iter().position(|known| known == name).expect("the library has the cell's pins");
                for group in pin.all("internal_power") {
                    let found = internal(group, &names, templates, units, energy).map_err(|e| format!("pin {name}: {e}"))?;
                    power.pins[at].push(InternalPower { when: when(group).map_err(|e| format!("pin {name}: {e}"))?, ..found });
                }
            }
        }
        Ok(power)
    }
}

fn internal(group: &Group, names: &[&str], templates: &Templates, units: Units, energy: f64) -> Result<InternalPower, String> {
    let table = |kind: &str| {
        let table = group.first(kind).map(|table| Table::read_in(energy, table, templates, units));
        table.transpose().map_err(|e| format!("{kind}: {e}"))
    };
    let edges = match table("power")? {
        Some(either) => [Some(either.clone()), Some(either)],
        None => [table("rise_power")?, table("fall_power")?],
    };
    let related = group.value("related_pin").unwrap_or_default().split_whitespace();
    let at = |pin: &str| names.iter().position(|name| *name == pin).ok_or_else(|| format!("related_pin = {pin} is not a pin"));
    Ok(InternalPower {
        supply: group.value("related_pg_pin").unwrap_or_default().to_owned(),
        related: related.map(at).collect::<Result<_, _>>()?,
        when: None,
        edges,
    })
}

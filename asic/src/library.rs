//! The cells of a Liberty file, in nanoseconds, picofarads and square micrometres.

mod cell;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::liberty::{self, Group};
use crate::table::{self, Units};

pub use cell::{Arc, Cell, Pin, Sense, Setup};

/// A library that a router can be mapped to: it has a flip-flop, a buffer and an inverter.
#[derive(Debug, Clone)]
pub struct Library {
    /// Its name.
    pub name: String,
    /// Its cells, in the order of the file.
    pub cells: Vec<Cell>,
    /// For each cell, the cells of the same function and pins, itself among them, the smallest first.
    pub families: Vec<Vec<usize>>,
    /// Buffers, the smallest first.
    pub buffers: Vec<usize>,
    /// The flip-flop of the smallest area.
    pub flip_flop: usize,
    /// Area of the smallest NAND with two inputs, if there is one.
    pub nand2: Option<f64>,
    /// The file without the cells that mapping must not use, and with one pin in each `related_pin`: abc crashes on several.
    pub mapping_text: String,
}

/// A library that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// Not Liberty.
    #[error(transparent)]
    Syntax(#[from] liberty::SyntaxError),
    /// An attribute or a cell that is missing or wrong.
    #[error("{0}")]
    Content(String),
}

impl Library {
    /// Reads a Liberty file.
    ///
    /// # Errors
    /// [`LibraryError`] with what is missing or wrong.
    pub fn read(text: &str) -> Result<Self, LibraryError> {
        let group = liberty::parse(text)?;
        if group.kind != "library" {
            return Err(LibraryError::Content(format!("{} ({}) is not a library", group.kind, group.name())));
        }
        Self::of(&group, text).map_err(LibraryError::Content)
    }

    fn of(group: &Group, text: &str) -> Result<Self, String> {
        let units = units(group)?;
        let templates = table::templates(group)?;
        let named = |cell: &Group, e: String| format!("cell {}: {e}", cell.name());
        let read = |cell: &Group| Cell::read(cell, &templates, units).map_err(|e| named(cell, e));
        let cells: Vec<Cell> = group.all("cell").map(read).collect::<Result<_, _>>()?;
        let mut by_function: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.is_mapped_to()) {
            by_function.entry(cell.signature()).or_default().push(i);
        }
        let mut families: Vec<Vec<usize>> = (0..cells.len()).map(|cell| vec![cell]).collect();
        for family in by_function.values_mut() {
            family.sort_by(|&a, &b| cells[a].area.total_cmp(&cells[b].area).then(a.cmp(&b)));
            family.iter().for_each(|&cell| families[cell].clone_from(family));
        }
        let smallest_first = |is: fn(&Cell) -> bool| {
            let mut found: Vec<usize> = (0..cells.len()).filter(|&i| cells[i].is_mapped_to() && is(&cells[i])).collect();
            found.sort_by(|&a, &b| cells[a].area.total_cmp(&cells[b].area).then(a.cmp(&b)));
            found
        };
        let buffers = smallest_first(Cell::is_buffer);
        let flip_flops = smallest_first(Cell::is_plain_flip_flop);
        let missing = |kind: &str| format!("no {kind} among the {} cells that can be mapped to{}", mapped_to(&cells), without(&cells));
        let flip_flop = *flip_flops.first().ok_or_else(|| missing("flip-flop of a rising clock edge, without set and reset,"))?;
        if buffers.is_empty() {
            return Err(missing("buffer"));
        }
        if smallest_first(Cell::is_inverter).is_empty() {
            return Err(missing("inverter"));
        }
        let nand2 = smallest_first(Cell::is_nand2).first().map(|&nand| cells[nand].area);
        let mapping_text = mapping_text(group, &cells, text);
        Ok(Self { name: group.name().to_owned(), cells, families, buffers, flip_flop, nand2, mapping_text })
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// The output of a cell that is always 1, or 0: cell and pin.
    pub fn tie(&self, value: bool) -> Option<(&Cell, &Pin)> {
        let wanted = if value { "1" } else { "0" };
        let ties = self.cells.iter().filter(|cell| cell.is_tie());
        ties.flat_map(|cell| cell.outputs().map(move |(_, pin)| (cell, pin))).find(|(_, pin)| pin.function.as_deref() == Some(wanted))
    }

    /// The buffer that drives long nets and many inputs: the third smallest, or the largest of fewer.
    pub fn repeater(&self) -> usize {
        self.buffers[self.buffers.len().min(3) - 1]
    }

    /// The transition of a clock that the largest buffer drives to 16 flip-flops, driven itself by such a buffer.
    pub fn clock_transition(&self) -> f64 {
        let (buffer, clock) = (&self.cells[self.buffers[self.buffers.len() - 1]], &self.cells[self.flip_flop]);
        let load = 16.0 * clock.inputs().filter(|(_, pin)| pin.is_clock).map(|(_, pin)| pin.capacitance[0]).sum::<f64>();
        let next = |transition: f64| {
            let arcs = buffer.outputs().flat_map(|(_, pin)| &pin.arcs);
            let tables = arcs.filter_map(|arc| arc.transition[0].as_ref());
            tables.map(|table| table.at(transition, load)).fold(0.0, f64::max)
        };
        // Two digits: it stands in reports.
        let settled = (0..16).fold(0.0, |transition, _| next(transition));
        let factor = 10f64.powi(1 - settled.max(1e-6).log10().floor() as i32);
        (factor * settled).round() / factor
    }
}

fn mapping_text(library: &Group, cells: &[Cell], text: &str) -> String {
    let (mut edited, mut from) = (String::new(), 0);
    let mut replace = |span: &Range<usize>, by: &str| {
        edited += &text[from..span.start];
        edited += by;
        from = span.end;
    };
    for (group, cell) in library.all("cell").zip(cells) {
        if !cell.is_mapped_to() && !cell.is_tie() {
            replace(&group.span, "");
            continue;
        }
        for timing in group.all("pin").flat_map(|pin| pin.all("timing")) {
            let Some(pins) = timing.value("related_pin").filter(|pins| pins.split_whitespace().count() > 1) else { continue };
            let Some((head, tail)) = text[timing.span.clone()].split_once("related_pin") else { continue };
            let of_pin = |pin| format!("{head}related_pin{}", tail.replacen(pins, pin, 1));
            replace(&timing.span, &pins.split_whitespace().map(of_pin).collect::<String>());
        }
    }
    edited + &text[from..]
}

fn mapped_to(cells: &[Cell]) -> usize {
    cells.iter().filter(|cell| cell.is_mapped_to()).count()
}

/// The first output without a function, in words.
fn without(cells: &[Cell]) -> String {
    let found = cells.iter().find_map(|cell| cell.outputs().find(|(_, pin)| pin.function.is_none()).map(|(_, pin)| (cell, pin)));
    found.map_or(String::new(), |(cell, pin)| format!("; output {} of cell {} has no function", pin.name, cell.name))
}

pub(crate) fn units(library: &Group) -> Result<Units, String> {
    let time = library.value("time_unit").ok_or("time_unit is missing")?;
    let split = time.find(|c: char| c.is_alphabetic()).unwrap_or(time.len());
    let factor = |unit: &str| {
        Some(match unit.to_lowercase().as_str() {
            "ns" => 1.0,
            "ps" => 1e-3,
            "fs" => 1e-6,
            _ => return None,
        })
    };
    let number = table::number(time[..split].trim()).ok().filter(|number| *number > 0.0);
    let time =
        number.zip(factor(&time[split..])).ok_or_else(|| format!("time_unit = {time} is not allowed; allowed: such as 1ns, 10ps"))?;
    let words = library.values("capacitive_load_unit").ok_or("capacitive_load_unit is missing")?;
    let unit = words.get(1).and_then(|unit| {
        Some(match unit.to_lowercase().as_str() {
            "pf" => 1.0,
            "ff" => 1e-3,
            _ => return None,
        })
    });
    let number = words.first().and_then(|word| table::number(word).ok()).filter(|number| *number > 0.0);
    let of_words = || format!("capacitive_load_unit = {} is not allowed; allowed: such as 1,pf and 1,ff", words.join(","));
    let capacitance = number.zip(unit).ok_or_else(of_words)?;
    Ok(Units { time: time.0 * time.1, capacitance: capacitance.0 * capacitance.1 })
}

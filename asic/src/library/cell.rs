//! A cell: its pins, its delays, and whether mapping may use it.

use crate::liberty::Group;
use crate::table::{Table, Templates, Units, number};

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// In square micrometres.
    pub area: f64,
    /// Its pins by name, so that cells of one function have them in one order.
    pub pins: Vec<Pin>,
    /// What its `ff` group says, if it has one.
    flip_flop: Option<FlipFlop>,
    /// Names of a flip-flop's state and of its inverse, as functions of outputs have them.
    pub states: Vec<String>,
    /// Mapping must not use it: a pad, a latch, a tri-state, a scan cell, a cell of clock trees ..
    is_special: bool,
}

#[derive(Debug, Clone)]
struct FlipFlop {
    next_state: String,
    clocked_on: String,
    /// Has set or reset.
    is_forced: bool,
}

/// A pin of a cell.
#[derive(Debug, Clone)]
pub struct Pin {
    /// Its name.
    pub name: String,
    /// It is an output, or else an input.
    pub is_output: bool,
    /// Capacitance of an input while it rises and while it falls.
    pub capacitance: [f64; 2],
    /// The largest load of an output.
    pub max_capacitance: f64,
    /// Function of an output, as the file has it.
    pub function: Option<String>,
    /// It is the clock of a flip-flop.
    pub is_clock: bool,
    /// Delays to an output.
    pub arcs: Vec<Arc>,
    /// Setup times of an input.
    pub setups: Vec<Setup>,
}

/// Which edge of an output an edge of an input causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The same edge.
    Positive,
    /// The opposite edge.
    Negative,
    /// Either.
    NonUnate,
    /// Either, at a rising edge of the clock.
    Clock,
}

impl Sense {
    /// The pairs of edges, of input and output: 0 rises, 1 falls.
    pub fn edges(self) -> &'static [(usize, usize)] {
        match self {
            Self::Positive => &[(0, 0), (1, 1)],
            Self::Negative => &[(0, 1), (1, 0)],
            Self::NonUnate => &[(0, 0), (0, 1), (1, 0), (1, 1)],
            Self::Clock => &[(0, 0), (0, 1)],
        }
    }
}

/// Delays from an input to an output, of its rising and falling edge.
#[derive(Debug, Clone)]
pub struct Arc {
    /// The input, as an index of the cell's pins.
    pub from: usize,
    /// Which edges belong together.
    pub sense: Sense,
    /// Delay, of transition and load.
    pub delay: [Option<Table>; 2],
    /// Transition of the output, of transition and load.
    pub transition: [Option<Table>; 2],
}

/// Setup time of a rising and a falling input, of its transition and that of the clock.
#[derive(Debug, Clone)]
pub struct Setup(pub [Option<Table>; 2]);

impl Cell {
    /// Reads a `cell` group.
    ///
    /// # Errors
    /// A number or table that is wrong.
    pub(super) fn read(group: &Group, templates: &Templates, units: Units) -> Result<Self, String> {
        let flip_flop = group.first("ff").map(|ff| FlipFlop {
            next_state: ff.value("next_state").unwrap_or_default().to_owned(),
            clocked_on: plain(ff.value("clocked_on").unwrap_or_default()),
            is_forced: ff.value("clear").or(ff.value("preset")).is_some(),
        });
        let kinds = ["latch", "latch_bank", "ff_bank", "statetable", "test_cell", "bus", "bundle"];
        let name = group.name().to_owned();
        let named = |words: &[&str]| words.iter().any(|word| name.to_lowercase().contains(word));
        let is_special = group.groups.iter().any(|inner| kinds.contains(&inner.kind.as_str()))
            || ["dont_use", "pad_cell", "dont_touch"].iter().any(|flag| group.value(flag) == Some("true"))
            || group.value("clock_gating_integrated_cell").is_some()
            || group.all("pin").any(|pin| pin.value("three_state").is_some())
            // A library says of no cell that it is made for clock trees or to be slow but by its name.
            || named(&["clkbuf", "clkinv", "dly", "lpflow", "probe", "macro"]);
        let mut pins = Vec::new();
        for pin in group.all("pin") {
            for name in &pin.arguments {
                pins.push((Pin::read(name, pin, units).map_err(|e| format!("pin {name}: {e}"))?, pin));
            }
        }
        pins.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        let names: Vec<String> = pins.iter().map(|(pin, _)| pin.name.clone()).collect();
        let clock = flip_flop.as_ref().map(|ff: &FlipFlop| ff.clocked_on.trim_matches(['!', '\'', '(', ')']).to_owned());
        let area = number(group.value("area").unwrap_or("0")).map_err(|e| format!("area: {e}"))?;
        for (pin, group) in &mut pins {
            pin.is_clock = clock.as_ref() == Some(&pin.name);
            if !is_special {
                let named = |e: String| format!("pin {}: {e}", pin.name);
                (pin.arcs, pin.setups) = timing(group, &names, templates, units).map_err(named)?;
            }
        }
        let pins = pins.into_iter().map(|(pin, _)| pin).collect();
        let states = group.first("ff").map(|ff| ff.arguments.clone()).unwrap_or_default();
        Ok(Self { name, area, pins, flip_flop, states, is_special })
    }

    /// The inputs, with their indexes.
    pub fn inputs(&self) -> impl Iterator<Item = (usize, &Pin)> {
        self.pins.iter().enumerate().filter(|(_, pin)| !pin.is_output)
    }

    /// The outputs, with their indexes.
    pub fn outputs(&self) -> impl Iterator<Item = (usize, &Pin)> {
        self.pins.iter().enumerate().filter(|(_, pin)| pin.is_output)
    }

    /// Whether it has a flip-flop.
    pub fn is_flip_flop(&self) -> bool {
        self.flip_flop.is_some()
    }

    /// The function that a flip-flop's state takes at a clock edge, as the file has it.
    pub fn next_state(&self) -> Option<&str> {
        self.flip_flop.as_ref().map(|ff| ff.next_state.as_str())
    }

    /// Mapping may use it: its function is known and, unless it is a flip-flop, of at most five inputs, as abc has them.
    pub fn is_mapped_to(&self) -> bool {
        let inputs = self.inputs().count();
        let known = self.outputs().next().is_some() && self.outputs().all(|(_, pin)| pin.function.is_some());
        !self.is_special && known && inputs > 0 && (inputs <= 5 || self.is_flip_flop())
    }

    /// It has no inputs, and outputs that are constant.
    pub(crate) fn is_tie(&self) -> bool {
        let is_constant = |pin: &Pin| matches!(pin.function.as_deref(), Some("0" | "1"));
        !self.is_special
            && self.inputs().next().is_none()
            && self.outputs().next().is_some()
            && self.outputs().all(|(_, pin)| is_constant(pin))
    }

    /// A flip-flop of a rising clock edge, with a data input and without set and reset.
    pub(super) fn is_plain_flip_flop(&self) -> bool {
        let is_input = |name: &String| self.inputs().any(|(_, pin)| pin.name == *name);
        self.flip_flop.as_ref().is_some_and(|ff| !ff.is_forced && is_input(&ff.clocked_on) && is_input(&plain(&ff.next_state)))
    }

    /// It has one output; its function, and the names of its inputs.
    fn gate(&self) -> Option<(String, Vec<&str>)> {
        let mut outputs = self.outputs();
        let function = plain(outputs.next()?.1.function.as_deref()?);
        (outputs.next().is_none() && !self.is_flip_flop()).then(|| (function, self.inputs().map(|(_, pin)| pin.name.as_str()).collect()))
    }

    pub(super) fn is_buffer(&self) -> bool {
        self.gate().is_some_and(|(function, inputs)| inputs == [function])
    }

    pub(super) fn is_inverter(&self) -> bool {
        self.gate().is_some_and(|(function, inputs)| inputs.len() == 1 && inversions(inputs[0]).contains(&function))
    }

    pub(super) fn is_nand2(&self) -> bool {
        self.gate().is_some_and(|(function, inputs)| match inputs[..] {
            [a, b] => [(a, b), (b, a)].iter().any(|(a, b)| {
                let ands = ["*", "&", ""].map(|and| format!("{a}{and}{b}"));
                ands.iter().any(|and| inversions(and).contains(&function))
            }),
            _ => false,
        })
    }

    /// The same for cells that differ in drive strength alone.
    pub(super) fn signature(&self) -> String {
        let plain = |pin: &Pin| pin.function.as_deref().map(plain);
        let pins: Vec<_> = self.pins.iter().map(|pin| (&pin.name, pin.is_output, plain(pin))).collect();
        let flip_flop = self.flip_flop.as_ref().map(|ff| (self::plain(&ff.next_state), &ff.clocked_on, ff.is_forced));
        format!("{pins:?} {flip_flop:?}")
    }
}

/// Ways to write that `of` is inverted.
fn inversions(of: &str) -> [String; 4] {
    [format!("!{of}"), format!("!({of})"), format!("{of}'"), format!("({of})'")]
}

/// A function without spaces, quotes and the parentheses around all of it. Spaces between two names are an AND.
fn plain(function: &str) -> String {
    let mut text: String = function.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
    while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let mut depth = 0i32;
        let is_whole = inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        });
        if !is_whole {
            break;
        }
        text = inner.to_owned();
    }
    text
}

impl Pin {
    /// The larger capacitance, of its two edges.
    pub fn load(&self) -> f64 {
        f64::max(self.capacitance[0], self.capacitance[1])
    }

    fn read(name: &str, group: &Group, units: Units) -> Result<Self, String> {
        let number = |attribute: &str| group.value(attribute).map(|text| number(text).map_err(|e| format!("{attribute}: {e}"))).transpose();
        let both = number("capacitance")?.unwrap_or(0.0);
        let capacitance = [number("rise_capacitance")?.unwrap_or(both), number("fall_capacitance")?.unwrap_or(both)];
        Ok(Self {
            name: name.to_owned(),
            is_output: group.value("direction") == Some("output"),
            capacitance: capacitance.map(|edge| edge * units.capacitance),
            max_capacitance: number("max_capacitance")?.unwrap_or(f64::INFINITY) * units.capacitance,
            function: group.value("function").map(|text| text.trim().to_owned()),
            is_clock: false,
            arcs: Vec::new(),
            setups: Vec::new(),
        })
    }
}

fn timing(pin: &Group, names: &[String], templates: &Templates, units: Units) -> Result<(Vec<Arc>, Vec<Setup>), String> {
    let (mut arcs, mut setups) = (Vec::new(), Vec::new());
    for group in pin.all("timing") {
        let pair = |[rise, fall]: [&str; 2]| {
            let table =
                |kind: &str| group.first(kind).map(|table| Table::read(table, templates, units).map_err(|e| format!("{kind}: {e}")));
            Ok::<_, String>([table(rise).transpose()?, table(fall).transpose()?])
        };
        let kind = group.value("timing_type").unwrap_or("combinational");
        let sense = match (kind, group.value("timing_sense")) {
            ("setup_rising", _) => {
                setups.push(Setup(pair(["rise_constraint", "fall_constraint"])?));
                continue;
            }
            ("rising_edge", _) => Sense::Clock,
            ("combinational" | "combinational_rise" | "combinational_fall", Some("positive_unate")) => Sense::Positive,
            ("combinational" | "combinational_rise" | "combinational_fall", Some("negative_unate")) => Sense::Negative,
            ("combinational" | "combinational_rise" | "combinational_fall", _) => Sense::NonUnate,
            // Hold, recovery, pulse widths; flip-flops of a falling edge, which no router has.
            _ => continue,
        };
        let (delay, transition) = (pair(["cell_rise", "cell_fall"])?, pair(["rise_transition", "fall_transition"])?);
        for related in group.value("related_pin").unwrap_or_default().split_whitespace() {
            let from = names.iter().position(|name| name == related).ok_or_else(|| format!("related_pin = {related} is not a pin"))?;
            arcs.push(Arc { from, sense, delay: delay.clone(), transition: transition.clone() });
        }
    }
    Ok((arcs, setups))
}

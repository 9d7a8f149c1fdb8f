//! The tables of a router: its turns, the outputs that heads can exchange, the VCs that packets in order keep.

use minijinja::{Value, context};

use super::shape::Shape;
use super::turns::{Inputs, class, kept_of};
use crate::parameters::Parameters;
use crate::wrapped::wrapped;

/// The table of turns, a line an input VC, the last first.
pub(super) fn turn_lines(p: &Parameters, shape: &Shape, inputs: &Inputs) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, port) in p.ports.iter().enumerate() {
        for v in 0..shape.share {
            let groups: Vec<String> = inputs.rows[i][v as usize]
                .chunks(shape.ports as usize)
                .map(|group| group.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect())
                .rev()
                .collect();
            let comma = if lines.is_empty() { " " } else { "," };
            let vc = if shape.share > 1 { format!(", VC {v}") } else { String::new() };
            lines.push(format!("{}'b{}{comma}  // from {port}{vc}", shape.row(), groups.join("_")));
        }
    }
    lines.reverse();
    lines
}

/// By output the inputs from which packets go to it, the last output first.
pub(super) fn input_lines(p: &Parameters, inputs: &Inputs) -> Vec<String> {
    let ports = p.ports.len();
    let takes = |o: usize, i: usize| inputs.rows[i].iter().any(|row| row.iter().skip(o).step_by(ports).any(|bit| *bit));
    let bits = |o: usize| (0..ports).rev().map(|i| if takes(o, i) { '1' } else { '0' }).collect::<String>();
    let line = |(o, port): (usize, &String)| format!("{ports}'b{}{}  // to {port}", bits(o), if o == 0 { " " } else { "," });
    p.ports.iter().enumerate().rev().map(line).collect()
}

pub(super) fn turns_head(p: &Parameters, shape: &Shape) -> String {
    let names: Vec<&str> = p.ports.iter().rev().map(String::as_str).collect();
    let vcs = if shape.share > 1 { format!("VC {} .. 0, of each ", shape.share - 1) } else { String::new() };
    format!("to {vcs}{}", names.join(" "))
}

/// By input VC the outputs that a head can exchange, the last first.
pub(super) fn either_lines(p: &Parameters, shape: &Shape, inputs: &Inputs) -> Vec<String> {
    let ports = shape.ports as usize;
    let mut lines = Vec::new();
    for (i, port) in p.ports.iter().enumerate().filter(|_| shape.either) {
        for vc in 0..shape.vcs {
            let row = &inputs.rows[i][(vc % shape.share) as usize];
            let there = |o: usize| row.iter().skip(o).step_by(ports).any(|bit| *bit);
            let both = |o: usize| {
                let other = if o % 2 == 1 { o + 1 } else { o.saturating_sub(1) };
                o > 0 && other < ports && there(o) && there(other) && p.rtl.either[i] >> o & 1 == 1
            };
            let bits: String = (0..ports).rev().map(|o| if both(o) { '1' } else { '0' }).collect();
            let comma = if lines.is_empty() { " " } else { "," };
            lines.push(format!("{ports}'b{bits}{comma}  // from {port}, VC {vc}"));
        }
    }
    lines.reverse();
    lines
}

/// The VCs of the last class.
pub(super) fn adaptive(p: &Parameters, shape: &Shape) -> String {
    let bits: String = (0..shape.share).rev().map(|w| if class(p, w) == shape.classes - 1 { '1' } else { '0' }).collect();
    format!("{}'b{bits}", shape.share)
}

/// The other ways round the rings, the last output first.
pub(super) fn across(ports: u32) -> String {
    let other = |o: u32| if o % 2 == 1 { o + 1 } else { o.saturating_sub(1) };
    let bit = |o: u32| if o == 0 || other(o) >= ports { "1'b0".to_owned() } else { format!("ring_port[{}]", other(o)) };
    wrapped((0..ports).rev().map(bit), ",", 24, "\n    ")
}

/// By class or set of classes the VCs that heads in VC 0, 1, .. keep of it (RC9).
pub(super) fn kept(p: &Parameters, shape: &Shape) -> Vec<Value> {
    if !shape.order || shape.class_bits == 0 {
        return Vec::new();
    }
    let all = (1u32 << shape.classes) - 1;
    let sets: Vec<(u32, u32)> = if shape.mixed {
        (1..=all).map(|set| (set, set)).filter(|(set, _)| shape.classes <= 4 || set.is_power_of_two() || *set == all).collect()
    } else {
        (0..shape.classes).map(|c| (c, 1 << c)).collect()
    };
    let count = sets.len();
    let row = |(at, (code, set)): (usize, &(u32, u32))| {
        let one = |vc: u32| format!("{:0width$b}", 1u32 << kept_of(p, *set, vc), width = shape.share as usize);
        let vcs: Vec<String> = (0..shape.share).rev().map(one).collect();
        let code = if at + 1 == count { "default".to_owned() } else { format!("{}'d{code}", shape.class_bits) };
        context! { code, vcs => format!("{}'b{}", shape.share * shape.share, vcs.join("_")) }
    };
    sets.iter().enumerate().map(row).collect()
}

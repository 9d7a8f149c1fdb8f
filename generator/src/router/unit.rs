//! What the templates of an input unit, and of an output's VCs with three cycles a hop, see beside the router's values.

use minijinja::{Value, context};

use super::shape::{Output, Shape};
use super::turns::Unit;
use crate::bits::clog2;
use crate::templates::Values;

/// The values of an input unit and of what is in it.
pub(super) fn of_unit(common: &Values, shape: &Shape, unit: &Unit) -> Values {
    let mut values = common.clone();
    let own = unit.own.len() as u32;
    let dense = !unit.some;
    let names: Vec<String> = unit.own.iter().map(|vc| format!("VC {vc}")).collect();
    let ranks_of = |m: u32| unit.own.iter().zip(0..).filter(move |(vc, _)| **vc / shape.share == m).map(|(_, rank)| rank);
    let class_of = |one_hot: &str| {
        let any = |m: u32| {
            let terms: Vec<String> = ranks_of(m).map(|rank: u32| format!("{one_hot}[{rank}]")).collect();
            if terms.is_empty() { "1'b0".to_owned() } else { terms.join(" | ") }
        };
        concatenated((0..shape.messages).rev().map(any))
    };
    let rank_bits = clog2(own).max(1);
    let slots_bits = match own {
        1 => "SLOT_BITS".to_owned(),
        _ => format!("SLOT_BITS + {rank_bits}"),
    };
    let vc_bits = clog2(shape.vcs).max(1);
    let number_bit = |b: u32| {
        let terms: Vec<String> =
            unit.own.iter().zip(0..).filter(|(vc, _)| **vc >> b & 1 == 1).map(|(_, r)| format!("picked[{r}]")).collect();
        if terms.is_empty() { "1'b0".to_owned() } else { terms.join(" | ") }
    };
    let picked_number = if own == 1 { format!("{vc_bits}'d{}", unit.own[0]) } else { concatenated((0..vc_bits).rev().map(number_bit)) };
    let (last, others) = unit.own.split_last().map_or((0, &[][..]), |(last, others)| (*last, others));
    let own_of_v = others.iter().zip(0..).map(|(vc, v)| format!("(v == {v}) ? {vc} : ")).collect::<String>() + &last.to_string();
    let vcs_picked_slices: Vec<String> =
        (0..shape.messages).rev().map(|m| format!("vcs_picked[{}:{}]", (m + 1) * shape.share - 1, m * shape.share)).collect();
    let choosing_vcs = match (shape.three, shape.messages) {
        (true, _) => "head_vcs".to_owned(),
        (false, 1) => "vcs_picked".to_owned(),
        (false, _) => format!("({})", vcs_picked_slices.join(" | ")),
    };
    let credit_left = if shape.vcs == 1 {
        "|(request & credit_after_send)".to_owned()
    } else {
        let term = |w: u32| {
            let slice = |vector: &str, w: u32| format!("{vector}[{}:{}]", (w + 1) * shape.ports - 1, w * shape.ports);
            let reach = if shape.needs_reach() { format!(" & {}", slice("REACH", w % shape.share)) } else { String::new() };
            format!("({{{}{{flit_vcs[{w}]}}}} & {}{reach})", shape.ports, slice("credit_after_send", w))
        };
        let terms: Vec<String> = (0..shape.vcs).map(term).collect();
        format!("|(request & ({}))", terms.join(" |\n    "))
    };
    let more = [
        ("unit", unit.of("input_unit").into()),
        ("head_call", unit.of("head_call").into()),
        ("flit_pick", unit.of("flit_pick").into()),
        ("own", own.into()),
        ("own_vcs", Value::from(unit.own.clone())),
        ("own_names", names.join(", ").into()),
        ("own_of_v", own_of_v.into()),
        ("dense", dense.into()),
        ("sparse", unit.some.into()),
        ("rank_bits", rank_bits.into()),
        ("slots_bits", slots_bits.into()),
        ("picked_number", picked_number.into()),
        ("class_picked", class_of("picked").into()),
        ("class_called", class_of("called").into()),
        ("choosing_vcs", choosing_vcs.into()),
        ("credit_left", credit_left.into()),
        ("requests", Value::from(if shape.three { vc_requests(shape) } else { Vec::new() })),
    ];
    values.extend(more);
    values
}

/// The values of an output of a router with three cycles a hop.
pub(super) fn of_output(common: &Values, shape: &Shape, output: &Output) -> Values {
    let mut values = common.clone();
    let (share, per) = (shape.share, output.per);
    let groups = shape.messages * per;
    let range = |g: u32| {
        let (m, c) = (g / per, g % per);
        let low = m * share + (c * share).div_ceil(per);
        let high = m * share + ((c + 1) * share).div_ceil(per);
        (low, high - 1)
    };
    let arbiters = (0..groups).map(|g| {
        let (first, last) = range(g);
        context! { name => g, low => g * shape.ports, high => (g + 1) * shape.ports - 1, first, last }
    });
    let of_vcs =
        |first: u32, last: u32, set: &str| if first == last { format!("{set}[{first}]") } else { format!("{set}[{last}:{first}]") };
    let lowest = (0..if output.any_will_do { groups } else { shape.messages }).map(|g| {
        let (first, last) = if output.any_will_do { range(g) } else { (g * share, (g + 1) * share - 1) };
        let free = of_vcs(first, last, "vc_free");
        let (one, set) = if output.any_will_do {
            let count = last - first + 1;
            (format!("{free} & (|asks_{g})"), format!("{free} & {{{count}{{|asks_{g}}}}}"))
        } else {
            let set = format!("{free} & {}", of_vcs(first, last, "wanted_vcs"));
            (set.clone(), set)
        };
        context! { first, last, one, set }
    });
    let place = if output.module == "local_vcs" {
        if shape.locals == 1 { "the local output" } else { "a local output" }
    } else if shape.outputs().len() > 1 {
        "an output to a link"
    } else {
        "an output port"
    };
    let group_text = match (shape.messages, per) {
        (1, _) => "one for each class",
        (_, 1) => "one for each message class",
        _ => "one for each class of each message class",
    };
    values.extend([
        ("unit", output.module.into()),
        ("where", place.into()),
        ("groups_here", groups.into()),
        ("group_text", group_text.into()),
        ("any_will_do", output.any_will_do.into()),
        ("arbiters", Value::from(arbiters.collect::<Vec<_>>())),
        ("lowest", Value::from(lowest.collect::<Vec<_>>())),
    ]);
    values
}

pub(super) fn plus(bits: u32) -> String {
    if bits == 0 { String::new() } else { format!("{bits}+") }
}

pub(super) fn concatenated(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.len() == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
}

pub(super) fn output_value(shape: &Shape, output: &Output) -> Value {
    let (per_input, per) = (shape.per_class(), output.per);
    // The arbiter here of each that an input asks
    let own: Vec<Option<u32>> =
        (0..shape.messages * per_input).map(|g| (g % per_input < per).then_some(g / per_input * per + g % per_input)).collect();
    let groups = shape.messages * per;
    let gets = |i: u32| (0..groups).map(|g| format!("gets[{}]", g * shape.ports + i)).collect::<Vec<_>>().join(" | ");
    let term = |i: u32| format!("({{{0}{{{1}}}}} & wanted_vcs[{2}:{3}])", shape.vcs, gets(i), (i + 1) * shape.vcs - 1, i * shape.vcs);
    let wanted: Vec<String> = (0..shape.ports).map(term).collect();
    context! { module => output.module, groups, own, wants => !output.any_will_do, wanted => wanted.join(" |\n        ") }
}

/// What an input asks of the arbiters of VC allocation, with three cycles a hop.
pub(super) fn vc_requests(shape: &Shape) -> Vec<Value> {
    let (ports, locals, share, per) = (shape.ports, shape.locals, shape.share, shape.per_class());
    let port = if shape.mixed || shape.order { "asked_port" } else { "head_port" };
    let request = |g: u32| {
        let (m, c) = (g / per, g % per);
        let of_message = if shape.messages > 1 { format!(" & {{{ports}{{of_class[{m}]}}}}") } else { String::new() };
        let text = if per == 1 {
            format!("{port}{of_message}")
        } else {
            let (low, high) = ((c * share).div_ceil(per), ((c + 1) * share).div_ceil(per));
            let term =
                |w: u32| format!("({{{}{{head_vcs[{w}]}}}} & REACH[{}:{}])", ports - locals, (w + 1) * ports - 1, w * ports + locals);
            let terms: Vec<String> = (low..high).map(term).collect();
            {
                let home = if c == 0 { "1" } else { "0" }.repeat(locals as usize);
                format!("{port}{of_message} & {{{},\n    {locals}'b{home}}}", terms.join(" |\n    "))
            }
        };
        context! { low => g * ports, high => (g + 1) * ports - 1, text }
    };
    (0..shape.messages * per).map(request).collect()
}

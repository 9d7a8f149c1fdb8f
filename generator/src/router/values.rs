//! What the templates of the router see.

use minijinja::{Value, context};
use torusmith_design::{Interface, Pipeline, Scope, Target};

use super::turns::{Inputs, Unit, class, kept_of};
use crate::bits::clog2;
use crate::parameters::Parameters;
use crate::templates::Values;
use crate::wrapped::wrapped;

/// What decides how a router is built.
pub(crate) struct Shape {
    pub ports: u32,
    pub vcs: u32,
    pub messages: u32,
    pub share: u32,
    pub classes: u32,
    pub mixed: bool,
    pub order: bool,
    pub either: bool,
    pub any_reuse: bool,
    pub one: bool,
    pub three: bool,
    /// A head may have one VC of the links, as each class has one.
    pub single: bool,
    /// That VC is a bit.
    pub bit: bool,
    pub class_bits: u32,
    pub turns_back: bool,
    pub way_bits: u32,
    pub hop_bits: u32,
    /// Routing is a hop ahead.
    pub ahead: bool,
    /// A hop waits in the routers' own bits of a head.
    pub inside: bool,
}

impl Shape {
    pub fn of(p: &Parameters) -> Self {
        let (ports, vcs, messages) = (p.ports.len() as u32, p.num_vcs, p.message_classes);
        let (share, classes, mixed) = (vcs / messages, p.rtl.classes(), p.rtl.mixed_classes && p.rtl.classes() > 1);
        let class_bits = if mixed { classes } else { clog2(classes) };
        let order = p.order_bit() == 1;
        let single = classes == share && !mixed && !order;
        let turns_back = p.rtl.turns.masks().iter().enumerate().any(|(i, mask)| i > 0 && mask >> i & 1 == 1);
        let way_bits = clog2(if turns_back { ports } else { ports - 1 }).max(1);
        let either = !p.rtl.either.is_empty();
        let hop_bits = way_bits + class_bits + u32::from(either);
        let room = p.least_width().saturating_sub(2 * p.address_bits + p.route_bits).min(8);
        let fits = hop_bits <= room;
        let one = p.pipeline == Pipeline::One;
        let ahead = one && p.rtl.neighbours.is_some() && fits;
        Self {
            ports,
            vcs,
            messages,
            share,
            classes,
            mixed,
            order,
            either,
            any_reuse: p.reuse_empty != 0,
            one,
            three: p.pipeline == Pipeline::Three,
            single,
            bit: share == 2 && classes == 2 && !mixed,
            class_bits,
            turns_back,
            way_bits,
            hop_bits,
            ahead,
            inside: !ahead && fits && p.target == Target::Asic,
        }
    }

    /// Whether requests are void before the pick rather than after it (SA2).
    fn void_early(&self) -> bool {
        self.vcs != 3 || self.messages > 1
    }

    /// Arbiters of VC allocation of a message class at an output to a link (VA3).
    fn per_class(&self) -> u32 {
        if self.mixed { 1 } else { self.classes }
    }

    fn row(&self) -> u32 {
        self.share * self.ports
    }

    /// The outputs of a router with three cycles a hop: all alike, or that of the local port first.
    pub fn outputs(&self) -> Vec<Output> {
        let link = Output { module: "output_vcs", per: self.per_class(), any_will_do: !self.order && !self.mixed };
        let local = Output { module: "local_vcs", per: 1, any_will_do: !self.order };
        if self.three && self.classes > 1 && !(self.order && self.mixed) { vec![local, link] } else { vec![link] }
    }
}

/// An output of a router with three cycles a hop.
pub(crate) struct Output {
    pub module: &'static str,
    /// Arbiters for each message class.
    per: u32,
    /// All heads that ask an arbiter wait for the same VCs.
    any_will_do: bool,
}

/// The values that all templates of a router see.
pub(crate) fn values(p: &Parameters, shape: &Shape, inputs: &Inputs) -> Values {
    let (ports, vcs, share, row) = (shape.ports, shape.vcs, shape.share, shape.row());
    let vc_bits = p.vc_bits();
    let names: Vec<&str> = p.ports.iter().map(String::as_str).collect();
    let asked = if shape.either { "asked_vcs" } else { "output_vcs" };
    let irregular = p.irregular();
    let conditional = irregular || inputs.units.len() > 1 || !inputs.unused.is_empty();
    let units = inputs.units.iter().map(|unit| {
        let here = unit.inputs.iter().map(|i| format!("i == {i}")).collect::<Vec<_>>().join(" || ");
        let condition = match (irregular, inputs.units.len() == 1 && inputs.unused.is_empty()) {
            (true, true) => "PORTS_PRESENT[i]".to_owned(),
            (true, false) => format!("PORTS_PRESENT[i] && ({here})"),
            (false, _) => here,
        };
        context! { module => unit.of("input_unit"), label => unit.label(), own => unit.own.len(), condition => condition }
    });
    let (header_bits, depth) = (p.address_bits + p.route_bits, p.buffer_depth);
    let groups = shape.messages * shape.per_class();
    let wants = shape.outputs().iter().any(|output| !output.any_will_do);
    let bits = |range: std::ops::Range<u32>| format!("[{}:{}]", range.end - 1, range.start);
    let header_text = format!(
        "data {} is the destination, {}{} the source",
        bits(0..p.address_bits),
        if p.route_bits > 0 { format!("{} routing bits, ", bits(p.address_bits..header_bits)) } else { String::new() },
        bits(header_bits..header_bits + p.address_bits)
    );
    let reuse = format!("{vcs}'b{:0width$b}", p.reuse_empty, width = vcs as usize);
    let all_reuse = p.reuse_empty == (1 << vcs) - 1;
    let mut values: Values = [
        ("network", p.network.to_string().into()),
        ("nodes", p.network.nodes().into()),
        ("ports", ports.into()),
        ("port_list", wrapped(names.iter().enumerate().map(|(i, name)| format!("{i} {name}")), ",", 20, "\n//                  ").into()),
        ("vcs", vcs.into()),
        ("vc_bits", vc_bits.into()),
        ("vcs_text", if vcs == 1 { "one virtual channel (VC)".to_owned() } else { format!("{vcs} virtual channels (VCs)") }.into()),
        ("messages", shape.messages.into()),
        ("share", share.into()),
        ("row", row.into()),
        ("classes", shape.classes.into()),
        ("class_bits", shape.class_bits.into()),
        ("mixed", shape.mixed.into()),
        ("single", shape.single.into()),
        ("one_vc_a_class", (shape.classes == share && !shape.mixed).into()),
        ("bit", shape.bit.into()),
        ("order", shape.order.into()),
        ("either", shape.either.into()),
        ("asked", asked.into()),
        ("any_reuse", shape.any_reuse.into()),
        ("all_reuse", all_reuse.into()),
        ("reuse", reuse.into()),
        ("reuse_text", reuse_text(p, all_reuse).into()),
        ("counter", if shape.any_reuse { "credit_counter_whole" } else { "credit_counter" }.into()),
        ("one", shape.one.into()),
        ("three", shape.three.into()),
        ("ahead", shape.ahead.into()),
        ("inside", shape.inside.into()),
        ("asic", (p.target == Target::Asic).into()),
        ("void_early", shape.void_early().into()),
        ("rewrites", p.rtl.rewrites.into()),
        ("turns_back", shape.turns_back.into()),
        ("way_bits", shape.way_bits.into()),
        ("hop_bits", shape.hop_bits.into()),
        ("depth", depth.into()),
        ("slot_bits", clog2(depth).max(1).into()),
        ("flit_width", p.flit_width.into()),
        ("least_width", p.router_least_width(shape).into()),
        ("address_bits", p.address_bits.into()),
        ("route_bits", p.route_bits.into()),
        ("header_bits", header_bits.into()),
        ("header_text", header_text.into()),
        ("irregular", irregular.into()),
        ("wired", p.wired().into()),
        ("conditional", conditional.into()),
        ("sparse", inputs.units.iter().any(|unit| unit.some).into()),
        ("units", Value::from(units.collect::<Vec<_>>())),
        ("turns", Value::from(turn_lines(p, shape, inputs))),
        ("turns_head", turns_head(p, shape).into()),
        ("inputs_of_outputs", Value::from(input_lines(p, inputs))),
        ("either_rows", Value::from(either_lines(p, shape, inputs))),
        ("adaptive", adaptive(p, shape).into()),
        ("across", across(ports).into()),
        ("kept", Value::from(kept(p, shape))),
        ("groups", groups.into()),
        ("wants", wants.into()),
        ("free_asks", (shape.mixed || shape.order).into()),
        ("local_differs", (shape.outputs().len() > 1).into()),
        ("outputs", Value::from(shape.outputs().iter().map(|output| output_value(shape, output)).collect::<Vec<_>>())),
        ("flit_vcs_of_input", concatenated((0..vcs).rev().map(|w| format!("flit_vcs[{}i]", plus(w * ports)))).into()),
        ("out_vc", Value::from(out_vc(vcs, vc_bits, ports))),
        ("this_vc", this_vc(vcs, vc_bits).into()),
        ("unused", unused(p, shape).into()),
        ("unused_of_input", unused_of_input(p, shape, groups * ports).into()),
        ("unused_text", unused_text(shape).into()),
        ("route_arguments", p.rtl.route_parameters.iter().map(|(name, value)| format!(", .{name}({value})")).collect::<String>().into()),
        ("far", Value::from(far(p))),
        ("counters", p.counters.into()),
        ("counter_bits", p.counter_bits().into()),
        ("port_bits", p.port_bits().into()),
        ("counter_clocks", if p.scope == Scope::Network { 1 } else { 2 }.into()),
        ("counter_read", counter_read(p).into()),
    ]
    .into_iter()
    .collect();
    let choosing = if shape.three {
        "head_port"
    } else if shape.void_early() {
        "request"
    } else {
        "port_picked"
    };
    let needs_reach = match shape.three {
        true => share > 1,
        false => share > 2 && (!shape.void_early() || !shape.order && !shape.single),
    };
    values.insert("needs_reach", needs_reach.into());
    values.insert("takes_from", (!shape.turns_back || shape.ahead).into());
    let any_port: Vec<String> = (0..share * share).rev().map(|at| format!("TURNS[{}:{}]", (at + 1) * ports - 1, at * ports)).collect();
    values.insert("any_port", Value::from(any_port));
    values.insert("choosing_port", choosing.into());
    values.insert("lower_free", Value::from(lower_free(shape, choosing)));
    let interface = p.interface != Interface::Flit;
    values.insert("interface", interface.into());
    values
}

/// The values of an input unit and of what is in it.
pub(crate) fn of_unit(common: &Values, shape: &Shape, unit: &Unit) -> Values {
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
            format!("({{{}{{flit_vcs[{w}]}}}} & credit_after_send[{}:{}])", shape.ports, (w + 1) * shape.ports - 1, w * shape.ports)
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
pub(crate) fn of_output(common: &Values, shape: &Shape, output: &Output) -> Values {
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
        "the local output"
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

fn plus(bits: u32) -> String {
    if bits == 0 { String::new() } else { format!("{bits}+") }
}

fn concatenated(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.len() == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
}

/// The table of turns, a line an input VC, the last first.
fn turn_lines(p: &Parameters, shape: &Shape, inputs: &Inputs) -> Vec<String> {
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
fn input_lines(p: &Parameters, inputs: &Inputs) -> Vec<String> {
    let ports = p.ports.len();
    let takes = |o: usize, i: usize| inputs.rows[i].iter().any(|row| row.iter().skip(o).step_by(ports).any(|bit| *bit));
    let bits = |o: usize| (0..ports).rev().map(|i| if takes(o, i) { '1' } else { '0' }).collect::<String>();
    let line = |(o, port): (usize, &String)| format!("{ports}'b{}{}  // to {port}", bits(o), if o == 0 { " " } else { "," });
    p.ports.iter().enumerate().rev().map(line).collect()
}

fn turns_head(p: &Parameters, shape: &Shape) -> String {
    let names: Vec<&str> = p.ports.iter().rev().map(String::as_str).collect();
    let vcs = if shape.share > 1 { format!("VC {} .. 0, of each ", shape.share - 1) } else { String::new() };
    format!("to {vcs}{}", names.join(" "))
}

/// By input VC the outputs that a head can exchange, the last first.
fn either_lines(p: &Parameters, shape: &Shape, inputs: &Inputs) -> Vec<String> {
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
fn adaptive(p: &Parameters, shape: &Shape) -> String {
    let bits: String = (0..shape.share).rev().map(|w| if class(p, w) == shape.classes - 1 { '1' } else { '0' }).collect();
    format!("{}'b{bits}", shape.share)
}

/// The other ways round the rings, the last output first.
fn across(ports: u32) -> String {
    let other = |o: u32| if o % 2 == 1 { o + 1 } else { o.saturating_sub(1) };
    let bit = |o: u32| if o == 0 || other(o) >= ports { "1'b0".to_owned() } else { format!("ring_port[{}]", other(o)) };
    wrapped((0..ports).rev().map(bit), ",", 24, "\n    ")
}

/// By class or set of classes the VCs that heads in VC 0, 1, .. keep of it (RC9).
fn kept(p: &Parameters, shape: &Shape) -> Vec<Value> {
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

fn output_value(shape: &Shape, output: &Output) -> Value {
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
fn vc_requests(shape: &Shape) -> Vec<Value> {
    let (ports, share, per) = (shape.ports, shape.share, shape.per_class());
    let port = if shape.mixed || shape.order { "asked_port" } else { "head_port" };
    let request = |g: u32| {
        let (m, c) = (g / per, g % per);
        let of_message = if shape.messages > 1 { format!(" & {{{ports}{{of_class[{m}]}}}}") } else { String::new() };
        let text = if per == 1 {
            format!("{port}{of_message}")
        } else {
            let (low, high) = ((c * share).div_ceil(per), ((c + 1) * share).div_ceil(per));
            let term = |w: u32| format!("({{{}{{head_vcs[{w}]}}}} & REACH[{}:{}])", ports - 1, (w + 1) * ports - 1, w * ports + 1);
            let terms: Vec<String> = (low..high).map(term).collect();
            format!("{port}{of_message} & {{{},\n    1'b{}}}", terms.join(" |\n    "), u32::from(c == 0))
        };
        context! { low => g * ports, high => (g + 1) * ports - 1, text }
    };
    (0..shape.messages * per).map(request).collect()
}

/// By VC but the last, of a head: it may have that VC, which is free.
fn lower_free(shape: &Shape, port: &str) -> Vec<String> {
    let (ports, share) = (shape.ports, shape.share);
    let whole = shape.three || !shape.void_early();
    let vector = if whole { "free" } else { "vc_free" };
    let free = |m: u32, w: u32| {
        let low = (m * share + w) * ports;
        let reach = if whole { String::new() } else { format!(" & REACH[{}:{}]", (w + 1) * ports - 1, w * ports) };
        format!("|({port} & {vector}[{}:{low}]{reach})", low + ports - 1)
    };
    let term = |m: u32, w: u32| match (shape.single, shape.messages, shape.three) {
        (true, 1, _) => format!("{vector}[{}]", w * ports),
        (true, ..) => format!("(of_class[{m}] & {vector}[{}])", (m * share + w) * ports),
        (false, 1, three) => format!("({}[{w}] | {port}[0]) & {}", if three { "head_vcs" } else { "vcs_picked" }, free(m, w)),
        (false, _, true) => format!("(of_class[{m}] & (head_vcs[{w}] | {port}[0]) & {})", free(m, w)),
        (false, _, false) => format!("((vcs_picked[{}] | (of_class[{m}] & {port}[0])) & {})", m * share + w, free(m, w)),
    };
    (0..share.saturating_sub(1)).map(|w| (0..shape.messages).map(|m| term(m, w)).collect::<Vec<_>>().join(" |\n    ")).collect()
}

fn out_vc(vcs: u32, vc_bits: u32, ports: u32) -> Vec<Value> {
    let line = |b: u32| {
        let terms: Vec<String> = (0..vcs).filter(|w| w >> b & 1 == 1).map(|w| format!("send[{}o]", plus(w * ports))).collect();
        let at = if vc_bits == 1 { "o".to_owned() } else { format!("{vc_bits}*o{}", if b > 0 { format!("+{b}") } else { String::new() }) };
        context! { at, of => terms.join(" | ") }
    };
    if vcs == 1 { Vec::new() } else { (0..vc_bits).map(line).collect() }
}

fn this_vc(vcs: u32, vc_bits: u32) -> String {
    match vcs {
        1 => "~in_vc".to_owned(),
        2 => "in_vc, ~in_vc".to_owned(),
        _ => (0..vcs).rev().map(|vc| format!("in_vc == {vc_bits}'d{vc}")).collect::<Vec<_>>().join(", "),
    }
}

/// Inputs of the router that no logic needs.
fn unused(p: &Parameters, shape: &Shape) -> String {
    let (ports, vcs) = (shape.ports, shape.vcs);
    let mut unused = Vec::new();
    if !(p.rtl.rewrites || shape.inside || shape.ahead) {
        unused.push(format!("in_head[{}:1]", ports - 1));
    }
    if vcs == 1 {
        unused.push(format!("in_vc[{}:1]", ports - 1));
        unused.push("out_credit_vc".to_owned());
    }
    if p.rtl.rewrites {
        unused.push(format!("ends[{}:1]", ports - 1));
    }
    unused.push(format!("full[{}:{vcs}]", ports * vcs - 1));
    unused.join(",\n                  ")
}

/// Of them, those of an input port by which no packets come.
fn unused_of_input(p: &Parameters, shape: &Shape, request_bits: u32) -> String {
    let vc_bits = p.vc_bits();
    let mut unused = vec!["in_valid[i]", "in_tail[i]"];
    if p.rtl.rewrites || shape.inside || shape.ahead {
        unused.push("in_head[i]");
    }
    let vc = format!("in_vc[{vc_bits}*i +: {vc_bits}]");
    if shape.vcs > 1 {
        unused.push(&vc);
    }
    let grant = format!("vc_grant[{request_bits}*i +: {request_bits}]");
    if shape.three {
        unused.push(&grant);
    }
    unused.push("granted[i]");
    unused.join(", ") + ",\n                              in_data[i*FLIT_WIDTH +: FLIT_WIDTH]"
}

fn unused_text(shape: &Shape) -> String {
    let vc = if shape.vcs == 1 { " With one VC its number says nothing." } else { "" };
    format!("A head on a link from a router is what follows a tail, and finds room.{vc}")
}

fn reuse_text(p: &Parameters, all: bool) -> String {
    if all {
        return "A head takes a VC with all its credits alone [VC3]".to_owned();
    }
    let vcs: Vec<String> = (0..p.num_vcs).filter(|vc| p.reuse_empty >> vc & 1 == 1).map(|vc| vc.to_string()).collect();
    format!("A head takes VC {} with all its credits alone [VC3]", vcs.join(", "))
}

/// The input port at the far end of each output.
fn far(p: &Parameters) -> Vec<u32> {
    let graph = p.network.graph();
    let far = |port: usize| (0..p.network.nodes()).find_map(|node| graph.downstream(node, port)).map_or(0, |link| u32::from(link.port));
    (0..p.ports.len()).map(|port| if port == 0 { 0 } else { far(port) }).collect()
}

fn counter_read(p: &Parameters) -> String {
    let low = p.port_bits() + 4;
    match p.scope {
        Scope::Network => format!("counter_address[{}:{low}] == here", low + p.address_bits - 1),
        Scope::Router => "1'b1".to_owned(),
    }
}

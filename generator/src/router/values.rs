//! What the templates of the router see.

use minijinja::{Value, context};
use torusmith_design::{Interface, Scope, Target};

use super::shape::Shape;
use super::tables::{across, adaptive, either_lines, input_lines, kept, turn_lines, turns_head};
use super::turns::Inputs;
use super::unit::{concatenated, output_value, plus};
use crate::bits::clog2;
use crate::parameters::Parameters;
use crate::templates::Values;
use crate::wrapped::wrapped;

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
        ("nodes", p.network.terminals().into()),
        ("ports", ports.into()),
        ("locals", shape.locals.into()),
        ("apart", p.apart.into()),
        ("router_bits", p.router_bits.into()),
        ("the", if shape.locals == 1 { "the" } else { "a" }.into()),
        ("end", if p.apart { "terminal" } else { "node" }.into()),
        ("local_slice", format!("[{}:0]", shape.locals - 1).into()),
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
        ("least_width", least_width(p, shape).into()),
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
        ("unused_of_guard", unused_of_guard(p).into()),
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
    values.insert("needs_reach", shape.needs_reach().into());
    values.insert("takes_from", (!shape.turns_back || shape.ahead).into());
    let any_port: Vec<String> = (0..share * share).rev().map(|at| format!("TURNS[{}:{}]", (at + 1) * ports - 1, at * ports)).collect();
    values.insert("any_port", Value::from(any_port));
    values.insert("choosing_port", choosing.into());
    values.insert("lower_free", Value::from(lower_free(shape, choosing)));
    let interface = p.interface != Interface::Flit;
    values.insert("interface", interface.into());
    values
}

/// By VC but the last, of a head: it may have that VC, which is free.
fn lower_free(shape: &Shape, port: &str) -> Vec<String> {
    let (ports, share) = (shape.ports, shape.share);
    let whole = shape.three || !shape.void_early();
    let vector = if whole { "free" } else { "vc_free" };
    let home = shape.home(port);
    let at_home = |w: u32| match shape.locals {
        1 => format!("{vector}[{}]", w * ports),
        locals => format!("(|({port}[{}:0] & {vector}[{}:{}]))", locals - 1, w * ports + locals - 1, w * ports),
    };
    let free = |m: u32, w: u32| {
        let low = (m * share + w) * ports;
        let reach = if whole { String::new() } else { format!(" & REACH[{}:{}]", (w + 1) * ports - 1, w * ports) };
        format!("|({port} & {vector}[{}:{low}]{reach})", low + ports - 1)
    };
    let term = |m: u32, w: u32| match (shape.single, shape.messages, shape.three) {
        (true, 1, _) => at_home(w),
        (true, ..) => format!("(of_class[{m}] & {})", at_home(m * share + w)),
        (false, 1, three) => format!("({}[{w}] | {home}) & {}", if three { "head_vcs" } else { "vcs_picked" }, free(m, w)),
        (false, _, true) => format!("(of_class[{m}] & (head_vcs[{w}] | {home}) & {})", free(m, w)),
        (false, _, false) => format!("((vcs_picked[{}] | (of_class[{m}] & {home})) & {})", m * share + w, free(m, w)),
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
    let (ports, vcs, locals) = (shape.ports, shape.vcs, shape.locals);
    let links = ports > locals;
    let mut unused = Vec::new();
    if links && !(p.rtl.rewrites || shape.inside || shape.ahead) {
        unused.push(format!("in_head[{}:{locals}]", ports - 1));
    }
    if vcs == 1 {
        unused.extend(links.then(|| format!("in_vc[{}:{locals}]", ports - 1)));
        unused.push("out_credit_vc".to_owned());
    }
    if p.rtl.rewrites {
        unused.push(format!("ends[{}:1]", ports - 1));
    }
    unused.extend(links.then(|| format!("full[{}:{}]", ports * vcs - 1, locals * vcs)));
    unused.join(", ")
}

/// Of them, those of an input port by which no packets come.
fn unused_of_input(p: &Parameters, shape: &Shape, request_bits: u32) -> String {
    let vc_bits = p.vc_bits();
    let mut unused = vec![if shape.locals > 1 { "accepted[i]" } else { "in_valid[i]" }, "in_tail[i]"];
    let dropped_vc = format!("local_dropped_vc[{vc_bits}*i +: {vc_bits}]");
    if shape.locals > 1 {
        unused.extend((!shape.three).then_some("local_drop[i]"));
        unused.push("local_dropped[i]");
        unused.extend((shape.vcs > 1).then_some(&*dropped_vc));
    }
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

/// Of them, those of a local port that a router lacks.
fn unused_of_guard(p: &Parameters) -> String {
    let (vc_bits, vcs, address_bits) = (p.vc_bits(), p.num_vcs, p.address_bits);
    let part = |vector: &str, bits: u32| if bits == 1 { format!("{vector}[k]") } else { format!("{vector}[{bits}*k +: {bits}]") };
    let parts = [
        "in_valid[k]".to_owned(),
        "in_head[k]".to_owned(),
        "clear_error".to_owned(),
        part("in_vc", vc_bits),
        part("full", vcs),
        part("terminals", address_bits),
    ];
    parts.join(", ")
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
    let far = |port: usize| (0..p.network.routers()).find_map(|node| graph.downstream(node, port)).map_or(0, |link| u32::from(link.port));
    (0..p.ports.len()).map(|port| if port < p.locals as usize { 0 } else { far(port) }).collect()
}

fn counter_read(p: &Parameters) -> String {
    let low = p.port_bits() + 4;
    match p.scope {
        Scope::Network => format!("counter_address[{}:{low}] == here", low + p.router_bits - 1),
        Scope::Router => "1'b1".to_owned(),
    }
}

/// The least `FLIT_WIDTH` of the router as it is built.
fn least_width(p: &Parameters, shape: &Shape) -> u32 {
    let own = if shape.inside || shape.ahead { shape.hop_bits } else { 0 };
    2 * p.address_bits + p.route_bits + own
}

//! Functions of the templates that write Verilog expressions.

use minijinja::{Environment, Error, ErrorKind, State, Value};

use crate::bits::clog2;

/// Columns of a line before an expression goes on in the next one.
const LONG: usize = 62;

pub(crate) fn add_to(environment: &mut Environment) {
    environment.add_function("width", |bits: u32| if bits == 1 { String::new() } else { format!("[{}:0]", bits - 1) });
    environment.add_function("zeros_and", |bits: u32| if bits == 0 { String::new() } else { format!("{bits}'d0, ") });
    environment.add_function("vector", |bits: u32| format!("[{}:0]", bits - 1));
    environment.add_function("bits_of", |vector: &str, from: u32, bits: u32| slice(vector, from, bits));
    environment.add_function("zeros", |bits: u32| constant(bits, '0'));
    environment.add_function("ones", |bits: u32| constant(bits, '1'));
    environment.add_function("bit_0", |bits: u32| format!("{bits}'d1"));
    environment.add_function("fill", fill);
    environment.add_function("wrap", |terms: Vec<String>| joined(&terms));
    environment.add_function("slices", |vector: &str, count: u32, bits: u32| slices(vector, count, bits));
    environment.add_function("select", select);
    environment.add_function("encode", encode);
    environment.add_function("of_vcs", of_vcs);
    environment.add_function("local_any", local_any);
    environment.add_function("home", home);
    environment.add_function("of_links", of_links);
    environment.add_function("any_vc", any_vc);
    environment.add_function("any_row", any_row);
    environment.add_function("pick", pick);
    environment.add_function("vcs_of_class", vcs_of_class);
    environment.add_function("spread", spread);
    environment.add_function("spread_class", spread_class);
    environment.add_function("local_any_of", local_any_of);
    environment.add_function("vc_code", |state: &State, vc: u32| Ok::<_, Error>(format!("{}'d{vc}", number(state, "vc_bits")?)));
    environment.add_function("of_output", |state: &State, vector: &str| {
        let (vcs, ports) = (number(state, "vcs")?, number(state, "ports")?);
        Ok::<_, Error>(concatenated((0..vcs).rev().map(|w| format!("{vector}[{}o]", offset(w * ports)))))
    });
}

/// A value of the design.
fn number(state: &State, name: &str) -> Result<u32, Error> {
    let value = state.lookup(name).ok_or_else(|| Error::new(ErrorKind::UndefinedError, name.to_owned()))?;
    u32::try_from(value)
}

fn list(state: &State, name: &str) -> Result<Vec<u32>, Error> {
    let value = state.lookup(name).ok_or_else(|| Error::new(ErrorKind::UndefinedError, name.to_owned()))?;
    value.try_iter()?.map(u32::try_from).collect()
}

fn flag(state: &State, name: &str) -> bool {
    state.lookup(name).is_some_and(|value: Value| value.is_true())
}

/// `12+`, or nothing for 0.
fn offset(bits: u32) -> String {
    if bits == 0 { String::new() } else { format!("{bits}+") }
}

/// Bits that are all alike.
fn constant(bits: u32, digit: char) -> String {
    if bits <= 8 { format!("{bits}'b{}", digit.to_string().repeat(bits as usize)) } else { format!("{{{bits}{{1'b{digit}}}}}") }
}

/// A bit, as many times.
fn fill(bits: u32, signal: &str) -> String {
    if bits == 1 { signal.to_owned() } else { format!("{{{bits}{{{signal}}}}}") }
}

/// Bits `from` and up, so many.
fn slice(vector: &str, from: u32, bits: u32) -> String {
    if bits == 1 { format!("{vector}[{from}]") } else { format!("{vector}[{}:{from}]", from + bits - 1) }
}

fn concatenated(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.len() == 1 { parts.into_iter().next().unwrap_or_default() } else { format!("{{{}}}", parts.join(", ")) }
}

/// The OR of terms, one a line if they are long.
fn joined(terms: &[String]) -> String {
    let line = terms.join(" | ");
    match terms.len() {
        0 => "1'b0".to_owned(),
        _ if line.len() <= LONG => line,
        _ => terms.join(" |\n    "),
    }
}

fn slices(vector: &str, count: u32, bits: u32) -> Vec<String> {
    (0..count).rev().map(|at| slice(vector, at * bits, bits)).collect()
}

/// The one of `count` parts of a vector that is selected.
fn select(one_hot: &str, vector: &str, count: u32, bits: u32) -> String {
    if count == 1 {
        return format!("{vector} & {}", fill(bits, one_hot));
    }
    let term = |k: u32| format!("({} & {})", fill(bits, &format!("{one_hot}[{k}]")), slice(vector, k * bits, bits));
    joined(&(0..count).map(term).collect::<Vec<_>>())
}

/// The number of the bit that is set, less `minus`.
fn encode(one_hot: &str, count: u32, minus: u32) -> String {
    let bits = clog2(count - minus).max(1);
    let bit = |b: u32| {
        let terms: Vec<String> = (minus..count).filter(|k| (k - minus) >> b & 1 == 1).map(|k| format!("{one_hot}[{k}]")).collect();
        if terms.is_empty() { "1'b0".to_owned() } else { terms.join(" | ") }
    };
    concatenated((0..bits).rev().map(bit))
}

/// By output, what a vector of all output VCs says of the VCs in a set.
fn of_vcs(state: &State, set: &str, vector: &str, count: Option<u32>) -> Result<String, Error> {
    let ports = number(state, "ports")?;
    let count = count.map_or_else(|| number(state, "share"), Ok)?;
    if count == 1 {
        return Ok(vector.to_owned());
    }
    if set == "output_vcs" && flag(state, "bit") {
        return Ok(format!("(output_vc ? {} : {})", slice(vector, ports, ports), slice(vector, 0, ports)));
    }
    let term = |w: u32| format!("({} & {})", fill(ports, &format!("{set}[{w}]")), slice(vector, w * ports, ports));
    Ok(format!("({})", joined(&(0..count).map(term).collect::<Vec<_>>())))
}

/// By local output, whether a vector of all output VCs has a bit for it; 0 for the links.
fn local_any(state: &State, vector: &str) -> Result<String, Error> {
    let share = number(state, "share")?;
    local(state, |at| (0..share).rev().map(|w| format!("{vector}[{}]", at(w))).collect::<Vec<_>>().join(" | "))
}

/// A bit for each output: `bit` of the local ones, which finds the places of their VCs in a vector of all output VCs, and 0 for the links.
fn local(state: &State, bit: impl Fn(&dyn Fn(u32) -> u32) -> String) -> Result<String, Error> {
    let (ports, locals) = (number(state, "ports")?, number(state, "locals")?);
    let bits = (0..locals).rev().map(|k| bit(&|w| w * ports + k));
    let links = (ports > locals).then(|| constant(ports - locals, '0'));
    Ok(format!("{{{}}}", links.into_iter().chain(bits).collect::<Vec<_>>().join(", ")))
}

/// A vector of all ports with zeros for the local ones.
fn of_links(state: &State, vector: &str) -> Result<String, Error> {
    let (ports, locals) = (number(state, "ports")?, number(state, "locals")?);
    let zeros = constant(locals, '0');
    Ok(if ports == locals { zeros } else { format!("{{{vector}[{}:{locals}], {zeros}}}", ports - 1) })
}

/// A one-hot output is local.
fn home(state: &State, port: &str) -> Result<String, Error> {
    let locals = number(state, "locals")?;
    Ok(if locals == 1 { format!("{port}[0]") } else { format!("(|{port}[{}:0])", locals - 1) })
}

/// The same of those VCs alone that are of the head's message class.
fn local_any_of(state: &State, vector: &str) -> Result<String, Error> {
    let vcs = number(state, "vcs")?;
    if number(state, "messages")? == 1 {
        return local_any(state, vector);
    }
    local(state, |at| joined(&(0..vcs).rev().map(|w| format!("(own_vcs[{w}] & {vector}[{}])", at(w))).collect::<Vec<_>>()))
}

/// The outputs in a vector of the output VCs of a message class.
fn any_vc(state: &State, vector: &str) -> Result<Vec<String>, Error> {
    let (ports, share) = (number(state, "ports")?, number(state, "share")?);
    Ok(slices(vector, share, ports))
}

/// The output VCs in a table of them by input VC.
fn any_row(state: &State, table: &str) -> Result<Vec<String>, Error> {
    let (row, share) = (number(state, "row")?, number(state, "share")?);
    Ok(slices(table, share, row))
}

/// The picked one of the parts of a vector.
fn pick(state: &State, vector: &str, bits: u32) -> Result<String, Error> {
    Ok(select("picked", vector, number(state, "own")?, bits))
}

/// The VCs of a class, which is a number, or with mixed classes a bit for each (RC3).
fn vcs_of_class(state: &State, class: &str) -> Result<String, Error> {
    let (classes, share) = (number(state, "classes")?, number(state, "share")?);
    let bits = number(state, "class_bits")?;
    let of = |w: u32| {
        let c = w * classes / share;
        match bits {
            _ if flag(state, "mixed") => format!("{class}[{c}]"),
            1 if c == 1 => class.to_owned(),
            1 => format!("~{class}"),
            bits => format!("{class} == {bits}'d{c}"),
        }
    };
    if bits == 0 {
        return Ok(constant(share, '1'));
    }
    let text = concatenated((0..share).rev().map(of));
    Ok(if text.len() > LONG { text.replace(", ", ",\n                   ") } else { text })
}

/// What the picked VC's part of a vector says of all output VCs: those of its message class.
fn spread(state: &State, vector: &str) -> Result<String, Error> {
    let (share, messages) = (number(state, "share")?, number(state, "messages")?);
    let own = list(state, "own_vcs")?;
    if own.len() == 1 && messages == 1 {
        return Ok(vector.to_owned());
    }
    let of = |m: u32| {
        let ranks = own.iter().zip(0..).filter(|(vc, _)| **vc / share == m);
        let part = |r: u32| match (share, vector) {
            (1, _) => format!("picked[{r}]"),
            _ => format!("({} & {})", fill(share, &format!("picked[{r}]")), slice(vector, r * share, share)),
        };
        joined(&ranks.map(|(_, r)| part(r)).collect::<Vec<_>>())
    };
    Ok(concatenated((0..messages).rev().map(of)))
}

/// The VCs of one message class, the one that is set of `classes`.
fn spread_class(state: &State, classes: &str, vcs: &str) -> Result<String, Error> {
    let (share, messages) = (number(state, "share")?, number(state, "messages")?);
    Ok(concatenated((0..messages).rev().map(|m| format!("{vcs} & {}", fill(share, &format!("{classes}[{m}]"))))))
}

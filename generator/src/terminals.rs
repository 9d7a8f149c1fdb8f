//! The local ports of routers in a network's top, where terminals are apart from routers.

use crate::parameters::Parameters;
use crate::signals::{counter_lines, local, vector};

/// A local port of a router.
#[derive(Clone, Copy)]
pub(crate) enum Terminal {
    /// With this terminal.
    At(u32),
    /// Without one: so many come before it in the network.
    Absent(u32),
}

impl Terminal {
    /// It is the next one, of the same kind.
    fn follows(self, other: Self) -> bool {
        match (other, self) {
            (Self::At(a), Self::At(b)) | (Self::Absent(a), Self::Absent(b)) => a + 1 == b,
            _ => false,
        }
    }
}

/// What takes the outputs of local ports without a terminal: name and range of each wire, for so many ports.
pub(crate) fn absent_wires(p: &Parameters, count: u32) -> Vec<(String, String)> {
    let outputs = local(p).into_iter().filter(|(_, signal)| signal.output).map(|(name, signal)| (name, signal.kind.width(p)));
    let all = outputs.chain([("error".to_owned(), Some(p.error_bits().to_string()))]);
    let wire = |(name, width): (String, Option<String>)| (format!("absent_{name}"), vector(count as usize, width.as_deref()));
    if count == 0 { Vec::new() } else { all.map(wire).collect() }
}

/// Connects the local ports of a router, from port 0 on, to their terminals' slices of the enclosing module's, one a line behind `indent`.
pub(crate) fn connect_terminals(router: usize, terminals: &[Terminal], indent: &str, p: &Parameters) -> String {
    let runs: Vec<&[Terminal]> = terminals.chunk_by(|a, b| b.follows(*a)).rev().collect();
    let connected = |name: &str, output: bool, width: Option<&str>| {
        let part = |run: &&[Terminal]| match run[0] {
            Terminal::At(first) => slice(name, first, run.len() as u32, width),
            Terminal::Absent(first) if output => slice(&format!("absent_{name}"), first, run.len() as u32, width),
            Terminal::Absent(_) => zeros(run.len() as u32, width),
        };
        let parts: Vec<String> = runs.iter().map(part).collect();
        if parts.len() == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
    };
    let line = |name: &str, output, width: Option<&str>| format!("{indent}.{name}({})", connected(name, output, width));
    let mut lines: Vec<String> = local(p).iter().map(|(name, signal)| line(name, signal.output, signal.kind.width(p).as_deref())).collect();
    if p.counters {
        lines.extend(counter_lines(&router.to_string(), indent));
    }
    lines.push(format!("{indent}.clear_error(clear_error)"));
    lines.push(line("error", true, Some(&p.error_bits().to_string())));
    lines.join(",\n")
}

/// Parts of a vector; `width` is that of a part in Verilog, `None` for a bit.
fn slice(name: &str, first: u32, count: u32, width: Option<&str>) -> String {
    let bits =
        |first: u32, count: u32| if count == 1 { format!("{name}[{first}]") } else { format!("{name}[{}:{first}]", first + count - 1) };
    match width.map(|width| (width, width.parse::<u32>())) {
        None => bits(first, count),
        Some((_, Ok(width))) => bits(first * width, count * width),
        Some((width, _)) if count == 1 => format!("{name}[{first}*{width} +: {width}]"),
        Some((width, _)) => format!("{name}[{first}*{width} +: {count}*{width}]"),
    }
}

/// Zeros in place of so many parts.
fn zeros(count: u32, width: Option<&str>) -> String {
    match (count, width) {
        (1, None | Some("1")) => "1'b0".to_owned(),
        (1, Some(width)) => format!("{{{width}{{1'b0}}}}"),
        (_, None | Some("1")) => format!("{{{count}{{1'b0}}}}"),
        (_, Some(width)) => format!("{{{count}*{width}{{1'b0}}}}"),
    }
}

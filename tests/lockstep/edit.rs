//! Verilog broken at a signal: what it is given, whatever the text around it looks like.

/// The Verilog of a module in which `signal` is given `to`, in which `..` stands for what it was given before.
///
/// The signal is a wire or register, of whose assignments the last one counts, or with `reset NAME` the first one, that of the reset; or the port of an
/// instance, `.NAME`. Where `to` speaks of `done`, that is a register which is set from the first cycle after a reset on.
pub fn given(verilog: &str, signal: &str, to: &str) -> Option<String> {
    let (signal, first) = signal.strip_prefix("reset ").map_or((signal, false), |name| (name, true));
    let all: Vec<(usize, usize)> = match signal.strip_prefix('.') {
        Some(port) => connection(verilog, port).into_iter().collect(),
        None => assignments(verilog, signal),
    };
    let &(from, end) = if first { all.first() } else { all.last() }?;
    let mut edited = format!("{}{}{}", &verilog[..from], to.replace("..", &format!("({})", &verilog[from..end])), &verilog[end..]);
    if to.contains("done") && !verilog.contains("reg done;") {
        let body = edited.find("\n);\n")? + 4;
        edited.insert_str(body, "  reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n");
    }
    Some(edited)
}

/// Where the values stand that a signal is given.
fn assignments(verilog: &str, signal: &str) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = verilog.match_indices(signal).filter(|(at, _)| {
        let (before, after) = (&verilog[..*at], &verilog[at + signal.len()..]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let statement = line.trim();
        let begins = ["assign", "wire", "reg"].iter().any(|word| statement.starts_with(word))
            || statement.is_empty()
            || [")", "else", ":"].iter().any(|end| statement.ends_with(end));
        begins && !line.contains("//") && !before.ends_with(is_word) && !after.starts_with(is_word)
    });
    let value = |(at, _): (usize, &str)| {
        let mut from = at + signal.len();
        if verilog[from..].starts_with('[') {
            from += verilog[from..].find(']')? + 1;
        }
        from += verilog[from..].len() - verilog[from..].trim_start().len();
        let operator = ["<=", "="].into_iter().find(|operator| verilog[from..].starts_with(operator))?;
        from += operator.len() + 1;
        let end = from + verilog[from..].find(';')?;
        Some((from, end))
    };
    starts.filter_map(value).collect()
}

/// Where the expression stands that is connected to a port.
fn connection(verilog: &str, port: &str) -> Option<(usize, usize)> {
    let at = verilog
        .match_indices(&format!(".{port}"))
        .map(|(at, text)| at + text.len())
        .find(|at| verilog[*at..].trim_start().starts_with('('))?;
    let from = at + verilog[at..].find('(')? + 1;
    let mut depth = 1;
    let end = verilog[from..].find(|c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    Some((from, from + end))
}

//! A shorter way through a Verilated clock edge: its two lists of functions, called for several instances at a time.
//!
//! `eval()` runs the input-combinational functions, finds the edge, runs the functions of the edge, and has to be called a second time
//! for the falling edge, which does nothing but the first part again. Where the generated code is known to be no more than that (one
//! trigger, the rising edge of `clk`; `clk` read nowhere else; straight lists of calls), the lists are called directly: half of
//! the input part is saved, all of it where the inputs have not changed, and each function stays in the processor's
//! cache while it runs for one instance after another. Anything else is left to `eval()`. The shim compares both ways
//! with each other when an object is loaded.

use std::fmt::Write;

/// C++ text of `tm_ico` and `tm_nba`, if the generated code has the known form.
pub(super) fn source(code: &str) -> Option<String> {
    let active = calls(code, "Vtm___024root___eval_act");
    if !one_rising_edge(code) || active.is_some_and(|list| !list.is_empty()) {
        return None;
    }
    let mut text = String::from("#include \"Vtm__Syms.h\"\n");
    for (name, function) in [("ico", "Vtm___024root___eval_ico"), ("nba", "Vtm___024root___eval_nba")] {
        let list = calls(code, function)?;
        let mut body = String::new();
        for (function, argument) in &list {
            let called = definition(code, function)?;
            if called.body.contains("Triggered") {
                return None;
            }
            writeln!(text, "void {function}({});", called.parameters).ok()?;
            writeln!(body, "    for (unsigned i = 0; i < count; ++i) {{ auto* vlSelf = all[i]; auto* vlSymsp = vlSelf->vlSymsp; {function}({argument}); }}").ok()?;
        }
        writeln!(text, "void tm_{name}(Vtm___024root* const* all, unsigned count) {{\n{body}}}").ok()?;
    }
    Some(text)
}

/// The one trigger is the rising edge of `clk`: `triggered[0] = clk & ~before; before = clk`, and nothing else reads `clk`.
fn one_rising_edge(code: &str) -> bool {
    let names = ["Vtm___024root___eval_triggers_vec__act", "Vtm___024root___eval_triggers__act"];
    let Some(found) = names.iter().find_map(|name| definition(code, name)) else { return false };
    let lines = found.body.lines().filter(|line| !line.contains("VL_DEBUG_IF") && !line.contains("dump_triggers"));
    let mut text: String = lines.flat_map(str::split_whitespace).collect();
    for noise in ["(IData)", "(QData)", "(", ")", "Ref", "->", "."] {
        text = text.replace(noise, "");
    }
    let reads = |code: &str| code.matches("->clk").count() + code.matches("Ref.clk").count();
    // The debug build looks at the unused bits of every input.
    let elsewhere = reads(code) - code.matches("->clk & 0xfeU").count() - code.matches("Ref.clk & 0xfeU").count();
    text.matches("VactTriggered").count() == 1
        && text.contains("=vlSelfclk&~vlSelf__Vtrig")
        && text.contains("=vlSelfclk;")
        && !text.contains('|')
        && reads(found.body) == 2
        && elsewhere == 2
}

/// The calls of an `eval_` function, all under its one trigger, with those of the parts into which it may be split.
fn calls(code: &str, name: &str) -> Option<Vec<(String, String)>> {
    let body = definition(code, name)?.body;
    let mut list = Vec::new();
    let mut conditions = 0;
    for line in body.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//")) {
        let boring = ["VL_DEBUG_IF(", "if (false && vlSelf)", "Vtm__Syms* const __restrict vlSymsp", "auto& vlSelfRef", "}"];
        if boring.iter().any(|b| line.starts_with(b)) {
            continue;
        }
        if line.starts_with("if (") && line.contains("Triggered") && line.ends_with('{') {
            conditions += 1;
            continue;
        }
        let (function, argument) = line.strip_suffix(");")?.split_once('(')?;
        if !function.starts_with("Vtm_") || !function.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return None;
        }
        if function.strip_prefix(name).is_some_and(|part| part.starts_with("__")) {
            list.extend(calls(code, function)?);
        } else {
            list.push((function.into(), argument.into()));
        }
    }
    (conditions <= 1).then_some(list)
}

struct Definition<'a> {
    parameters: &'a str,
    body: &'a str,
}

/// `void NAME(PARAMETERS) {` .. `}` at the beginnings of lines.
fn definition<'a>(code: &'a str, name: &str) -> Option<Definition<'a>> {
    let open = format!("void {name}(");
    let mut from = 0;
    loop {
        let at = from + code[from..].find(&open)? + open.len();
        let (parameters, rest) = code[at..].split_once(')')?;
        if let Some(rest) = rest.strip_prefix(" {\n") {
            let end = if rest.starts_with('}') { 0 } else { rest.find("\n}")? };
            return Some(Definition { parameters, body: &rest[..end] });
        }
        from = at;
    }
}

#[cfg(test)]
mod tests {
    use super::source;

    /// The shape of what Verilator 5.006 writes.
    const OLD: &str = "
void Vtm___024root___eval_ico(Vtm___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vtm__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF(\"+    Vtm___024root___eval_ico\\n\"); );
    // Body
    if (vlSelf->__VicoTriggered.at(0U)) {
        Vtm___024root___ico_sequent__TOP__0(vlSelf);
    }
}

void Vtm___024root___eval_act(Vtm___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
}

void Vtm___024root___nba_sequent__TOP__0(Vtm___024root* vlSelf);

void Vtm___024root___eval_nba(Vtm___024root* vlSelf) {
    // Body
    Vtm___024root___eval_nba__0(vlSelf);
}

void Vtm___024root___eval_nba__0(Vtm___024root* vlSelf) {
    if (vlSelf->__VnbaTriggered.at(0U)) {
        Vtm___024root___nba_sequent__TOP__0(vlSelf);
        Vtm_cell___nba_sequent__TOP__u__0((&vlSymsp->TOP__u));
    }
}

void Vtm___024root___ico_sequent__TOP__0(Vtm___024root* vlSelf) {
    vlSelf->a = vlSelf->in;
}

void Vtm___024root___nba_sequent__TOP__0(Vtm___024root* vlSelf) {
    vlSelf->q = vlSelf->a;
}

void Vtm_cell___nba_sequent__TOP__u__0(Vtm_cell* vlSelf) {
    vlSelf->q = 1U;
}

void Vtm___024root___eval_triggers__act(Vtm___024root* vlSelf) {
    // Body
    vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk) 
                                      & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk)));
    vlSelf->__Vtrigrprev__TOP__clk = vlSelf->clk;
#ifdef VL_DEBUG
        Vtm___024root___dump_triggers__act(vlSelf);
#endif
}

void Vtm___024root___eval_debug_assertions(Vtm___024root* vlSelf) {
    if (VL_UNLIKELY((vlSelf->clk & 0xfeU))) {
        Verilated::overWidthError(\"clk\");}
}
";

    #[test]
    fn the_known_form_is_taken_apart() {
        let text = source(OLD).unwrap();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
        assert!(at("void tm_ico(") < at("Vtm___024root___ico_sequent__TOP__0(vlSelf); }"));
        assert!(at("Vtm___024root___nba_sequent__TOP__0(vlSelf); }") < at("Vtm_cell___nba_sequent__TOP__u__0((&vlSymsp->TOP__u)); }"));
        assert!(text.contains("void Vtm_cell___nba_sequent__TOP__u__0(Vtm_cell* vlSelf);"));
    }

    /// The shape of what Verilator 5.48 writes.
    #[test]
    fn the_newer_form_too() {
        let act = &OLD[OLD.find("    vlSelf->__VactTriggered").unwrap()..OLD.find("#ifdef VL_DEBUG").unwrap()];
        let newer = "    vlSelfRef.__VactTriggered[0U] = (QData)((IData)(((IData)(vlSelfRef.clk)
                                                     & (~ (IData)(vlSelfRef.__Vtrigprevexpr___TOP__clk__0)))));
    vlSelfRef.__Vtrigprevexpr___TOP__clk__0 = vlSelfRef.clk;\n";
        let code = OLD.replace(act, newer).replace("eval_triggers__act", "eval_triggers_vec__act");
        let code = code.replace("if (vlSelf->__VicoTriggered.at(0U)) {", "if ((1ULL & vlSelfRef.__VicoTriggered[0U])) {");
        assert!(source(&code).is_some());
    }

    #[test]
    fn anything_else_is_left_alone() {
        let other = |from: &str, to: &str| {
            assert!(OLD.contains(from), "{from}");
            assert!(source(&OLD.replacen(from, to, 1)).is_none(), "{to}");
        };
        other("vlSelf->a = vlSelf->in;", "vlSelf->a = vlSelf->clk;");
        other("& (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk))", "| (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk))");
        other("(IData)(vlSelf->clk) \n", "(~ (IData)(vlSelf->clk)) \n");
        other(
            "    vlSelf->__Vtrigrprev__TOP__clk =",
            "    vlSelf->__VactTriggered.at(1U) = vlSelf->other;\n    vlSelf->__Vtrigrprev__TOP__clk =",
        );
        other(
            "Vtm___024root___nba_sequent__TOP__0(vlSelf);\n        Vtm_cell",
            "if (vlSelf->x) Vtm___024root___nba_sequent__TOP__0(vlSelf);\n        Vtm_cell",
        );
        other("        Vtm_cell", "    }\n    if (vlSelf->__VnbaTriggered.at(1U)) {\n        Vtm_cell");
        other(
            "    if (false && vlSelf) {}  // Prevent unused\n}\n\nvoid Vtm___024root___nba",
            "    Vtm___024root___act_sequent__TOP__0(vlSelf);\n}\n\nvoid Vtm___024root___nba",
        );
        other("vlSelf->q = vlSelf->a;", "if (vlSelf->__VnbaTriggered.at(0U)) vlSelf->q = vlSelf->a;");
        other("___eval_nba__0(Vtm___024root* vlSelf) {", "___eval_nba_0(Vtm___024root* vlSelf) {");
    }
}

//! Registers around a router to time it: a lone router out of context is timed between its own registers only, which flatters
//! links that are not registered.

use std::fmt::Write as _;

use torusmith_design::Signal;

use super::router::{Router, driver, is_bundle, is_common};

/// Context of [`registered`] routers, in words.
pub const ROUTER: &str = "one router between shift registers, which stand for its neighbours";
/// Context of another module, in words.
pub const MODULE: &str = "one between shift registers, which stand for its neighbours";

/// Design that is timed.
pub struct Timed {
    /// In words.
    pub context: &'static str,
    /// Its top module.
    pub top: &'static str,
    /// The Verilog of the top.
    pub text: String,
}

/// Two routers, `a` and `b`, joined by one link both ways: the first port of `a` that a link is at and the second of `b` (the first, if there is no
/// second). Every other port is brought out; the clocks and the reset are those of both.
pub fn pair(router: &Router) -> Timed {
    let [near, far] = router.linked;
    let common: Vec<&str> = router.signals.iter().filter(|s| is_common(s)).map(|s| s.name.as_str()).collect();
    let mut heads: Vec<String> = common.iter().map(|name| format!("input {name}")).collect();
    let (mut wires, mut instances) = (String::new(), String::new());
    for (me, other, here, there) in [("a", "b", near, far), ("b", "a", far, near)] {
        let mut connections: Vec<String> = common.iter().map(|name| format!(".{name}({name})")).collect();
        for signal in router.signals.iter().filter(|s| !is_common(s)) {
            let (name, width) = (&signal.name, signal.width);
            heads.push(format!("{} [{}:0] {me}_{name}", if signal.is_output() { "output" } else { "input" }, width - 1));
            let Some(driver) = driver(signal) else {
                connections.push(format!(".{name}({me}_{name})"));
                continue;
            };
            let first = u32::from(is_bundle(signal));
            let size = width / (router.ports - first);
            let (low, high) = ((here - first) * size, (here - first + 1) * size);
            let (from, to) = ((there - first) * size, (there - first + 1) * size);
            let mut parts = vec![format!("{other}_{driver}[{}:{from}]", to - 1)];
            if low > 0 {
                parts.push(format!("{me}_{name}[{}:0]", low - 1));
            }
            if high < width {
                parts.insert(0, format!("{me}_{name}[{}:{high}]", width - 1));
            }
            let _ = writeln!(wires, "  wire [{}:0] {me}_to_{name} = {{{}}};", width - 1, parts.join(", "));
            connections.push(format!(".{name}({me}_to_{name})"));
        }
        let _ = writeln!(instances, "  {} {me} ({});", router.module, connections.join(", "));
    }
    let (context, top) = ("two routers joined by one link both ways, out of context", "linked_pair");
    Timed { context, top, text: format!("module {top} ({});\n{wires}{instances}endmodule\n", heads.join(", ")) }
}

/// One module, all inputs from a shift register and all outputs into another one: four pins, and one for the clock of streams, for devices without an
/// out-of-context mode. As the outputs of routers and their interfaces are registers (L2), the first register stands for the neighbours' outputs, and
/// every path of a link is timed.
pub fn registered(context: &'static str, module: &str, signals: &[Signal]) -> Timed {
    let (mut drive, mut watch) = (0, 0);
    let clocks: Vec<&str> = signals.iter().map(|s| s.name.as_str()).filter(|name| name.ends_with("clk")).collect();
    let mut connections: Vec<String> = clocks.iter().map(|name| format!(".{name}({name})")).chain([".rst(reset)".to_owned()]).collect();
    for signal in signals.iter().filter(|s| !is_common(s)) {
        let (bus, next) = if signal.is_output() { ("seen", &mut watch) } else { ("drive", &mut drive) };
        connections.push(format!(".{}({bus}[{next} +: {}])", signal.name, signal.width));
        *next += signal.width;
    }
    let top = "registered";
    let text = format!(
        "module {top} ({heads}, input rst, input serial_in, output serial_out);\n  reg reset;\n  reg [{d}:0] drive;\n  reg [{w}:0] watch;\n  \
         wire [{w}:0] seen;\n  always @(posedge clk) begin\n    reset <= rst;\n    drive <= {{drive[{d}-1:0], serial_in}};\n    \
         watch <= {{watch[{w}-1:0], 1'b0}} ^ seen;\n  end\n  assign serial_out = watch[{w}];\n  {module} a ({connections});\nendmodule\n",
        d = drive - 1,
        w = watch - 1,
        heads = clocks.iter().map(|name| format!("input {name}")).collect::<Vec<_>>().join(", "),
        connections = connections.join(", ")
    );
    Timed { context, top, text }
}

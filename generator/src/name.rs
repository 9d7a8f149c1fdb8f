//! The name of a design: what the names of its modules and files begin with.

use crate::error::Error;

/// Most letters of it, so that no name of a module or file is too long for a tool.
const LONGEST: usize = 64;

/// IEEE 1364-2001, annex B.
const KEYWORDS: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam design disable \
    edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable endtask event for force forever fork function \
    generate genvar highz0 highz1 if ifnone incdir include initial inout input instance integer join large liblist library localparam macromodule medium \
    module nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup \
    pulsestyle_onevent pulsestyle_ondetect rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small \
    specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use vectored wait \
    wand weak0 weak1 while wire wor xnor xor";

/// # Errors
/// [`Error::Option`] for a name that is no identifier of Verilog.
pub(crate) fn check(name: &str) -> Result<(), Error> {
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_identifier && name.len() <= LONGEST && !KEYWORDS.split_whitespace().any(|word| word == name) {
        return Ok(());
    }
    let shown: String = name.escape_debug().take(2 * LONGEST).collect();
    Err(Error::option("name", shown, format!("allowed: a letter, then letters, digits and _, up to {LONGEST}, and no keyword of Verilog")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_an_identifier() {
        for name in ["a", "noc_a", "NoC2", "_", &"n".repeat(64)] {
            assert_eq!(check(name).is_ok(), name != "_", "{name}");
        }
        for name in ["", "2x", "_x", "a-b", "a b", "a$", "n\u{f6}c", "module", "xor", "a\nb", "../a", &"n".repeat(65)] {
            let told = check(name).unwrap_err().to_string();
            assert!(told.starts_with("name `") && !told.contains('\n'), "{told}");
        }
    }
}

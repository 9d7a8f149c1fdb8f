//! A configuration in one line, and its hash.

use torusmith_design::{Order, Ties};
use torusmith_host::sha256;

use crate::parameters::Parameters;
use crate::streams::Streams;

impl Parameters {
    /// What the Verilog was resolved for, by the names that docs/router.md has.
    fn resolved(&self) -> Vec<(&'static str, u32)> {
        vec![
            ("NUM_VCS", self.num_vcs),
            ("PIPELINE", self.pipeline.clocks()),
            ("MESSAGE_CLASSES", self.message_classes),
            ("TARGET_FPGA", self.target_fpga()),
            ("REUSE_EMPTY", self.reuse_empty),
        ]
    }

    /// The parameters of the modules.
    fn sizes(&self) -> String {
        let verilog: Vec<String> =
            self.verilog().into_iter().chain(self.resolved()).map(|(name, value)| format!("{name}={value}")).collect();
        verilog.join(" ") + &self.widths()
    }

    /// What AXI4 interfaces are like, and the map.
    fn axi4_line(&self) -> String {
        let Some(axi4) = &self.axi4 else { return String::new() };
        // The JSON has names and values, in the order of the struct.
        let parameters = serde_json::to_string(&axi4.parameters()).unwrap_or_default();
        let parameters = parameters.trim_matches(['{', '}']).replace("\":", "=").replace('"', "").replace(',', " ");
        format!(" {parameters} {}", axi4.map_file(&self.network))
    }

    /// What streams have that is not the default.
    fn widths(&self) -> String {
        let Streams { width, tkeep, user, class } = self.streams;
        if self.axi4.is_some() {
            return String::new();
        }
        let told = [
            (width != self.flit_width).then(|| format!(" STREAM_WIDTH={width}")),
            tkeep.then(|| " TKEEP=1".to_owned()),
            (user != class).then(|| format!(" USER_WIDTH={user}")),
            self.clock_fifo.map(|places| format!(" CLOCK_FIFO={places}")),
        ];
        told.into_iter().flatten().collect()
    }

    /// What decides the routes.
    fn routes(&self) -> String {
        let ties = if self.choices.ties == Ties::Plus { String::new() } else { format!(" ties={}", self.choices.ties) };
        let slices = match self.link_slices.to_string() {
            _ if self.link_slices.is_empty() => String::new(),
            none if none == "0" => " link_slices=the network's".to_owned(),
            list => format!(" link_slices={list}"),
        };
        let order = if self.order == Order::Pair { " order=pair" } else { "" };
        let tree = if self.reset_tree { " reset_tree" } else { "" };
        let counters = if self.counters { " counters" } else { "" };
        format!("vc_rule={}{ties} routing={}{order}{slices}{tree}{counters}", self.rtl.vc_rule, self.choices.routing)
    }

    /// The configuration in one line: equal lines make equal files.
    fn line(&self) -> String {
        let name = self.name.iter().map(|name| format!(" name={name}")).collect::<String>();
        format!("{} {}{}{name}", self.sizes(), self.routes(), self.axi4_line())
    }

    /// SHA-256 of the configuration, in hexadecimal.
    pub fn hash(&self) -> String {
        let text = format!("{} scope={} {}", self.network.identity(), self.scope_and_interface(" interface="), self.line());
        sha256(text)
    }
}

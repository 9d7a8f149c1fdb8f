//! What a user is told of a configuration: its options as flags, and notes.

use torusmith_design::{Interface, Order, Pipeline, VcReuse};
use torusmith_topology::Degraded;

use crate::axi4::Axi4;
use crate::parameters::Parameters;

impl Parameters {
    /// The options of the design, as flags and values of the command line; those with the default that leaves something out are not there.
    pub(crate) fn options(&self) -> Vec<(&'static str, String)> {
        let all = (1u32 << self.num_vcs) - 1;
        let reuse = if self.reuse_empty == all { VcReuse::Empty } else { VcReuse::Tail };
        let without = self.network.of::<Degraded>().map(|degraded| ("without", degraded.list().join("/")));
        let mut options: Vec<_> = without.into_iter().collect();
        options.extend([("scope", self.scope.to_string()), ("interface", self.interface.to_string())]);
        options.extend(self.axi4.is_none().then(|| ("flit-width", self.flit_width.to_string())));
        options.extend([
            ("buffer-depth", self.buffer_depth.to_string()),
            ("vcs", self.num_vcs.to_string()),
            ("pipeline", self.pipeline.clocks().to_string()),
            ("message-classes", self.message_classes.to_string()),
            ("vc-rule", self.rtl.vc_rule.to_string()),
            ("routing", self.choices.routing.to_string()),
            ("ties", self.choices.ties.to_string()),
            ("order", self.order.to_string()),
            ("vc-reuse", reuse.to_string()),
            ("target", self.target.to_string()),
        ]);
        if self.interface == Interface::Axis {
            options.extend([("stream-width", self.streams.width.to_string()), ("user-width", self.streams.user.to_string())]);
            options.extend(self.streams.tkeep.then(|| ("tkeep", "yes".to_owned())));
        }
        if let Some(axi4) = self.axi4.as_ref().map(Axi4::parameters) {
            let widths = [
                ("address-width", axi4.addr_width),
                ("data-width", axi4.data_width),
                ("id-width", axi4.id_width),
                ("user-width", axi4.user_width),
            ];
            options.extend(widths.into_iter().chain([("max-burst", axi4.max_burst)]).map(|(name, value)| (name, value.to_string())));
        }
        let slices = self.link_slices.to_string();
        options.extend((slices != "0" && !slices.is_empty()).then_some(("link-slices", slices)));
        options.extend(self.clock_fifo.into_iter().flat_map(|places| [("clocks", "async".to_owned()), ("clock-fifo", places.to_string())]));
        options.extend(
            [("counters", self.counters), ("reset-tree", self.reset_tree)]
                .into_iter()
                .filter(|(_, on)| *on)
                .map(|(name, _)| (name, "yes".to_owned())),
        );
        options.extend((self.name() != self.network.slug()).then(|| ("name", self.name())));
        options
    }

    /// That packets of a pair may overtake one another at streams, where nobody asked for that.
    pub(crate) fn without_order(&self) -> Option<String> {
        let note =
            || format!("order none: with routing {} packets from one node to another may overtake one another", self.choices.routing);
        (self.interface == Interface::Axis && !self.order_chosen && self.order == Order::None).then(note)
    }

    /// That buffers are too short for a VC alone to fill the links with most registers (L5).
    pub fn short_of_credits(&self) -> Option<String> {
        let slices = self.link_slices.most();
        let needed = if self.pipeline == Pipeline::One { 3 } else { 4 } + 2 * slices;
        let note = || {
            let registers = if slices == 1 { "register" } else { "registers" };
            format!(
                "buffer-depth {}: over a link with {slices} {registers} a VC alone sends a flit in every clock from buffer-depth {needed} on",
                self.buffer_depth
            )
        };
        (slices > 0 && self.buffer_depth < needed).then(note)
    }
}

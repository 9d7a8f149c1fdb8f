//! The streams of AXI4-Stream interfaces (docs/axi_interface.md): what of them a design's ports tell.

use torusmith_design::Manifest;
use torusmith_sim::axi;
use torusmith_topology::Network;

/// Widths of the streams at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamShape {
    /// S, bits of `tdata`.
    pub width: u32,
    /// There is `tkeep`, a bit a byte.
    pub tkeep: bool,
    /// U, bits of `tuser`; 0 where there is none.
    pub user_width: u32,
}

impl StreamShape {
    /// Those of a manifest; refuses widths that do not go together, and user bits that a head has no room for.
    pub(crate) fn new(manifest: &Manifest, network: &Network, flit_width: u32) -> Result<Self, String> {
        let (Some(width), Some(tkeep), Some(user_width)) = (manifest.stream_width, manifest.tkeep, manifest.user_width) else {
            return Err("stream_width, tkeep and user_width: one is missing".into());
        };
        let shape = Self { width, tkeep, user_width };
        shape.check(network, flit_width, manifest.message_classes as usize).map(|()| shape)
    }
}

impl StreamShape {
    /// With S = W and without `tkeep`, for so many message classes.
    #[cfg(test)]
    pub(crate) fn plain(flit_width: u32, message_classes: usize) -> Self {
        Self { width: flit_width, tkeep: false, user_width: class_bits(message_classes) }
    }

    /// Bytes of a beat, where it has such.
    pub(crate) fn bytes(self) -> usize {
        self.width as usize / 8
    }

    /// `tuser` of so many ones from bit 0 up.
    pub(crate) fn user_mask(self) -> u64 {
        ones(self.user_width)
    }

    fn check(self, network: &Network, flit_width: u32, message_classes: usize) -> Result<(), String> {
        self.model(flit_width, message_classes).map_err(|e| e.to_string())?;
        let user = self.user_width - class_bits(message_classes);
        let least = 2 * network.address_bits() + network.route_bits() + 8 + user;
        if user > 0 && flit_width < least {
            return Err(format!(
                "user_width = {}; heads with {user} user bits need FLIT_WIDTH = {least}, not {flit_width}",
                self.user_width
            ));
        }
        Ok(())
    }

    /// The model's.
    pub(crate) fn model(self, flit_width: u32, message_classes: usize) -> Result<axi::Streams, torusmith_sim::Error> {
        let options = axi::StreamOptions { width: Some(self.width), tkeep: self.tkeep, user_width: Some(self.user_width) };
        axi::Streams::new(flit_width, message_classes, options)
    }
}

/// Bits of `tuser` that are the message class.
pub(crate) fn class_bits(message_classes: usize) -> u32 {
    message_classes.next_power_of_two().ilog2()
}

/// So many ones from bit 0 up.
pub(crate) fn ones(count: u32) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

//! The streams of AXI4-Stream interfaces (docs/axi_interface.md): what of them a design's ports tell.

use serde::Deserialize;
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

/// The fields of a manifest that tell of them: without these S = W, there is no `tkeep`, and U are the bits of the message class.
#[derive(Debug, Deserialize)]
pub(crate) struct StreamFields {
    stream_width: Option<u32>,
    tkeep: Option<bool>,
    user_width: Option<u32>,
}

impl StreamFields {
    /// Refuses widths that do not go together, and user bits that a head has no room for.
    pub(crate) fn shape(&self, network: &Network, flit_width: u32, message_classes: usize) -> Result<StreamShape, String> {
        let plain = StreamShape::plain(flit_width, message_classes);
        let shape = StreamShape {
            width: self.stream_width.unwrap_or(plain.width),
            tkeep: self.tkeep.unwrap_or(plain.tkeep),
            user_width: self.user_width.unwrap_or(plain.user_width),
        };
        shape.check(network, flit_width, message_classes).map(|()| shape)
    }
}

impl StreamShape {
    /// With S = W and without `tkeep`, for so many message classes.
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

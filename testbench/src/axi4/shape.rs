//! Widths and limits of the AXI4 interfaces of a design (docs/axi4_interface.md, the table of parameters).

use torusmith_design::IdOrder;

/// What of them the users, the wires and the records depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axi4Shape {
    /// Bits of an address.
    pub addr_width: u32,
    /// Bits of a beat.
    pub data_width: u32,
    /// Bits of a manager's ID.
    pub id_width: u32,
    /// U, bits of user signals, or 0.
    pub user_width: u32,
    /// `READ_SLOTS`, `WRITE_SLOTS`.
    pub slots: [u32; 2],
    /// Beats of the longest burst.
    pub max_burst: u32,
    /// `READ_BEATS`, `WRITE_BEATS`.
    pub beats: [u32; 2],
    /// `READS_HELD`, `WRITES_HELD`.
    pub held: [u32; 2],
    /// `ID_ORDER`.
    pub id_order: IdOrder,
    /// P3: lock goes through.
    pub exclusive: bool,
}

impl Axi4Shape {
    /// Bytes of a beat.
    pub fn bytes(&self) -> usize {
        self.data_width as usize / 8
    }

    /// Words of a beat.
    pub fn words(&self) -> usize {
        self.data_width as usize / 32
    }

    /// Bits of `m_axi_awuser` and `m_axi_aruser`, where nodes' addresses have so many (P3).
    pub fn request_user_width(&self, address_bits: u32) -> u32 {
        self.user_width + if self.exclusive { address_bits + self.id_width } else { 0 }
    }

    /// W of the request network and of the response network by P2, where heads begin with 2A + R bits.
    pub fn flit_widths(&self, address_bits: u32, header: u32) -> [u32; 2] {
        let most = self.slots[0].max(self.slots[1]);
        let slot = most.next_power_of_two().ilog2().max(1);
        let (user, data) = (self.user_width, self.data_width);
        let id = self.request_user_width(address_bits) - user;
        let carried = if self.exclusive { id - address_bits } else { 0 };
        let request = header + 1 + slot + self.addr_width + 29 + user + carried + 8;
        let response = header + 1 + slot + 2 + user + 8;
        [request.max(data + data / 8 + user), response.max(data + 2 + user)]
    }
}

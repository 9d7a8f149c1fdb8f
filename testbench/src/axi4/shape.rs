//! Widths and limits of the AXI4 interfaces of a design (docs/axi4_interface.md, the table of parameters).

use torusmith_design::IdOrder;

/// Parameters on which the users, the wires and the records depend.
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
    /// `WRITE_START`.
    pub write_start: Option<u32>,
    /// `READS_HELD`, `WRITES_HELD`.
    pub held: [u32; 2],
    /// `ID_ORDER`.
    pub id_order: IdOrder,
    /// P3: lock goes through.
    pub exclusive: bool,
    /// H: the bits of a head that are the routers' own, its highest ones (P2).
    pub own_bits: u32,
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

    /// W of the request network and of the response network by P2.
    pub fn flit_widths(&self, address_bits: u32, route_bits: u32) -> [u32; 2] {
        let most = self.slots[0].max(self.slots[1]);
        let slot = most.next_power_of_two().ilog2().max(1);
        let (user, data) = (self.user_width, self.data_width);
        let id = self.request_user_width(address_bits) - user;
        let carried = if self.exclusive { id - address_bits } else { 0 };
        let head = address_bits + route_bits + 1 + slot + user + self.own_bits;
        let request = head + address_bits + self.addr_width + 29 + carried;
        [request.max(data + data / 8 + user), head + data + 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P2 by hand: A = 4, R = 0, two bits of a slot's number.
    #[test]
    fn widths_of_flits() {
        let shape = Axi4Shape {
            addr_width: 40,
            data_width: 64,
            id_width: 3,
            user_width: 5,
            slots: [4, 2],
            max_burst: 64,
            beats: [64; 2],
            write_start: None,
            held: [8; 2],
            id_order: IdOrder::Destination,
            exclusive: false,
            own_bits: 0,
        };
        // 2 x 4 + 1 + 2 + 40 + 29 + 5, and 4 + 1 + 2 + 64 + 2 + 5.
        assert_eq!(shape.flit_widths(4, 0), [85, 78]);
        assert_eq!(Axi4Shape { own_bits: 3, ..shape }.flit_widths(4, 0), [88, 81]);
        // Three routing bits, and an ID of three.
        assert_eq!(Axi4Shape { exclusive: true, ..shape }.flit_widths(4, 3), [91, 81]);
        // 128 + 16 + 5 is more than a head.
        assert_eq!(Axi4Shape { data_width: 128, ..shape }.flit_widths(4, 0), [149, 142]);
    }
}

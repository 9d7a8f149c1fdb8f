//! Signals of the two sides in a clock. A channel is `Some` where its VALID is 1; its other signals mean nothing otherwise.

pub use crate::axi::Data;

/// A request: `AW` or `AR`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Request {
    /// `ID_WIDTH` bits; 0 on the subordinate side.
    pub id: u16,
    /// `ADDR_WIDTH` bits.
    pub addr: u64,
    /// Beats less one.
    pub len: u8,
    /// log2 of the bytes of a beat.
    pub size: u8,
    /// 0 FIXED, 1 INCR, 2 WRAP.
    pub burst: u8,
    /// An exclusive access.
    pub lock: bool,
    /// Four bits.
    pub cache: u8,
    /// Three bits.
    pub prot: u8,
    /// Four bits.
    pub qos: u8,
    /// Four bits.
    pub region: u8,
    /// U bits; on the subordinate side, with `EXCLUSIVE` = 1, U + A + E bits: user, source, ID.
    pub user: u128,
}

/// A beat of `W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteBeat {
    /// `DATA_WIDTH` bits; higher bits are 0.
    pub data: Data,
    /// A bit a byte.
    pub strb: u64,
    /// The burst's last.
    pub last: bool,
    /// U bits.
    pub user: u64,
}

/// `B`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteResponse {
    /// `ID_WIDTH` bits; not looked at on the subordinate side.
    pub id: u16,
    /// 0 OKAY, 1 EXOKAY, 2 SLVERR, 3 DECERR.
    pub resp: u8,
    /// U bits.
    pub user: u64,
}

/// A beat of `R`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadBeat {
    /// `ID_WIDTH` bits; not looked at on the subordinate side.
    pub id: u16,
    /// `DATA_WIDTH` bits; higher bits are 0.
    pub data: Data,
    /// Response, coded as [`WriteResponse::resp`].
    pub resp: u8,
    /// The burst's last.
    pub last: bool,
    /// U bits.
    pub user: u64,
}

/// Signals that a manager drives in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ManagerInputs {
    /// `s_axi_aw*`.
    pub aw: Option<Request>,
    /// `s_axi_w*`.
    pub w: Option<WriteBeat>,
    /// `s_axi_bready`.
    pub bready: bool,
    /// `s_axi_ar*`.
    pub ar: Option<Request>,
    /// `s_axi_rready`.
    pub rready: bool,
}

/// Outputs to a manager in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManagerOutputs {
    /// `s_axi_awready`.
    pub awready: bool,
    /// `s_axi_wready`.
    pub wready: bool,
    /// `s_axi_b*`.
    pub b: Option<WriteResponse>,
    /// `s_axi_arready`.
    pub arready: bool,
    /// `s_axi_r*`.
    pub r: Option<ReadBeat>,
    /// `error`, two bits: 1 an address of no range, 2 a burst that is too long.
    pub error: u8,
}

/// Signals that a subordinate drives in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SubordinateInputs {
    /// `m_axi_awready`.
    pub awready: bool,
    /// `m_axi_wready`.
    pub wready: bool,
    /// `m_axi_b*`.
    pub b: Option<WriteResponse>,
    /// `m_axi_arready`.
    pub arready: bool,
    /// `m_axi_r*`.
    pub r: Option<ReadBeat>,
}

/// Outputs to a subordinate in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubordinateOutputs {
    /// `m_axi_aw*`.
    pub aw: Option<Request>,
    /// `m_axi_w*`.
    pub w: Option<WriteBeat>,
    /// `m_axi_bready`.
    pub bready: bool,
    /// `m_axi_ar*`.
    pub ar: Option<Request>,
    /// `m_axi_rready`.
    pub rready: bool,
}

/// Signals that the users of a node drive in a clock. Signals of a side that the node does not have are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inputs {
    /// The manager at the manager side.
    pub manager: ManagerInputs,
    /// The subordinate at the subordinate side.
    pub subordinate: SubordinateInputs,
}

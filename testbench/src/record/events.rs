//! What happens at ports, and who receives it.

/// What happens at a port in a clock; test benches number lines by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortEvent {
    /// A flit enters the router.
    FlitIn,
    /// A credit for the port's output.
    CreditIn,
    /// A flit in the output register.
    FlitOut,
    /// A credit for the sender at the port's input.
    CreditOut,
}

/// A flit on a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortFlit {
    /// Its VC.
    pub vc: usize,
    /// The first of its packet.
    pub head: bool,
    /// The last of its packet.
    pub tail: bool,
    /// 32-bit words, least significant first.
    pub data: Vec<u32>,
}

/// Receiver of what happens at ports.
pub trait PortSink {
    /// A flit at a port.
    fn flit(&mut self, clock: u64, event: PortEvent, port: usize, flit: &PortFlit);

    /// A credit at a port.
    fn credit(&mut self, clock: u64, event: PortEvent, port: usize, vc: usize);
}

//! The leaf cells of `rtl/`, described a second time: pure logic from (inputs, registers) to (outputs, next registers).
//!
//! A register `x` of the Verilog cell is an input `x_q` and an output `x_d` here. The formulas differ from those of the
//! Verilog on purpose: two's complement instead of priority chains, case lists instead of Johnson shifts.

use rust_hdl::prelude::*;

/// `lowest_one`: x & -x.
#[derive(LogicBlock, Default)]
pub struct LowestOne<const N: usize> {
    /// Any vector; the Verilog cell calls it `in`.
    pub word: Signal<In, Bits<N>>,
    /// Its lowest set bit.
    pub one: Signal<Out, Bits<N>>,
    inverted: Signal<Local, Bits<N>>,
}

impl<const N: usize> Logic for LowestOne<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.inverted.next = !self.word.val();
        self.one.next = self.word.val() & (self.inverted.val() + 1);
    }
}

/// `rr_arbiter` for N requesters: among those above the last winner if any asks, else among all.
#[derive(LogicBlock, Default)]
pub struct RoundRobin<const N: usize> {
    /// Synchronous reset.
    pub rst: Signal<In, Bit>,
    /// Who asks.
    pub request: Signal<In, Bits<N>>,
    /// Move the pointer.
    pub advance: Signal<In, Bit>,
    /// Requesters above the last winner.
    pub above_last_q: Signal<In, Bits<N>>,
    /// One-hot grant.
    pub grant: Signal<Out, Bits<N>>,
    /// Next `above_last`.
    pub above_last_d: Signal<Out, Bits<N>>,
    ahead: Signal<Local, Bits<N>>,
    field: Signal<Local, Bits<N>>,
    inverted: Signal<Local, Bits<N>>,
    winner: Signal<Local, Bits<N>>,
    below: Signal<Local, Bits<N>>,
}

impl<const N: usize> Logic for RoundRobin<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.ahead.next = self.above_last_q.val() & self.request.val();
        self.field.next = self.request.val();
        if self.ahead.val().any() {
            self.field.next = self.ahead.val();
        }
        self.inverted.next = !self.field.val();
        self.winner.next = self.field.val() & (self.inverted.val() + 1);
        self.grant.next = self.winner.val();
        self.below.next = self.winner.val() | (self.winner.val() - 1);
        self.above_last_d.next = self.above_last_q.val();
        if self.advance.val() {
            self.above_last_d.next = !self.below.val();
        }
        if self.rst.val() {
            self.above_last_d.next = 0.into();
        }
    }
}

/// `onehot_mux` of COUNT words of WIDTH bits, BITS = COUNT x WIDTH: shifts through the words and collects the selected ones.
#[derive(LogicBlock)]
pub struct OnehotMux<const COUNT: usize, const WIDTH: usize, const BITS: usize> {
    /// One bit for each word.
    pub select: Signal<In, Bits<COUNT>>,
    /// The words, word 0 lowest; the Verilog cell calls it `in`.
    pub word: Signal<In, Bits<BITS>>,
    /// The selected word.
    pub out: Signal<Out, Bits<WIDTH>>,
    rest: Signal<Local, Bits<BITS>>,
    sum: Signal<Local, Bits<WIDTH>>,
    width: Constant<Bits<8>>,
}

impl<const COUNT: usize, const WIDTH: usize, const BITS: usize> Default for OnehotMux<COUNT, WIDTH, BITS> {
    fn default() -> Self {
        Self {
            select: Default::default(),
            word: Default::default(),
            out: Default::default(),
            rest: Default::default(),
            sum: Default::default(),
            width: Constant::new((WIDTH as u64).to_bits()),
        }
    }
}

impl<const COUNT: usize, const WIDTH: usize, const BITS: usize> Logic for OnehotMux<COUNT, WIDTH, BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 0.into();
        self.rest.next = self.word.val();
        for i in 0..COUNT {
            if self.select.val().get_bit(i) {
                self.sum.next = self.sum.val() | bit_cast::<WIDTH, BITS>(self.rest.val());
            }
            self.rest.next = self.rest.val() >> bit_cast::<BITS, 8>(self.width.val());
        }
        self.out.next = self.sum.val();
    }
}

/// The place after `at` in a buffer, up to `last`.
#[derive(LogicBlock)]
pub struct Successor<const P: usize> {
    /// A place.
    pub at: Signal<In, Bits<P>>,
    /// The next one.
    pub next_place: Signal<Out, Bits<P>>,
    last: Constant<Bits<P>>,
}

impl<const P: usize> Successor<P> {
    fn new(depth: u64) -> Self {
        Self { at: Default::default(), next_place: Default::default(), last: Constant::new((depth - 1).to_bits()) }
    }
}

impl<const P: usize> Logic for Successor<P> {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_place.next = self.at.val() + 1;
        if self.at.val() == self.last.val() {
            self.next_place.next = 0.into();
        }
    }
}

/// `fifo_pointers` with pointers of P bits.
#[derive(LogicBlock)]
pub struct FifoPointers<const P: usize> {
    /// Synchronous reset.
    pub rst: Signal<In, Bit>,
    /// A word comes in.
    pub write: Signal<In, Bit>,
    /// The front word leaves.
    pub read: Signal<In, Bit>,
    /// Slot for the next word.
    pub write_slot_q: Signal<In, Bits<P>>,
    /// Slot of the front word.
    pub front_slot_q: Signal<In, Bits<P>>,
    /// There is a front word.
    pub not_empty_q: Signal<In, Bit>,
    /// Place behind the front word's.
    pub second_slot: Signal<Out, Bits<P>>,
    /// There is a word behind the front.
    pub has_second: Signal<Out, Bit>,
    /// No place is free.
    pub full: Signal<Out, Bit>,
    /// Next `write_slot`.
    pub write_slot_d: Signal<Out, Bits<P>>,
    /// Next `front_slot`.
    pub front_slot_d: Signal<Out, Bits<P>>,
    /// Next `not_empty`.
    pub not_empty_d: Signal<Out, Bit>,
    after_write: Successor<P>,
    after_front: Successor<P>,
    behind: Signal<Local, Bit>,
}

impl<const P: usize> FifoPointers<P> {
    /// For a buffer of `depth` words.
    pub fn new(depth: u64) -> Self {
        Self {
            rst: Default::default(),
            write: Default::default(),
            read: Default::default(),
            write_slot_q: Default::default(),
            front_slot_q: Default::default(),
            not_empty_q: Default::default(),
            second_slot: Default::default(),
            has_second: Default::default(),
            full: Default::default(),
            write_slot_d: Default::default(),
            front_slot_d: Default::default(),
            not_empty_d: Default::default(),
            after_write: Successor::new(depth),
            after_front: Successor::new(depth),
            behind: Default::default(),
        }
    }
}

impl<const P: usize> Logic for FifoPointers<P> {
    #[hdl_gen]
    fn update(&mut self) {
        self.after_write.at.next = self.write_slot_q.val();
        self.after_front.at.next = self.front_slot_q.val();
        self.second_slot.next = self.after_front.next_place.val();
        self.behind.next = self.not_empty_q.val() & (self.write_slot_q.val() != self.after_front.next_place.val());
        self.has_second.next = self.behind.val();
        self.full.next = self.not_empty_q.val() & (self.front_slot_q.val() == self.write_slot_q.val());
        self.write_slot_d.next = self.write_slot_q.val();
        self.front_slot_d.next = self.front_slot_q.val();
        self.not_empty_d.next = self.not_empty_q.val();
        if self.read.val() {
            self.front_slot_d.next = self.after_front.next_place.val();
            self.not_empty_d.next = self.behind.val();
        }
        if self.write.val() {
            self.write_slot_d.next = self.after_write.next_place.val();
            self.not_empty_d.next = true;
        }
        if self.rst.val() {
            self.write_slot_d.next = 0.into();
            self.front_slot_d.next = 0.into();
            self.not_empty_d.next = false;
        }
    }
}

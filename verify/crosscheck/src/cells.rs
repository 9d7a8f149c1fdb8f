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

/// `rr_arbiter` for N requesters, M = N - 1: among those behind the last winner if any asks, else among all.
#[derive(LogicBlock, Default)]
pub struct RoundRobin<const N: usize, const M: usize> {
    /// Synchronous reset.
    pub rst: Signal<In, Bit>,
    /// Who asks.
    pub req: Signal<In, Bits<N>>,
    /// Move the pointer.
    pub step: Signal<In, Bit>,
    /// Requesters 1..N that stand behind the last winner.
    pub from_pointer_q: Signal<In, Bits<M>>,
    /// One-hot grant.
    pub gnt: Signal<Out, Bits<N>>,
    /// Next `from_pointer`.
    pub from_pointer_d: Signal<Out, Bits<M>>,
    ahead: Signal<Local, Bits<N>>,
    field: Signal<Local, Bits<N>>,
    inverted: Signal<Local, Bits<N>>,
    winner: Signal<Local, Bits<N>>,
    below: Signal<Local, Bits<N>>,
}

impl<const N: usize, const M: usize> Logic for RoundRobin<N, M> {
    #[hdl_gen]
    fn update(&mut self) {
        self.ahead.next = (bit_cast::<N, M>(self.from_pointer_q.val()) << 1) & self.req.val();
        self.field.next = self.req.val();
        if self.ahead.val().any() {
            self.field.next = self.ahead.val();
        }
        self.inverted.next = !self.field.val();
        self.winner.next = self.field.val() & (self.inverted.val() + 1);
        self.gnt.next = self.winner.val();
        self.below.next = self.winner.val() | (self.winner.val() - 1);
        self.from_pointer_d.next = self.from_pointer_q.val();
        if self.step.val() {
            self.from_pointer_d.next = bit_cast::<M, N>(!self.below.val() >> 1);
        }
        if self.rst.val() {
            self.from_pointer_d.next = 0.into();
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

/// The place after `at` in a buffer: counted 0, 1, 3, 2 for four words, else in binary up to `last`.
#[derive(LogicBlock)]
pub struct Successor<const P: usize> {
    /// A place.
    pub at: Signal<In, Bits<P>>,
    /// The next one.
    pub next_place: Signal<Out, Bits<P>>,
    four: Constant<Bit>,
    last: Constant<Bits<P>>,
}

impl<const P: usize> Successor<P> {
    fn new(depth: u64) -> Self {
        Self {
            at: Default::default(),
            next_place: Default::default(),
            four: Constant::new(depth == 4),
            last: Constant::new((depth - 1).to_bits()),
        }
    }
}

impl<const P: usize> Logic for Successor<P> {
    #[hdl_gen]
    fn update(&mut self) {
        if self.four.val() {
            self.next_place.next = 0.into();
            if self.at.val() == 0 {
                self.next_place.next = 1.into();
            }
            if self.at.val() == 1 {
                self.next_place.next = 3.into();
            }
            if self.at.val() == 3 {
                self.next_place.next = 2.into();
            }
        } else {
            self.next_place.next = self.at.val() + 1;
            if self.at.val() == self.last.val() {
                self.next_place.next = 0.into();
            }
        }
    }
}

/// `fifo_pointers` with pointers of P bits.
#[derive(LogicBlock)]
pub struct FifoPointers<const P: usize> {
    /// Synchronous reset.
    pub rst: Signal<In, Bit>,
    /// A word comes in.
    pub push: Signal<In, Bit>,
    /// The front word leaves.
    pub pop: Signal<In, Bit>,
    /// Write pointer.
    pub wr_q: Signal<In, Bits<P>>,
    /// Read pointer.
    pub rd_q: Signal<In, Bits<P>>,
    /// There is a front word.
    pub nonempty_q: Signal<In, Bit>,
    /// Place behind the front word's.
    pub rd_next: Signal<Out, Bits<P>>,
    /// There is a word behind the front.
    pub more: Signal<Out, Bit>,
    /// No place is free.
    pub full: Signal<Out, Bit>,
    /// Next write pointer.
    pub wr_d: Signal<Out, Bits<P>>,
    /// Next read pointer.
    pub rd_d: Signal<Out, Bits<P>>,
    /// Next `nonempty`.
    pub nonempty_d: Signal<Out, Bit>,
    after_wr: Successor<P>,
    after_rd: Successor<P>,
    behind: Signal<Local, Bit>,
}

impl<const P: usize> FifoPointers<P> {
    /// For a buffer of `depth` words.
    pub fn new(depth: u64) -> Self {
        Self {
            rst: Default::default(),
            push: Default::default(),
            pop: Default::default(),
            wr_q: Default::default(),
            rd_q: Default::default(),
            nonempty_q: Default::default(),
            rd_next: Default::default(),
            more: Default::default(),
            full: Default::default(),
            wr_d: Default::default(),
            rd_d: Default::default(),
            nonempty_d: Default::default(),
            after_wr: Successor::new(depth),
            after_rd: Successor::new(depth),
            behind: Default::default(),
        }
    }
}

impl<const P: usize> Logic for FifoPointers<P> {
    #[hdl_gen]
    fn update(&mut self) {
        self.after_wr.at.next = self.wr_q.val();
        self.after_rd.at.next = self.rd_q.val();
        self.rd_next.next = self.after_rd.next_place.val();
        self.behind.next = self.nonempty_q.val() & (self.wr_q.val() != self.after_rd.next_place.val());
        self.more.next = self.behind.val();
        self.full.next = self.nonempty_q.val() & (self.rd_q.val() == self.wr_q.val());
        self.wr_d.next = self.wr_q.val();
        self.rd_d.next = self.rd_q.val();
        self.nonempty_d.next = self.nonempty_q.val();
        if self.pop.val() {
            self.rd_d.next = self.after_rd.next_place.val();
            self.nonempty_d.next = self.behind.val();
        }
        if self.push.val() {
            self.wr_d.next = self.after_wr.next_place.val();
            self.nonempty_d.next = true;
        }
        if self.rst.val() {
            self.wr_d.next = 0.into();
            self.rd_d.next = 0.into();
            self.nonempty_d.next = false;
        }
    }
}

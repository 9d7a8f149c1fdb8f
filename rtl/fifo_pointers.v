// fifo_pointers: the pointers and flags of a first-in first-out buffer of DEPTH >= 2 words.
//
//   push, pop   a word comes in, the front word leaves; both may be set in one clock.
//               The user never pops an empty buffer nor pushes into a full one
//   wr, rd      where the next word is written, where the front word is
//   rd_next     the place behind the front word
//   nonempty    there is a front word
//   more        there is a word behind it
//   full        there are DEPTH words
//
// A depth of 4 counts in Johnson code (00 01 11 10), which needs no adder; any other counts in
// binary. No fill count: the flag nonempty tells full from empty.
`default_nettype none

module fifo_pointers #(
  parameter DEPTH    = 4,
  parameter PTR_BITS = 2
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                push,
  input  wire                pop,
  output reg  [PTR_BITS-1:0] wr,
  output reg  [PTR_BITS-1:0] rd,
  output wire [PTR_BITS-1:0] rd_next,
  output reg                 nonempty,
  output wire                more,
  output wire                full
);

  wire [PTR_BITS-1:0] wr_next;
  wire [PTR_BITS-1:0] rd_moved;

  generate
    if (DEPTH == 4) begin : g_johnson
      assign wr_next = {wr[0], ~wr[1]};
      assign rd_next = {rd[0], ~rd[1]};

      // Not all bits by the same enable: a synthesizer could take rd for the address register of a
      // clocked RAM and build that.
      assign rd_moved = {(rd_next[1] & pop) | (rd[1] & ~pop), pop ? rd_next[0] : rd[0]};
    end else begin : g_binary
      localparam [31:0]         HIGHEST = DEPTH - 1;
      localparam [PTR_BITS-1:0] LAST    = HIGHEST[PTR_BITS-1:0];
      localparam [PTR_BITS-1:0] ONE     = 1;
      assign wr_next = (wr == LAST) ? {PTR_BITS{1'b0}} : wr + ONE;
      assign rd_next = (rd == LAST) ? {PTR_BITS{1'b0}} : rd + ONE;
      assign rd_moved = pop ? rd_next : rd;
    end
  endgenerate

  assign more = nonempty & (wr != rd_next);
  assign full = nonempty & (wr == rd);

  always @(posedge clk) begin
    if (rst) begin
      wr       <= {PTR_BITS{1'b0}};
      rd       <= {PTR_BITS{1'b0}};
      nonempty <= 1'b0;
    end else begin
      if (push) wr <= wr_next;
      rd <= rd_moved;
      nonempty <= push | (pop ? more : nonempty);
    end
  end

`ifdef FORMAL
  // A fill count, and the places of the front and of the next word, counted in binary.
  reg [7:0] fill;
  reg [7:0] front;
  reg [7:0] next;

  function [7:0] place;  // the place that a pointer stands for
    input [PTR_BITS-1:0] pointer;
    place = (DEPTH == 4) ? pointer ^ (pointer >> 1) : pointer;
  endfunction

  initial assume (rst);

  always @(posedge clk) begin
    fill  <= rst ? 0 : fill + push - pop;
    front <= rst ? 0 : (front + pop) % DEPTH;
    next  <= rst ? 0 : (next + push) % DEPTH;
  end

  always @* begin
    assume (!push || fill < DEPTH);
    assume (!pop || fill > 0);
    if (!rst) begin
      assert (nonempty == (fill > 0));
      assert (more == (fill > 1));
      assert (full == (fill == DEPTH));
      assert (place(rd) == front);
      assert (place(wr) == next);
      assert (place(rd_next) == (front + 1) % DEPTH);
      assert (front < DEPTH && next < DEPTH && fill <= DEPTH);
      assert ((front + fill) % DEPTH == next);
    end
  end

  // Order: a word, any one, is written at `at` behind `ahead` others; when they have left, it is at
  // the front, and nothing is written over it before.
  reg [7:0]          number, which, ahead;
  reg [PTR_BITS-1:0] at;
  reg                inside;
  wire [7:0]         at_or_beyond = front + ahead;
  wire [7:0]         its_place    = (at_or_beyond < DEPTH) ? at_or_beyond : at_or_beyond - DEPTH;

  always @(posedge clk) begin
    which  <= which;
    number <= rst ? 0 : number + push;
    if (rst) begin
      inside <= 1'b0;
    end else if (!inside) begin
      inside <= push && number == which;
      ahead  <= fill - pop;
      at     <= wr;
    end else if (pop) begin
      inside <= ahead != 0;
      ahead  <= ahead - 1;
    end
  end

  always @* begin
    if (!rst && inside) begin
      assert (ahead < fill);
      assert (place(at) == its_place);
      assert (ahead != 0 || rd == at);
      assert (!push || wr != at);
    end
  end
`endif

endmodule

`default_nettype wire

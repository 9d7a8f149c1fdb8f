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

`ifdef TORUSMITH_FORMAL
`include "fifo_pointers.vh"
`endif

endmodule

`default_nettype wire

// axi4_skid_buffer: two places for what a channel brings, so that ready is a register and one comes in
// every clock [I1, S4].
//
//   valid, ready, in  the channel
//   there, out        the first place has one
//   leaves            it leaves in this clock; only with there
//
// Latency: what comes in one clock is there in the next. Its words are registers: on an FPGA those of an
// axi4_fifo are distributed RAM, which takes more LUTs for two words.
`default_nettype none

module axi4_skid_buffer #(
  parameter WIDTH = 8
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             valid,
  output wire             ready,
  input  wire [WIDTH-1:0] in,
  output reg              there,
  output reg  [WIDTH-1:0] out,
  input  wire             leaves
);

  reg              second_full;
  reg  [WIDTH-1:0] second;
  wire             moves = ~there | leaves;  // the first place takes the next one

  assign ready = ~second_full;

  always @(posedge clk) begin
    if (rst) begin
      there       <= 1'b0;
      second_full <= 1'b0;
    end else begin
      there       <= second_full | valid | ~moves;
      second_full <= (second_full | valid) & ~moves;
    end

    if (moves)        out    <= second_full ? second : in;
    if (~second_full) second <= in;
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_skid_buffer.vh"
`endif

endmodule
`default_nettype wire

// quarter: a quarter of a number to the nearest, a tie towards 0 (docs/networks.md, dv).
// Combinational. Two's complement.
`default_nettype none

module quarter #(
  parameter BITS = 6
) (
  input  wire [BITS-1:0] in,
  output wire [BITS-1:0] out
);

  // (in + 1) >> 2 from 0 on, (in + 2) >> 2 below; a sum that overflows wants one bit more.
  wire          minus = in[BITS-1];
  wire [BITS:0] sum   = {minus, in} + {{(BITS-1){1'b0}}, minus, ~minus};

  assign out = {{1{sum[BITS]}}, sum[BITS:2]};

  wire unused = &{1'b0, sum};

`ifdef TORUSMITH_FORMAL
`include "quarter.vh"
`endif

endmodule
`default_nettype wire

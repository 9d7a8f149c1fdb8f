// midimew_way: which way round a ring of rows of an MTN (docs/networks.md). Combinational.
//
//   here, there   rows, 0 .. 2^BITS - 1
//   column_*      the columns of the same level
//   differ        there is a way to go
//   plus          '+' leads to the destination in fewer hops, those in the row behind it included
//   TIES          where both ways are as short: 0 '+'; 1 the way without the wrap link; 2 balanced,
//                 '+' from an even row, '-' from an odd one
//
// With SIDE = 2^BITS: '+' takes v hops, '-' SIDE - v. Without the wrap link the column is h hops
// away, with it SIDE / 2 - h, as it leads half a ring of columns further. One of the two ways has
// the wrap link: '+' is the shorter one if
//   it does not wrap   v + h <= 3/4 SIDE        it does   v - h <= 1/4 SIDE
// where the sides are equal for a tie.
`default_nettype none

module midimew_way #(
  parameter BITS = 2,
  parameter TIES = 0
) (
  input  wire [BITS-1:0] here,
  input  wire [BITS-1:0] there,
  input  wire [BITS-1:0] column_here,
  input  wire [BITS-1:0] column_there,
  output wire            differ,
  output wire            plus
);

  localparam [BITS:0] QUARTER = 1 << (BITS - 2);

  wire [BITS-1:0] v      = there - here;
  wire [BITS-1:0] across = column_there - column_here;
  wire [BITS-1:0] h      = across[BITS-1] ? -across : across;

  wire [BITS:0] straight = {1'b0, v} + {1'b0, h};
  wire [BITS:0] reach    = {1'b0, h} + QUARTER;

  assign differ = here != there;

  // The wrap link lies on the way of '-' and not on that of '+'.
  wire ahead = there > here;

  generate
    if (TIES == 2) begin : g_balanced
      wire [BITS:0] odd = {{BITS{1'b0}}, here[0]};
      assign plus = ahead ? straight + odd <= 3 * QUARTER : {1'b0, v} + odd <= reach;
    end else begin : g_fixed
      wire closer = (TIES == 1) ? {1'b0, v} < reach : {1'b0, v} <= reach;
      assign plus = ahead ? straight <= 3 * QUARTER : closer;
    end
  endgenerate

endmodule
`default_nettype wire

// midimew_way: which way round a ring of rows of an MTN (docs/networks.md). Combinational.
//
//   here, there   rows, 0 .. 2^BITS - 1
//   column_*      the columns of the same level
//   differ        there is a way to go
//   plus          '+' leads to the destination in fewer hops, those in the row behind it included. A
//                 tie goes '+', or, with TIE_AVOIDS_WRAP, the way without the wrap link
//   ahead         there > here: the wrap link lies on the way of '-' and not on that of '+'
//
// With SIDE = 2^BITS: '+' takes v hops, '-' SIDE - v. Without the wrap link the column is h hops
// away, with it SIDE / 2 - h, as it leads half a ring of columns further. One of the two ways has
// the wrap link: '+' is the shorter one if
//   it does not wrap   v + h <= 3/4 SIDE        it does   v - h <= 1/4 SIDE
// where the sides are equal for a tie.
`default_nettype none

module midimew_way #(
  parameter BITS            = 2,
  parameter TIE_AVOIDS_WRAP = 0
) (
  input  wire [BITS-1:0] here,
  input  wire [BITS-1:0] there,
  input  wire [BITS-1:0] column_here,
  input  wire [BITS-1:0] column_there,
  output wire            differ,
  output wire            plus,
  output wire            ahead
);

  localparam [BITS:0] QUARTER = 1 << (BITS - 2);

  wire [BITS-1:0] v      = there - here;
  wire [BITS-1:0] across = column_there - column_here;
  wire [BITS-1:0] h      = across[BITS-1] ? -across : across;

  wire [BITS:0] straight = {1'b0, v} + {1'b0, h};
  wire [BITS:0] reach    = {1'b0, h} + QUARTER;
  wire          closer   = (TIE_AVOIDS_WRAP != 0) ? {1'b0, v} < reach : {1'b0, v} <= reach;

  assign differ = here != there;
  assign ahead  = there > here;
  assign plus   = ahead ? straight <= 3 * QUARTER : closer;

endmodule

`default_nettype wire

// rdt_wraps: the links of an RDT's node that cross the edge of the base torus (docs/networks.md,
// `wraps`). Combinational, and constant for a node.
//
//   x, y   the node's coordinates, of a torus of 2^SIDE_BITS x 2^SIDE_BITS nodes
//   rank   of its upper torus, one-hot, 1 .. MAX_RANK
//   wraps  output port p's at p-1: x+, x-, y+, y- of rank 0, then of its own rank
//
// The steps of a rank are powers of two, 1, 2, 8, 16, 64: the coordinate leaves 0 .. N-1 when its
// bits from the step's own on are all ones (upwards) or all zeros (downwards). What counts is the
// x coordinate, but y where a step has no part in x: along y in rank 0, x in rank 2, y in rank 4.
`default_nettype none

module rdt_wraps #(
  parameter SIDE_BITS = 4,
  parameter MAX_RANK  = 2
) (
  input  wire [SIDE_BITS-1:0] x,
  input  wire [SIDE_BITS-1:0] y,
  input  wire [MAX_RANK:1]    rank,
  output wire [7:0]           wraps
);

  assign wraps[3:0] = {~(|y), &y, ~(|x), &x};

  wire [4*MAX_RANK-1:0] of_rank;
  reg  [3:0]            upper;
  integer               n;

  genvar r;
  generate
    for (r = 1; r <= MAX_RANK; r = r + 1) begin : g_rank
      localparam LOW = r == 1 ? 1 : r == 2 ? 3 : r == 3 ? 4 : 6;  // log2 of the step
      wire x_up   = &x[SIDE_BITS-1:LOW];
      wire x_down = ~(|x[SIDE_BITS-1:LOW]);
      wire y_up   = &y[SIDE_BITS-1:LOW];
      wire y_down = ~(|y[SIDE_BITS-1:LOW]);

      // {y-, y+, x-, x+}: the steps in x are (2,2), (0,8), (-16,16), (-64,0), in y (-dy,dx) of
      // those.
      assign of_rank[4*r-4 +: 4] = r == 1 ? {x_up, x_down, x_down, x_up} :
                                   r == 2 ? {x_up, x_down, y_down, y_up} :
                                   r == 3 ? {x_up, x_down, x_up, x_down} :
                                            {y_up, y_down, x_up, x_down};
      wire unused = &{1'b0, y_up, y_down};
    end
  endgenerate

  always @* begin
    upper = 4'd0;
    for (n = 1; n <= MAX_RANK; n = n + 1) upper = upper | ({4{rank[n]}} & of_rank[4*n-4 +: 4]);
  end
  assign wraps[7:4] = upper;

endmodule
`default_nettype wire

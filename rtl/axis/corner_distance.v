// corner_distance: links from a place in a basic module of 4 x 4 nodes to a corner
// (docs/networks.md, TTN). Combinational.
//
//   place     {row, column}
//   corner    {last row, last column}, a bit each
//   distance  0 .. 4, or 0 .. 6 in a mesh
//   WRAPS     1: the module is a torus, and the way is the shorter one round; 0: a mesh
`default_nettype none

module corner_distance #(
  parameter WRAPS = 1
) (
  input  wire [3:0] place,
  input  wire [1:0] corner,
  output wire [2:0] distance
);

  // To the last row or column it is as from 3 - n to 0.
  wire [1:0] row    = place[3:2] ^ {2{corner[1]}};
  wire [1:0] column = place[1:0] ^ {2{corner[0]}};

  // From 0, 1, 2, 3 to 0 it is 0, 1, 2, 1 round a ring.
  wire [1:0] rows    = (WRAPS != 0) ? {row[1] & ~row[0], row[0]} : row;
  wire [1:0] columns = (WRAPS != 0) ? {column[1] & ~column[0], column[0]} : column;

  assign distance = {1'b0, rows} + {1'b0, columns};

endmodule
`default_nettype wire

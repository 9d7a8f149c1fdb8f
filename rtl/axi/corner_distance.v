// corner_distance: links from a place in a torus of 4 x 4 nodes to a corner, the shorter way round
// (docs/networks.md, TTN). Combinational.
//
//   place     {row, column}
//   corner    {last row, last column}, a bit each
//   distance  0 .. 4
`default_nettype none

module corner_distance (
  input  wire [3:0] place,
  input  wire [1:0] corner,
  output wire [2:0] distance
);

  // From 0, 1, 2, 3 to 0 it is 0, 1, 2, 1; to 3 it is as from 3, 2, 1, 0 to 0.
  wire [1:0] row    = place[3:2] ^ {2{corner[1]}};
  wire [1:0] column = place[1:0] ^ {2{corner[0]}};

  assign distance = {1'b0, row[1] & ~row[0], row[0]} + {1'b0, column[1] & ~column[0], column[0]};

endmodule

`default_nettype wire

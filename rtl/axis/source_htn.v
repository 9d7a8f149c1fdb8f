// source_htn: the routing bits of an HTN's head flit, at its source (docs/networks.md, HTN, Routing
// bits). Combinational.
//
//   from, to        addresses Y X z y x, two bits a digit
//   number          of the packet, modulo 4: takes turns where there is a choice
//   route           0 north, 1 east, 2 wrap_y or stay, 3 wrap_x
//   LINK_SELECTION  1, ls and ls+cs: where either way round is as short, both are taken
//   STAY            1: dor-both, bit 2 is stay, which every other packet has
//   TIES            where there is none: 0 north and east; 2 balanced, north from an even row of
//                   BMs, south from an odd one, and so east and west by the column
`default_nettype none

module source_htn #(
  parameter LINK_SELECTION = 0,
  parameter STAY           = 0,
  parameter TIES           = 0
) (
  input  wire [9:0] from,
  input  wire [9:0] to,
  input  wire [1:0] number,
  output wire [3:0] route
);

  localparam [0:0] CHOICE   = LINK_SELECTION;
  localparam [0:0] BALANCED = TIES == 2;

  wire [1:0] y = to[9:8] - from[9:8];
  wire [1:0] x = to[7:6] - from[7:6];
  wire       y_tie = (y == 2'd2) & CHOICE;
  wire       x_tie = (x == 2'd2) & CHOICE;

  // The choices in their order: Y takes turns, and X more slowly if both do.
  wire south = (y == 2'd3) | (y_tie & number[0]) | ((y == 2'd2) & BALANCED & from[8]);
  wire west  = (x == 2'd3) | (x_tie & (y_tie ? number[1] : number[0])) |
               ((x == 2'd2) & BALANCED & from[6]);
  wire north = (|y) & ~south;
  wire east  = (|x) & ~west;

  assign route[0] = north;
  assign route[1] = east;
  assign route[2] = (STAY != 0) ? number[0] :
                    (north & (from[9:8] > to[9:8])) | (south & (from[9:8] < to[9:8]));
  assign route[3] = (east & (from[7:6] > to[7:6])) | (west & (from[7:6] < to[7:6]));

  wire unused = &{1'b0, from, to, number};

endmodule
`default_nettype wire

// source_ttn: the routing bit of a TTN(2,2,2)'s head flit, at its source: the group of inter-BM
// links by which the whole path is shorter (docs/networks.md, TTN, Routing). Combinational.
//
//   from, to  addresses, the digits a_3 .. a_0 of two bits
//   route     the group; 0 where both ways are as long
//
// A group's V link is at (0,0) or (3,3), its H link at (0,3) or (3,0). The rings between basic
// modules, and the link from V to H, are as long in both groups: what differs is the way to the
// first corner and from the last.
`default_nettype none

module source_ttn (
  input  wire [7:0] from,
  input  wire [7:0] to,
  output wire [0:0] route
);

  wire v = from[7:6] != to[7:6];
  wire h = from[5:4] != to[5:4];

  // The corners of group 0, {last row, last column}; those of group 1 are opposite.
  wire [1:0] first = {1'b0, ~v};
  wire [1:0] last  = {1'b0, h};
  wire [2:0] to_first, from_last, to_first_1, from_last_1;

  corner_distance u_to_first (
    .place   (from[3:0]),
    .corner  (first),
    .distance(to_first)
  );
  corner_distance u_from_last (
    .place   (to[3:0]),
    .corner  (last),
    .distance(from_last)
  );
  corner_distance u_to_first_1 (
    .place   (from[3:0]),
    .corner  (~first),
    .distance(to_first_1)
  );
  corner_distance u_from_last_1 (
    .place   (to[3:0]),
    .corner  (~last),
    .distance(from_last_1)
  );

  wire [3:0] length   = {1'b0, to_first} + {1'b0, from_last};
  wire [3:0] length_1 = {1'b0, to_first_1} + {1'b0, from_last_1};

  assign route = (v | h) & (length_1 < length);

endmodule

`default_nettype wire

// source_tori_connected: the routing bit of a head flit in a TTN, MTN or TESH(2,2,2), at its
// source: the group of inter-BM links by which the whole path is shorter (docs/networks.md, TTN,
// Routing). Combinational.
//
//   from, to  addresses, the digits a_3 .. a_0 of two bits
//   route     the group; 0 where both ways are as long
//   BM_WRAPS  1: a basic module is a torus; 0: a mesh
//   TWISTED   1: V rings are twisted, as an MTN's are
//   TIES      where a tie goes in a twisted ring, see midimew_way
//
// A group's V link is at (0,0) or (3,3), its H link at (0,3) or (3,0). The rings between basic
// modules, and the way from V to H, are as long in both groups: what differs is the way to the
// first corner and from the last. A twisted V ring can mend the column, or spoil it.
`default_nettype none

module source_tori_connected #(
  parameter BM_WRAPS = 1,
  parameter TWISTED  = 0,
  parameter TIES     = 0
) (
  input  wire [7:0] from,
  input  wire [7:0] to,
  output wire [0:0] route
);

  wire       v = from[7:6] != to[7:6];
  wire [1:0] column;  // of the basic module behind the V ring

  generate
    if (TWISTED != 0) begin : g_twisted
      wire differ, plus;
      midimew_way #(.BITS(2), .TIES(TIES)) u_way (
        .here        (from[7:6]),
        .there       (to[7:6]),
        .column_here (from[5:4]),
        .column_there(to[5:4]),
        .differ      (differ),
        .plus        (plus)
      );
      // By the wrap link, two columns further on
      assign column = from[5:4] ^ {differ & (plus ^ (to[7:6] > from[7:6])), 1'b0};
    end else begin : g_straight
      wire unused = &{1'b0, TIES != 0};
      assign column = from[5:4];
    end
  endgenerate

  wire h = column != to[5:4];

  // The corners of group 0, {last row, last column}; those of group 1 are opposite.
  wire [1:0] first = {1'b0, ~v};
  wire [1:0] last  = {1'b0, h};
  wire [2:0] to_first, from_last, to_first_1, from_last_1;

  corner_distance #(.WRAPS(BM_WRAPS)) u_to_first (
    .place   (from[3:0]),
    .corner  (first),
    .distance(to_first)
  );
  corner_distance #(.WRAPS(BM_WRAPS)) u_from_last (
    .place   (to[3:0]),
    .corner  (last),
    .distance(from_last)
  );
  corner_distance #(.WRAPS(BM_WRAPS)) u_to_first_1 (
    .place   (from[3:0]),
    .corner  (~first),
    .distance(to_first_1)
  );
  corner_distance #(.WRAPS(BM_WRAPS)) u_from_last_1 (
    .place   (to[3:0]),
    .corner  (~last),
    .distance(from_last_1)
  );

  wire [3:0] length   = {1'b0, to_first} + {1'b0, from_last};
  wire [3:0] length_1 = {1'b0, to_first_1} + {1'b0, from_last_1};

  assign route = (v | h) & (length_1 < length);

endmodule
`default_nettype wire

// route_htn: RC of HTN(4, 4, 2, q) (docs/networks.md; docs/router.md, RC1-RC3, RC5). Combinational.
//
//   node    address: digits Y X of the basic module (BM), z y x of the node in it, two bits each
//   header  the head flit's low bits: the destination, and above it the routing bits north, east,
//           wrap_y (dor-both: stay), wrap_x
//   port    one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 z+, 6 z-, 7 ey, 8 ex; at a tie in a ring
//           the escape direction
//   either  a tie, with LINK_SELECTION: the other way round that ring is the second candidate
//   vcs     the VCs of the hop's escape class and, with CHANNEL_SELECTION, the adaptive ones, class
//           2; without meaning at the local port
//
// Routing algorithms: dor has neither LINK_SELECTION nor CHANNEL_SELECTION, ls and cs have one of
// them, ls+cs and ls+cs-turn both. TURN is 1 for dor-turn and ls+cs-turn, 2 for dor-early, 3 for
// dor-both: before a link along X some packets mend y. GATE_PLANES = 2^q planes of a BM have
// inter-BM links.
//
// VC rules: BALANCED = 0 phase, escape classes by the phase and the wrap links of the rings of BMs;
// 1 balanced, any VC but where both phases use a link that lies on a ring: there class 1 in phase
// F, else 0. BALANCED with CHANNEL_SELECTION (ls+cs-turn): in a BM always class 1 in phase F, else
// 0, on links between BMs any VC.
//
// In its destination's BM (phase F) a packet mends z, y, x. Elsewhere (phase P) it goes to the edge
// of a gate plane, by z and then by y for a link along Y, by x for one along X; Y before X. FROM is
// the input port: what came by a ring goes on in its direction or leaves the ring, and the steps
// before it are done: there is less to decide.
`default_nettype none

module route_htn #(
  parameter GATE_PLANES       = 2,
  parameter LINK_SELECTION    = 0,
  parameter CHANNEL_SELECTION = 0,
  parameter TURN              = 0,
  parameter BALANCED          = 0,
  parameter CLASSES           = 2,
  parameter NUM_VCS           = 2,
  parameter FROM              = 0
) (
  input  wire [9:0]         node,
  input  wire [13:0]        header,
  output wire [8:0]         port,
  output wire               either,
  output wire [NUM_VCS-1:0] vcs
);

  localparam LOCAL = 0, X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4, Z_PLUS = 5, Z_MINUS = 6;
  localparam EY = 7, EX = 8;
  localparam [1:0] FIRST = 2'd0, LAST = 2'd3;
  localparam DOR = 0, PARTLY = 1, EARLY = 2;

  // A '+' link of a BM leads from output x+ to input x-.
  localparam BY_X = FROM == X_PLUS || FROM == X_MINUS;
  localparam BY_Y = FROM == Y_PLUS || FROM == Y_MINUS;
  localparam BY_Z = FROM == Z_PLUS || FROM == Z_MINUS;
  localparam MOVES_PLUS = FROM == X_MINUS || FROM == Y_MINUS || FROM == Z_MINUS;

  wire [1:0] bm_y, bm_x, z, y, x;
  wire [1:0] to_bm_y, to_bm_x, to_z, to_y, to_x;
  wire       north, east, wrap_y, wrap_x;
  assign {bm_y, bm_x, z, y, x} = node;
  assign {wrap_x, wrap_y, east, north, to_bm_y, to_bm_x, to_z, to_y, to_x} = header;

  // The way between BMs. What came by ex or by x is done with Y; what came by y goes to ey or is in
  // phase F, or has turned before X.
  wire along_y = (BY_X || FROM == EX) ? 1'b0 : bm_y != to_bm_y;
  wire along_x = ((BY_Y && TURN == DOR) ? 1'b0 : bm_x != to_bm_x) & ~along_y;
  wire arrived = ~along_y & ~along_x;  // phase F

  // The place in the BM to go to. A gate plane: z itself, or the nearest.
  wire [1:0] gate = (GATE_PLANES == 4) ? z : (GATE_PLANES == 2) ? {1'b0, z[1] ^ z[0]} : 2'd0;
  wire [1:0] edge_y = north ? LAST : FIRST;
  wire [1:0] edge_x = east ? LAST : FIRST;
  wire [1:0] z_there = arrived ? to_z : gate;
  wire [1:0] y_there = along_y ? edge_y : to_y;
  wire [1:0] x_there = along_x ? edge_x : to_x;

  // Rings of four: the way to go modulo 4. A tie's escape direction is '+' from even places.
  wire [1:0] z_way = z_there - z;
  wire [1:0] y_way = y_there - y;
  wire [1:0] x_way = x_there - x;

  // Before X y is mended for inner rows, by all, by some or by none. What came by ex has done it.
  wire [1:0] share = to_z + to_x;
  wire       inner = to_y[1] ^ to_y[0];
  wire       stay  = wrap_y;
  wire       turns = (TURN == DOR || FROM == EX) ? 1'b0 :
                     (TURN == EARLY)  ? inner :
                     (TURN == PARTLY) ? inner & (&share | (|share & ~(y[1] ^ y[0]))) :
                                        inner & ~stay;

  wire by_z = (BY_Y || BY_X) ? 1'b0 : z_way != 2'd0;
  wire by_y = BY_X ? 1'b0 : ~by_z & (~along_x | turns) & (y_way != 2'd0);
  wire by_x = ~by_z & ~by_y & ~along_y & (x_way != 2'd0);
  wire gone = ~by_z & ~by_y & ~by_x;

  wire z_plus = BY_Z ? MOVES_PLUS : z_way[1] ? ~z_way[0] & ~z[0] : 1'b1;
  wire y_plus = BY_Y ? MOVES_PLUS : y_way[1] ? ~y_way[0] & ~y[0] : 1'b1;
  wire x_plus = BY_X ? MOVES_PLUS : x_way[1] ? ~x_way[0] & ~x[0] : 1'b1;

  assign port[LOCAL]   = gone & arrived;
  assign port[X_PLUS]  = by_x & x_plus;
  assign port[X_MINUS] = by_x & ~x_plus;
  assign port[Y_PLUS]  = by_y & y_plus;
  assign port[Y_MINUS] = by_y & ~y_plus;
  assign port[Z_PLUS]  = by_z & z_plus;
  assign port[Z_MINUS] = by_z & ~z_plus;
  assign port[EY]      = gone & along_y;
  assign port[EX]      = gone & along_x;

  // Half way round a ring only before the first step in it
  wire tie = (BY_Z ? 1'b0 : by_z & (z_way == 2'd2)) |
             (BY_Y ? 1'b0 : by_y & (y_way == 2'd2)) |
             (BY_X ? 1'b0 : by_x & (x_way == 2'd2));
  assign either = (LINK_SELECTION != 0) & tie;

  wire [2:0] of_class;

  generate
    if (BALANCED != 0) begin : g_balanced
      // A hop nears the wrap link of its ring if it passes it or leads to a node next to it. If
      // some turn early, all hops of y can be of both phases. With adaptive VCs a packet is back on
      // the escape ones anywhere in a BM.
      wire y_nears = (TURN != DOR) | (y_plus == y[1]);
      wire x_nears = x_plus == x[1];
      wire both    = (CHANNEL_SELECTION != 0) ? ~gone : (by_y & y_nears) | (by_x & x_nears);
      assign of_class = {CHANNEL_SELECTION != 0, ~both | arrived, ~both | ~arrived};
      wire unused = &{1'b0, wrap_y, wrap_x, edge_y, edge_x};
    end else begin : g_phase
      // The wrap link of the ring of BMs: behind, or the next link
      wire ahead   = along_y ? (north ? bm_y > to_bm_y : bm_y < to_bm_y)
                             : (east ? bm_x > to_bm_x : bm_x < to_bm_x);
      wire wrapped = (along_y ? wrap_y : wrap_x) & ~ahead;
      wire wraps   = along_y ? bm_y == edge_y : bm_x == edge_x;

      wire upper = arrived | wrapped | (gone & wraps);
      assign of_class = {CHANNEL_SELECTION != 0, upper, ~upper};
    end
  endgenerate

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
    .of_class(of_class[CLASSES-1:0]),
    .vcs     (vcs)
  );

  wire unused = &{1'b0, of_class, share, inner, stay};

endmodule

`default_nettype wire

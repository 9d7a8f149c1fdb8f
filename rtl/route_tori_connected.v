// route_ttn: RC of TTN(M, LEVELS, q) (docs/networks.md; docs/router.md, RC1-RC3). Combinational.
//
//   node    address: 2 * LEVELS digits of M bits, (row, column) of the highest level first
//   header  the head flit's low bits: the destination, and above it, with two groups of inter-BM
//           links (GROUPS = 2, that is q = 2), the routing bit g
//   port    one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 up+, 6 up- (BIDIRECTIONAL only)
//   either  0: there is one candidate
//   vcs     the VCs of the hop's class; without meaning at the local port
//   VC_RULE 0 paper4, four classes; 1 min2 or, which is the same up to three levels, least
//
// The highest level at which node and destination differ decides: at a level above the first the
// packet goes to the node of the basic module (BM) with that level's link, at the first level to
// the destination's place in the BM; y before x. FROM is the input port: what came by a ring goes
// on in its direction or leaves the ring, and nothing turns from x to y: there is less to decide.
`default_nettype none

module route_ttn #(
  parameter M             = 2,
  parameter LEVELS        = 2,
  parameter GROUPS        = 1,
  parameter BIDIRECTIONAL = 1,
  parameter VC_RULE       = 0,
  parameter CLASSES       = 4,
  parameter ADDRESS_BITS  = 8,
  parameter HEADER_BITS   = 8,
  parameter NUM_PORTS     = 7,
  parameter NUM_VCS       = 4,
  parameter FROM          = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [HEADER_BITS-1:0]  header,
  output wire [NUM_PORTS-1:0]    port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam LOCAL = 0, X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4, UP_PLUS = 5, UP_MINUS = 6;
  localparam PAPER4 = VC_RULE == 0;

  // A '+' link of a BM leads from output x+ to input x-; one between BMs from output 5 to input 6,
  // or with unidirectional rings to input 5.
  localparam MOVES_X_PLUS  = FROM == X_MINUS;
  localparam MOVES_X_MINUS = FROM == X_PLUS;
  localparam MOVES_Y_PLUS  = FROM == Y_MINUS;
  localparam MOVES_Y_MINUS = FROM == Y_PLUS;
  localparam MOVES_UP_PLUS  = BIDIRECTIONAL == 0 || FROM == UP_MINUS;
  localparam MOVES_UP_MINUS = BIDIRECTIONAL != 0 && FROM == UP_PLUS;
  localparam Y_DONE = MOVES_X_PLUS || MOVES_X_MINUS;

  // The place in the BM, row above column, of the node with the outputs of a level. Levels 2 and 3
  // use the corners; 4 and 5, with M = 2, the edges.
  localparam [M-1:0] LAST = (1 << M) - 1;
  localparam [M-1:0] NONE = 0;

  function [2*M-1:0] outlet_of;
    input integer level;
    input integer horizontal;
    input integer group;
    begin
      case (level)
        2: outlet_of = (group == 0) ? (horizontal != 0 ? {NONE, LAST} : {NONE, NONE})
                                    : (horizontal != 0 ? {LAST, NONE} : {LAST, LAST});
        3: outlet_of = horizontal != 0 ? {LAST, LAST} : {LAST, NONE};
        4: outlet_of = horizontal != 0 ? 7 : 2;  // (1,3), (0,2)
        default: outlet_of = horizontal != 0 ? 4 : 14;  // (1,0), (3,2)
      endcase
    end
  endfunction

  // The node with the inputs of a level, where it is not the one with the outputs
  function [2*M-1:0] inlet_of;
    input integer level;
    input integer horizontal;
    if (level == 4) inlet_of = horizontal != 0 ? 11 : 1;  // (2,3), (0,1)
    else inlet_of = horizontal != 0 ? 8 : 13;  // (2,0), (3,1)
  endfunction

  wire group;
  generate
    if (GROUPS == 2) begin : g_groups
      assign group = header[ADDRESS_BITS];
    end else begin : g_group
      assign group = 1'b0;
    end
  endgenerate

  // Links between BMs. Index k = 0 .. 2*LEVELS-3 is digit k + 2: even H, odd V; the highest digit
  // that differs is the first to be mended.
  localparam RINGS = 2 * LEVELS - 2;

  wire [RINGS-1:0] differ, plus, wrap;
  wire [RINGS-1:0] leads;
  wire             up = |differ;
  reg  [2*M-1:0]   outlet;
  integer          r;

  genvar k;
  generate
    for (k = 0; k < RINGS; k = k + 1) begin : g_ring
      wire shorter, ahead;
      ring_way #(
        .SIDE           (1 << M),
        .BITS           (M),
        .TIE_AVOIDS_WRAP(!PAPER4)
      ) u_way (
        .here  (node[(k+2)*M +: M]),
        .there (header[(k+2)*M +: M]),
        .differ(differ[k]),
        .plus  (shorter),
        .ahead (ahead)
      );
      assign plus[k] = MOVES_UP_PLUS ? 1'b1 : MOVES_UP_MINUS ? 1'b0 : shorter;
      assign wrap[k] = plus[k] ^ ahead;
      if (k == RINGS - 1) begin : g_highest
        assign leads[k] = differ[k];
      end else begin : g_lower
        assign leads[k] = differ[k] & ~(|differ[RINGS-1:k+1]);
      end
    end
  endgenerate

  always @* begin
    outlet = {(2 * M){1'b0}};
    for (r = 0; r < RINGS; r = r + 1) begin
      outlet = outlet | ({(2 * M){leads[r]}} &
                         (group ? outlet_of(r / 2 + 2, (r + 1) % 2, 1)
                                : outlet_of(r / 2 + 2, (r + 1) % 2, 0)));
    end
  end

  // Within the BM
  wire [2*M-1:0] target = up ? outlet : header[2*M-1:0];
  wire x_differ, x_shorter, x_ahead, y_differ, y_shorter, y_ahead;

  ring_way #(.SIDE(1 << M), .BITS(M), .TIE_AVOIDS_WRAP(!PAPER4)) u_x (
    .here  (node[M-1:0]),
    .there (target[M-1:0]),
    .differ(x_differ),
    .plus  (x_shorter),
    .ahead (x_ahead)
  );
  ring_way #(.SIDE(1 << M), .BITS(M), .TIE_AVOIDS_WRAP(!PAPER4)) u_y (
    .here  (node[2*M-1:M]),
    .there (target[2*M-1:M]),
    .differ(y_differ),
    .plus  (y_shorter),
    .ahead (y_ahead)
  );

  wire y       = y_differ & ~Y_DONE;
  wire there   = ~y & ~x_differ;
  wire x_plus  = MOVES_X_PLUS ? 1'b1 : MOVES_X_MINUS ? 1'b0 : x_shorter;
  wire y_plus  = MOVES_Y_PLUS ? 1'b1 : MOVES_Y_MINUS ? 1'b0 : y_shorter;
  wire up_plus = |(leads & plus);
  wire up_wrap = |(leads & wrap);
  wire bm_wrap = y ? y_plus ^ y_ahead : x_plus ^ x_ahead;

  assign port[LOCAL]   = there & ~up;
  assign port[X_PLUS]  = ~y & x_differ & x_plus;
  assign port[X_MINUS] = ~y & x_differ & ~x_plus;
  assign port[Y_PLUS]  = y & y_plus;
  assign port[Y_MINUS] = y & ~y_plus;
  assign port[UP_PLUS] = there & up & up_plus;

  generate
    if (BIDIRECTIONAL != 0) begin : g_minus
      assign port[UP_MINUS] = there & up & ~up_plus;
    end
  endgenerate

  assign either = 1'b0;

  // The class of the hop, one-hot
  wire [CLASSES-1:0] of_class;
  generate
    if (PAPER4) begin : g_paper4
      wire wraps = there ? up_wrap : bm_wrap;
      wire upper = ~up;  // level 1: classes 2 and 3
      assign of_class = {upper & wraps, upper & ~wraps, ~upper & wraps, ~upper & ~wraps};
    end else begin : g_least
      // In a BM: a class for each level on the way, the highest first, levels 3 and 2 sharing one,
      // and the last for the destination's BM. From a ring's input to its output on another node,
      // one more once the ring's wrap link is behind.
      localparam TOP = (LEVELS > 3) ? LEVELS : 3;
      wire [CLASSES*RINGS-1:0] on_the_way;
      reg  [CLASSES-1:0]       in_bm;

      for (k = 0; k < RINGS; k = k + 1) begin : g_way
        localparam LEVEL = k / 2 + 2;
        localparam CLASS = (LEVEL > 3) ? TOP - LEVEL : TOP - 3;
        localparam [CLASSES-1:0] FIRST = 1 << CLASS;
        if (LEVEL > 3) begin : g_apart
          wire behind = (node[2*M-1:0] == inlet_of(LEVEL, (k + 1) % 2)) & ~wrap[k];
          assign on_the_way[k*CLASSES +: CLASSES] =
            {CLASSES{leads[k]}} & (behind ? FIRST << 1 : FIRST);
        end else begin : g_together
          assign on_the_way[k*CLASSES +: CLASSES] = {CLASSES{leads[k]}} & FIRST;
        end
      end
      integer w;
      always @* begin
        in_bm = {~up, {(CLASSES - 1){1'b0}}};
        for (w = 0; w < RINGS; w = w + 1) in_bm = in_bm | on_the_way[w*CLASSES +: CLASSES];
      end

      localparam [CLASSES-1:0] ONE = 1;
      wire wraps = up_wrap & (BIDIRECTIONAL == 0);
      assign of_class = (there & up) ? (wraps ? ONE << 1 : ONE) : in_bm;
      wire unused = &{1'b0, bm_wrap};
    end
  endgenerate

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
    .of_class(of_class),
    .vcs     (vcs)
  );

endmodule

`default_nettype wire

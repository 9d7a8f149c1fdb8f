// route_tori_connected: RC of TTN(M, LEVELS, q) and the networks like it: STTN, MTN, TESH
// (docs/networks.md; docs/router.md, RC1-RC3). Combinational.
//
//   node    address: 2 * LEVELS digits of M bits, (row, column) of the highest level first
//   header  the head flit's low bits: the destination, and above it, with two groups of inter-BM
//           links (GROUPS = 2, that is q = 2), the routing bit g
//   port    one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 up+, 6 up- (BIDIRECTIONAL only)
//   either  0: there is one candidate
//   vcs     the VCs of the hop's class; without meaning at the local port
//
// What tells the networks apart:
//   BM_WRAPS         a basic module (BM) is 1: a torus, 0: a mesh (TESH)
//   TWISTED          1: a ring of rows leads to another column where it wraps around (MTN)
//   OUTLETS, INLETS  of each inter-BM ring the place in the BM, row above column, of the node with
//                    the output, and of that with the input. Ring 0 at the right; ring r serves
//                    address digit 2 + r / GROUPS, group r mod GROUPS
// and the VC rules:
//   SHARED_LEVELS    0: paper4, four classes. Else a hop in a BM has a class for each level on the
//                    way, the highest first, levels 2 .. SHARED_LEVELS sharing one, and the last
//                    for the destination's BM: 2 level, 3 least or min2
<%- if last_on_way %>
//   LAST_ON_WAY_TO   ring r at bit r: on the way to its output a hop in a BM has the last class, too
<%- endif %>
//   RING_CLASSES     2: a hop between BMs has class 1 while the wrap link is ahead; 1: class 0
//   MARKED           not 0: balanced, any VC, except over marked links, the wrap links of a BM out
//                    of ports x+, x-, y+, y-, a bit each from bit 0 up, where the class is as
//                    above; and between BMs where RING_CLASSES is 2: see ring4_class
//   TIES             of two ways of equal length 0: '+'; 1: the one without the wrap link; 2: '+'
//                    from an even place in the ring, '-' from an odd one
// and the routing algorithms:
//   X_FIRST          1: dor-turn, x before y on the way to a link between BMs
//
// The highest level at which node and destination differ decides: at a level above the first the
// packet goes to the node of the BM with that level's link, at the first level to the
// destination's place in the BM; y before x. FROM is the input port: what came by a ring goes on
// in its direction or leaves the ring, and nothing turns from x to y, or with X_FIRST back to the
// dimension that was the first: there is less to decide.
`default_nettype none

module route_tori_connected #(
  parameter M               = 2,
  parameter LEVELS          = 2,
  parameter GROUPS          = 1,
  parameter BIDIRECTIONAL   = 1,
  parameter BM_WRAPS        = 1,
  parameter TWISTED         = 0,
  parameter [(2*LEVELS-2)*GROUPS*2*M-1:0] OUTLETS = {4'd0, 4'd3},
  parameter [(2*LEVELS-2)*GROUPS*2*M-1:0] INLETS  = OUTLETS,
  parameter SHARED_LEVELS   = 0,
<%- if last_on_way %>
  parameter [2*LEVELS-3:0] LAST_ON_WAY_TO = 0,
<%- endif %>
  parameter RING_CLASSES    = 2,
  parameter [3:0] MARKED    = 4'd0,
  parameter TIES            = 0,
  parameter X_FIRST         = 0,
  parameter CLASSES         = 4,
  parameter ADDRESS_BITS    = 8,
  parameter HEADER_BITS     = 8,
  parameter NUM_PORTS       = 7,
  parameter NUM_VCS         = 4,
  parameter FROM            = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [HEADER_BITS-1:0]  header,
  output wire [NUM_PORTS-1:0]    port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam LOCAL = 0, X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4, UP_PLUS = 5, UP_MINUS = 6;

  // A '+' link of a BM leads from output x+ to input x-; one between BMs from output 5 to input 6,
  // or with unidirectional rings to input 5.
  localparam MOVES_X_PLUS  = FROM == X_MINUS;
  localparam MOVES_X_MINUS = FROM == X_PLUS;
  localparam MOVES_Y_PLUS  = FROM == Y_MINUS;
  localparam MOVES_Y_MINUS = FROM == Y_PLUS;
  localparam MOVES_UP_PLUS  = BIDIRECTIONAL == 0 || FROM == UP_MINUS;
  localparam MOVES_UP_MINUS = BIDIRECTIONAL != 0 && FROM == UP_PLUS;
  localparam CAME_BY_X = MOVES_X_PLUS || MOVES_X_MINUS;
  localparam CAME_BY_Y = MOVES_Y_PLUS || MOVES_Y_MINUS;

  // Links between BMs. Index k = 0 .. 2*LEVELS-3 is digit k + 2: even H, odd V; the highest digit
  // that differs is the first to be mended.
  localparam RINGS = 2 * LEVELS - 2;

  wire [RINGS-1:0]     differ, plus, wrap;
  wire [RINGS-1:0]     leads;
  wire                 up = |differ;
  wire [RINGS*2*M-1:0] outlets;
  reg  [2*M-1:0]       outlet;
  integer              r;

  genvar k;
  generate
    for (k = 0; k < RINGS; k = k + 1) begin : g_ring
      wire shorter, ahead;
      if (TWISTED != 0 && BIDIRECTIONAL != 0 && k % 2 == 1) begin : g_twisted
        midimew_way #(.BITS(M), .TIES(TIES)) u_way (
          .here        (node[(k+2)*M +: M]),
          .there       (header[(k+2)*M +: M]),
          .column_here (node[(k+1)*M +: M]),
          .column_there(header[(k+1)*M +: M]),
          .differ      (differ[k]),
          .plus        (shorter),
          .ahead       (ahead)
        );
      end else begin : g_plain
        ring_way #(.SIDE(1 << M), .BITS(M), .TIES(TIES)) u_way (
          .here  (node[(k+2)*M +: M]),
          .there (header[(k+2)*M +: M]),
          .differ(differ[k]),
          .plus  (shorter),
          .ahead (ahead)
        );
      end
      assign plus[k] = MOVES_UP_PLUS ? 1'b1 : MOVES_UP_MINUS ? 1'b0 : shorter;
      assign wrap[k] = plus[k] ^ ahead;
      if (k == RINGS - 1) begin : g_highest
        assign leads[k] = differ[k];
      end else begin : g_lower
        assign leads[k] = differ[k] & ~(|differ[RINGS-1:k+1]);
      end
      if (GROUPS == 2) begin : g_outlets
        wire group = header[ADDRESS_BITS];
        assign outlets[k*2*M +: 2*M] =
          group ? OUTLETS[(2*k+1)*2*M +: 2*M] : OUTLETS[2*k*2*M +: 2*M];
      end else begin : g_outlet
        assign outlets[k*2*M +: 2*M] = OUTLETS[k*2*M +: 2*M];
      end
    end
  endgenerate

  always @* begin
    outlet = {(2 * M){1'b0}};
    for (r = 0; r < RINGS; r = r + 1) begin
      outlet = outlet | ({(2 * M){leads[r]}} & outlets[r*2*M +: 2*M]);
    end
  end

  // Within the BM
  wire [2*M-1:0] target = up ? outlet : header[2*M-1:0];
  wire x_differ, x_shorter, x_ahead, y_differ, y_shorter, y_ahead;

  ring_way #(.SIDE(1 << M), .BITS(M), .TIES(TIES)) u_x (
    .here  (node[M-1:0]),
    .there (target[M-1:0]),
    .differ(x_differ),
    .plus  (x_shorter),
    .ahead (x_ahead)
  );
  ring_way #(.SIDE(1 << M), .BITS(M), .TIES(TIES)) u_y (
    .here  (node[2*M-1:M]),
    .there (target[2*M-1:M]),
    .differ(y_differ),
    .plus  (y_shorter),
    .ahead (y_ahead)
  );

  // What came by the second dimension is done with the first.
  wire x_first = (X_FIRST != 0) & up;
  wire x_left  = x_differ & ~(CAME_BY_Y & x_first);
  wire y_left  = y_differ & ~(CAME_BY_X & ~x_first);
  wire x       = x_left & (x_first | ~y_left);
  wire y       = y_left & ~x;
  wire there   = ~x & ~y;
  wire x_plus  = MOVES_X_PLUS ? 1'b1 : MOVES_X_MINUS ? 1'b0 :
                 BM_WRAPS != 0 ? x_shorter : x_ahead;
  wire y_plus  = MOVES_Y_PLUS ? 1'b1 : MOVES_Y_MINUS ? 1'b0 :
                 BM_WRAPS != 0 ? y_shorter : y_ahead;
  wire up_plus = |(leads & plus);
  wire up_wrap = |(leads & wrap);
  wire bm_wrap = y ? y_plus ^ y_ahead : x_plus ^ x_ahead;

  assign port[LOCAL]   = there & ~up;
  assign port[X_PLUS]  = x & x_plus;
  assign port[X_MINUS] = x & ~x_plus;
  assign port[Y_PLUS]  = y & y_plus;
  assign port[Y_MINUS] = y & ~y_plus;
  assign port[UP_PLUS] = there & up & up_plus;

  generate
    if (BIDIRECTIONAL != 0) begin : g_minus
      assign port[UP_MINUS] = there & up & ~up_plus;
    end
  endgenerate

  assign either = 1'b0;

  // The classes of the hop, a bit each
  wire [CLASSES-1:0] of_class;
  generate
    if (SHARED_LEVELS == 0) begin : g_paper4
      wire wraps = there ? up_wrap : bm_wrap;
      wire upper = ~up;  // level 1: classes 2 and 3
      assign of_class = {upper & wraps, upper & ~wraps, ~upper & wraps, ~upper & ~wraps};
    end else begin : g_levels
      // From a ring's input to its output on another node there is one more class, once the ring's
      // wrap link is past.
      localparam TOP = (LEVELS > SHARED_LEVELS) ? LEVELS : SHARED_LEVELS;
      wire [CLASSES*RINGS-1:0] on_the_way;
      reg  [CLASSES-1:0]       in_bm;

      for (k = 0; k < RINGS; k = k + 1) begin : g_way
        localparam LEVEL = k / 2 + 2;
<%- if last_on_way %>
        localparam CLASS = LAST_ON_WAY_TO[k] ? CLASSES - 1 :
                           (LEVEL > SHARED_LEVELS) ? TOP - LEVEL : TOP - SHARED_LEVELS;
<%- else %>
        localparam CLASS = (LEVEL > SHARED_LEVELS) ? TOP - LEVEL : TOP - SHARED_LEVELS;
<%- endif %>
        localparam [CLASSES-1:0] FIRST = 1 << CLASS;
        localparam [2*M-1:0] OUTLET = OUTLETS[k*GROUPS*2*M +: 2*M];
        localparam [2*M-1:0] INLET  = INLETS[k*GROUPS*2*M +: 2*M];
        if (INLET != OUTLET) begin : g_apart
          wire past_wrap = (node[2*M-1:0] == INLET) & ~wrap[k];
          assign on_the_way[k*CLASSES +: CLASSES] =
            {CLASSES{leads[k]}} & (past_wrap ? FIRST << 1 : FIRST);
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
      if (MARKED == 4'd0) begin : g_dateline
        wire wraps = up_wrap & (RING_CLASSES == 2);
        assign of_class = (there & up) ? (wraps ? ONE << 1 : ONE) : in_bm;
      end else begin : g_balanced
        // The nodes before the wrap links: in the last row and column '+', in the first '-'
        wire [3:0] ends = {~(|node[2*M-1:M]), &node[2*M-1:M], ~(|node[M-1:0]), &node[M-1:0]};
        wire       over = |(MARKED & ends & port[Y_MINUS:X_PLUS]);

        // Of bidirectional rings those of rows alone, and only if they are twisted, have classes.
        wire [RINGS-1:0] lower, upper;
        for (k = 0; k < RINGS; k = k + 1) begin : g_between
          if (RING_CLASSES == 2 && (BIDIRECTIONAL == 0 || k % 2 == 1)) begin : g_classed
            wire upper_there;
            ring4_class u_class (
              .here (node[(k+2)*M +: M]),
              .there(header[(k+2)*M +: M]),
              .plus (plus[k]),
              .upper(upper_there)
            );
            assign lower[k] = leads[k] & ~upper_there;
            assign upper[k] = leads[k] & upper_there;
          end else begin : g_any
            assign lower[k] = 1'b0;
            assign upper[k] = 1'b0;
          end
        end

        wire [CLASSES-1:0] in_module = over ? in_bm : {CLASSES{1'b1}};
        assign of_class = (there & (|lower)) ? ONE : (there & (|upper)) ? ONE << 1 : in_module;
      end
      wire unused = &{1'b0, bm_wrap, up_wrap};
    end
  endgenerate

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
    .of_class(of_class),
    .vcs     (vcs)
  );

endmodule

`default_nettype wire

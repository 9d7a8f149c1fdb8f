// route_rdt: RC of RDT(2, R, 1)/alpha, and the routing bits that the head carries on
// (docs/networks.md; docs/router.md, RC1, RC2, RC7). Combinational.
//
//   node   address, y * N + x; N = 2^SIDE_BITS
//   route  routing bits: vectors v_0x, v_0y of four bits and v_rx, v_ry of three,
//          r = 1 .. MAX_RANK, two's complement, and `crossed`
//   hop    {class, upper, y, minus}: class 0, 1, or 2 for a move; 3: no hop, the packet is for this
//          node. Output port 1 + {upper, y, minus}
//   ends   the packet is for this node
//   next   the routing bits after that hop
//
// The highest rank whose vector is not zero comes first. At a node of another rank the packet moves
// to a neighbour of it: one that brings v_0 nearer to zero, or any. Any hop takes one off the
// component of its direction. FROM is the input port: what came by a rank-0 link is at a node of
// the rank it needs, what came along x is done with y; 0 decides without such knowledge.
`default_nettype none

module route_rdt #(
  parameter SIDE_BITS = 4,
  parameter MAX_RANK  = 2,
  parameter FROM      = 0
) (
  input  wire [2*SIDE_BITS-1:0]  node,
  input  wire [6*MAX_RANK+8:0]   route,
  output wire [4:0]              hop,
  output wire                    ends,
  output wire [6*MAX_RANK+8:0]   next
);

  localparam X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4, UX_PLUS = 5, UX_MINUS = 6;
  localparam BY_X  = FROM == X_PLUS || FROM == X_MINUS;
  localparam BY_Y  = FROM == Y_PLUS || FROM == Y_MINUS;
  localparam BY_UX = FROM == UX_PLUS || FROM == UX_MINUS;
  localparam MOVES = MAX_RANK > 1 && !BY_X && !BY_Y;

  wire [SIDE_BITS-1:0] x, y;
  wire [MAX_RANK:1]    rank;  // of this node
  wire [7:0]           wraps;
  assign {y, x} = node;

  rdt_rank #(.MAX_RANK(MAX_RANK)) u_rank (
    .x   (x[1:0]),
    .y   (y[1:0]),
    .rank(rank)
  );
  rdt_wraps #(.SIDE_BITS(SIDE_BITS), .MAX_RANK(MAX_RANK)) u_wraps (
    .x    (x),
    .y    (y),
    .rank (rank),
    .wraps(wraps)
  );

  // The highest rank to go in, one-hot, and its vector
  wire [3:0]        base_x = route[3:0];
  wire [3:0]        base_y = route[7:4];
  wire              crossed = route[6*MAX_RANK+8];
  wire [MAX_RANK:1] open, first;
  wire              upper = |open;
  reg  [2:0]        upper_x, upper_y;
  integer           n;

  genvar r;
  generate
    for (r = 1; r <= MAX_RANK; r = r + 1) begin : g_rank
      assign open[r] = |route[6*r+2 +: 6];
      if (r == MAX_RANK) begin : g_highest
        assign first[r] = open[r];
      end else begin : g_lower
        assign first[r] = open[r] & ~(|open[MAX_RANK:r+1]);
      end
    end
  endgenerate

  always @* begin
    upper_x = 3'd0;
    upper_y = 3'd0;
    for (n = 1; n <= MAX_RANK; n = n + 1) begin
      upper_x = upper_x | ({3{first[n]}} & route[6*n+2 +: 3]);
      upper_y = upper_y | ({3{first[n]}} & route[6*n+5 +: 3]);
    end
  end

  // A move: to x+, x-, y+, y-, the first of the neighbours of that rank that are nearer to the end
  // of v_0, or the first of them all.
  wire       move;
  wire [3:0] move_to;
  generate
    if (MOVES) begin : g_move
      localparam [1:0] MINUS_ONE = 2'd3;
      wire [4*MAX_RANK-1:0] ranks;
      wire [3:0]            there;
      wire [3:0]            nearer = {base_y[3], ~base_y[3] & (|base_y),
                                      base_x[3], ~base_x[3] & (|base_x)};

      for (r = 0; r < 4; r = r + 1) begin : g_neighbour
        localparam [1:0] DX = r == 0 ? 2'd1 : r == 1 ? MINUS_ONE : 2'd0;
        localparam [1:0] DY = r == 2 ? 2'd1 : r == 3 ? MINUS_ONE : 2'd0;
        rdt_rank #(.MAX_RANK(MAX_RANK)) u_rank (
          .x   (x[1:0] + DX),
          .y   (y[1:0] + DY),
          .rank(ranks[r*MAX_RANK +: MAX_RANK])
        );
        assign there[r] = |(first & ranks[r*MAX_RANK +: MAX_RANK]);
      end

      lowest_one #(.WIDTH(4)) u_lowest (
        .in (|(there & nearer) ? there & nearer : there),
        .one(move_to)
      );
      assign move = upper & ~(|(first & rank));
    end else begin : g_no_move
      assign move    = 1'b0;
      assign move_to = 4'd0;
    end
  endgenerate

  // A hop in the rank itself: y while there is any, then x.
  wire       here    = upper & ~move;  // by an upper link
  wire       hop_y   = upper ? (|upper_y) & ~BY_UX : (|base_y) & ~BY_X;
  wire       hop_up  = upper ? (hop_y ? ~upper_y[2] : ~upper_x[2])
                             : (hop_y ? ~base_y[3] : ~base_x[3]);
  wire       along_y = move ? move_to[2] | move_to[3] : hop_y;
  wire       minus   = move ? move_to[1] | move_to[3] : ~hop_up;
  assign     ends    = ~upper & ~(|base_x) & ~(|base_y);

  // The component that the hop changes
  wire [3:0] component = here ? (hop_y ? {upper_y[2], upper_y} : {upper_x[2], upper_x})
                              : (along_y ? base_y : base_x);
  wire [3:0] rest      = component + {{3{~minus}}, 1'b1};
  wire       second    = ~move & (crossed | wraps[{here, along_y, minus}]);  // class 1

  assign hop = {ends | move, ends | second, here, along_y, minus};

  assign next[3:0] = (ends | here | along_y) ? base_x : rest;
  assign next[7:4] = (ends | here | ~along_y) ? base_y : rest;
  assign next[6*MAX_RANK+8] = (ends | move) ? crossed : second & (|rest);
  generate
    for (r = 1; r <= MAX_RANK; r = r + 1) begin : g_next
      wire now = first[r] & ~move;
      assign next[6*r+2 +: 3] = (now & ~hop_y) ? rest[2:0] : route[6*r+2 +: 3];
      assign next[6*r+5 +: 3] = (now & hop_y) ? rest[2:0] : route[6*r+5 +: 3];
    end
  endgenerate

  wire unused = &{1'b0, move_to};

endmodule
`default_nettype wire

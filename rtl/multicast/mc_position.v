// mc_position: what a multicast router must know of its node's place (docs/multicast_router.md, R3).
// Combinational, and constant for a node.
//
//   node        address, y * N + x; N = 2^SIDE_BITS
//   rank        of the node's upper torus, one-hot, 1 .. MAX_RANK
//   wraps       output port p's at p-1, see rdt_wraps
//   stage       the rank as a number
//   below       the rank less one: where a copy goes next that is done with this rank
//   move_to     to rank q: the lowest of the ports 1..4 to a neighbour of that rank, one-hot, port p
//               at 4*(q-1) + p-1. Without meaning for the node's own rank
//   move_below  the same for the rank `below`
`default_nettype none

module mc_position #(
  parameter SIDE_BITS = 4,
  parameter MAX_RANK  = 2
) (
  input  wire [2*SIDE_BITS-1:0] node,
  output wire [MAX_RANK:1]      rank,
  output wire [7:0]             wraps,
  output reg  [2:0]             stage,
  output wire [2:0]             below,
  output wire [4*MAX_RANK-1:0]  move_to,
  output reg  [3:0]             move_below
);

  wire [SIDE_BITS-1:0] x, y;
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

  integer n;
  always @* begin
    stage = 3'd0;
    for (n = 1; n <= MAX_RANK; n = n + 1) stage = stage | ({3{rank[n]}} & n[2:0]);
  end
  assign below = stage - 3'd1;

  genvar p, q;
  generate
    if (MAX_RANK > 1) begin : g_moves
      localparam [1:0] MINUS_ONE = 2'd3;
      wire [4*MAX_RANK-1:0] ranks;

      for (p = 0; p < 4; p = p + 1) begin : g_neighbour
        localparam [1:0] DX = p == 0 ? 2'd1 : p == 1 ? MINUS_ONE : 2'd0;
        localparam [1:0] DY = p == 2 ? 2'd1 : p == 3 ? MINUS_ONE : 2'd0;
        rdt_rank #(.MAX_RANK(MAX_RANK)) u_rank (
          .x   (x[1:0] + DX),
          .y   (y[1:0] + DY),
          .rank(ranks[p*MAX_RANK +: MAX_RANK])
        );
      end
      for (q = 0; q < MAX_RANK; q = q + 1) begin : g_rank
        lowest_one #(.WIDTH(4)) u_lowest (
          .in ({ranks[3*MAX_RANK+q], ranks[2*MAX_RANK+q], ranks[MAX_RANK+q], ranks[q]}),
          .one(move_to[4*q +: 4])
        );
      end
      always @* begin
        move_below = 4'd0;
        for (n = 2; n <= MAX_RANK; n = n + 1) begin
          move_below = move_below | ({4{rank[n]}} & move_to[4*n-8 +: 4]);
        end
      end
    end else begin : g_no_moves
      assign move_to = {(4*MAX_RANK){1'b0}};
      always @(stage) move_below = 4'd0;
    end
  endgenerate

endmodule
`default_nettype wire

// mc_bitmap_generator: the branches of a multicast, from the bit maps in its header
// (docs/multicast_router.md, R3). Combinational.
//
//   phase, stage, pe  of flit 0 as it arrived
//   bm                map of stage r at 8*r: bit 0 C, 1 E, 2 W, 3 N, 4 S, 5 SS, 6 SE, 7 SW
//   rank, move_*      see mc_position
//   branches          the outputs, port p at bit p
//   moves             one of them is a move; then no other is of rank 0 or local
//
// FROM is the input port. What can arrive there leaves little to decide: BEGIN comes from a local port
// only; a move (ROOT) and the stage 0 by rank-0 links, any other stage by upper links, and is then the
// node's own rank; SOUTH comes by y- only. Other headers have no meaning here.
`default_nettype none

module mc_bitmap_generator #(
  parameter SIDE_BITS = 4,
  parameter MAX_RANK  = 2,
  parameter FROM      = 0
) (
  input  wire [1:0]              phase,
  input  wire [2:0]              stage,
  input  wire                    pe,
  input  wire [8*MAX_RANK+7:0]   bm,
  input  wire [MAX_RANK:1]       rank,
  input  wire [4*MAX_RANK-1:0]   move_to,
  input  wire [3:0]              move_below,
  output wire [9:0]              branches,
  output wire                    moves
);

  localparam C = 0, E = 1, W = 2, N = 3, S = 4, SS = 5, SE = 6, SW = 7;
  localparam LOCAL    = FROM == 0 || FROM == 9;
  localparam BASE     = FROM >= 1 && FROM <= 4;
  localparam BY_NORTH = FROM == 4 || FROM == 8;

  // A torus of the highest rank that has fewer than 8 nodes
  localparam [7:0] TOP = SIDE_BITS % 3 == 0 ? 8'hFF : SIDE_BITS % 3 == 1 ? 8'h53 : 8'h11;

  // The map of the node's own rank
  wire [7:0] base = bm[7:0];
  reg  [7:0] own;
  integer    n;
  always @* begin
    own = 8'd0;
    for (n = 1; n <= MAX_RANK; n = n + 1) begin
      own = own | ({8{rank[n]}} & bm[8*n +: 8] & (n == MAX_RANK ? TOP : 8'hFF));
    end
  end

  // Which steps are taken here, of the node's rank (own_*) and of rank 0 (base_*)
  wire own_root, own_south, own_leaf, base_begin, base_south, base_leaf;
  wire [3:0] away;  // NEXT of another rank

  genvar r;
  generate
    if (LOCAL) begin : g_local
      wire [MAX_RANK:1] of_stage;
      for (r = 1; r <= MAX_RANK; r = r + 1) begin : g_stage
        localparam [2:0] STAGE = r;
        assign of_stage[r] = stage == STAGE;
      end
      assign own_root   = |(of_stage & rank);
      assign base_begin = stage == 3'd0;
      assign {own_south, own_leaf, base_south, base_leaf} = 4'd0;
      reg [3:0] to;
      always @* begin
        to = 4'd0;
        for (n = 1; n <= MAX_RANK; n = n + 1) to = to | ({4{of_stage[n] & ~rank[n]}} & move_to[4*n-4 +: 4]);
      end
      assign away = to;
    end else begin : g_link
      wire south = BY_NORTH ? phase[1] & ~phase[0] : 1'b0;
      assign own_root   = (BASE && MAX_RANK > 1) ? ~phase[1] : 1'b0;
      assign own_south  = BASE ? 1'b0 : south;
      assign own_leaf   = BASE ? 1'b0 : ~south;
      assign base_begin = 1'b0;
      assign base_south = BASE ? south : 1'b0;
      assign base_leaf  = BASE ? phase[1] & phase[0] : 1'b0;
      assign away       = 4'd0;
    end
  endgenerate

  // The copy for this node goes on by the next stage: rank 0, or a neighbour of the rank below.
  wire here      = (own_root & own[C]) | (own_south & own[S]) | own_leaf;
  wire base_root = base_begin | (here & rank[1]);
  wire [3:0] move = away | ({4{here & ~rank[1]}} & move_below);
  wire deliver   = (base_root & base[C]) | (base_south & base[S]) | base_leaf;

  assign moves = |move;
  assign branches = {
    deliver & pe,
    own_root & own[N],
    (own_root & (|own[SW:S])) | (own_south & own[SS]),
    (own_root & own[W]) | (own_south & own[SW]),
    (own_root & own[E]) | (own_south & own[SE]),
    move[3] | (base_root & base[N]),
    move[2] | (base_root & (|base[SW:S])) | (base_south & base[SS]),
    move[1] | (base_root & base[W]) | (base_south & base[SW]),
    move[0] | (base_root & base[E]) | (base_south & base[SE]),
    deliver & ~pe
  };

  wire unused = &{1'b0, phase, stage, own, base, move_to, move_below};

endmodule
`default_nettype wire

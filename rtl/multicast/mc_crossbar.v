// mc_crossbar: the streams' flits to the outputs that they have, and the heads of the copies
// (docs/multicast_router.md, B6, F2, R3). Combinational.
//
//   closed      input i and output o at i*11 + o
//   advance     per input: it sends a flit in this clock
//   in_*        that flit; header: it is flit 0 of a multicast
//   moves       the packet has a move
//   way         of its entry in the ack table
//   stage       the rank of this node; below: that less one
//   out_*       per output 0 .. 9; zero where nothing is sent
//   unit_*      output 10, the router's own unit
//   TURNS       the crosspoints that there are
//
// A copy carries the tag {way, stage, phase} by which it is acknowledged here, and its next stage and
// phase: rank-0 hops are of stage 0, or moves (ROOT), upper ones of the node's rank; y+ is SOUTH
// but for what came in as SOUTH itself, all others are LEAF. A move is to the
// stage below the node's rank, or from a source to the packet's own stage.
`default_nettype none

module mc_crossbar #(
  parameter FLIT_WIDTH = 36,
  parameter MAX_RANK   = 2,
  parameter WAY_BITS   = 1,
  parameter [109:0] TURNS = {110{1'b1}}
) (
  input  wire [109:0]           closed,
  input  wire [9:0]             advance,
  input  wire [9:0]             in_head,
  input  wire [9:0]             in_tail,
  input  wire [10*FLIT_WIDTH-1:0] in_data,
  input  wire [9:0]             header,
  input  wire [9:0]             moves,
  input  wire [10*WAY_BITS-1:0] way,
  input  wire [2:0]             stage,
  input  wire [2:0]             below,
  output wire [9:0]             out_valid,
  output wire [9:0]             out_head,
  output wire [9:0]             out_tail,
  output wire [10*FLIT_WIDTH-1:0] out_data,
  output wire                   unit_valid,
  output wire                   unit_head,
  output wire                   unit_tail,
  output wire [FLIT_WIDTH-1:0]  unit_data
);

  localparam INPUTS = 10, OUTPUTS = 11, UNIT = 10;
  localparam WIDTH = FLIT_WIDTH + 2;
  localparam SOUTHWARD = 3, UPPER_SOUTHWARD = 7, NORTH = 4, UPPER_NORTH = 8;
  localparam PHASE = 3, STAGE = 5, TAG = 8;  // where the fields begin

  // Each input's flit as outputs of rank 0, of the upper rank and the local ones send it; bit PHASE
  // is 0 for SOUTH.
  wire [INPUTS*WIDTH-1:0] base_word, upper_word, local_word;
  wire [INPUTS-1:0]       south;

  genvar i, o;
  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      localparam SOURCE = i == 0 || i == 9;
      wire [FLIT_WIDTH-1:0] data = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
      wire                  copy = header[i];
      wire                  move = (MAX_RANK > 1) ? copy & moves[i] : 1'b0;
      wire [6:0]            tag;
      wire [2:0]            base_stage, upper_stage;
      wire                  phase = data[PHASE] | copy;
      wire                  phase_high = data[PHASE+1] | copy;

      if (WAY_BITS == 2) begin : g_two_bits
        assign tag = copy ? {way[i*WAY_BITS +: WAY_BITS], data[PHASE +: 5]} : data[TAG +: 7];
      end else begin : g_one_bit
        assign tag = copy ? {1'b0, way[i], data[PHASE +: 5]} : data[TAG +: 7];
      end
      wire [2:0] of_packet = data[STAGE +: 3];
      wire [2:0] next = (SOURCE && of_packet != stage) ? of_packet : below;
      assign base_stage  = copy ? next & {3{move}} : of_packet;
      assign upper_stage = copy ? stage : of_packet;
      // By the port y- come SOUTH, which goes on as LEAF, and moves, whose copies to y+ are SOUTH.
      assign south[i] = copy ? i == NORTH && data[PHASE+1] : data[PHASE];

      wire [FLIT_WIDTH-TAG-8:0] rest = data[FLIT_WIDTH-1:TAG+7];
      assign base_word[i*WIDTH +: WIDTH] =
        {in_head[i], in_tail[i], rest, tag, base_stage, phase_high & ~move, phase, data[PHASE-1:0]};
      assign upper_word[i*WIDTH +: WIDTH] =
        {in_head[i], in_tail[i], rest, tag, upper_stage, phase_high, phase, data[PHASE-1:0]};
      assign local_word[i*WIDTH +: WIDTH] =
        {in_head[i], in_tail[i], rest, tag, base_stage, phase_high, phase, data[PHASE-1:0]};
    end

    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      localparam BASE  = o >= 1 && o <= 4;
      localparam UPPER = o >= 5 && o <= 8;
      wire [INPUTS-1:0] from;
      wire [INPUTS-1:0] bit_phase;
      wire [WIDTH-1:0]  word;
      wire [INPUTS*WIDTH-1:0] words = BASE ? base_word : UPPER ? upper_word : local_word;

      for (i = 0; i < INPUTS; i = i + 1) begin : g_turn
        localparam TURNS_SOUTH = (o == SOUTHWARD && (i != NORTH || MAX_RANK > 1)) ||
                                 (o == UPPER_SOUTHWARD && i != UPPER_NORTH);
        assign from[i] = TURNS[i*OUTPUTS+o] & closed[i*OUTPUTS+o] & advance[i];
        if (TURNS_SOUTH && BASE && MAX_RANK > 1) begin : g_south_or_move
          assign bit_phase[i] = moves[i] ? words[i*WIDTH+PHASE] : south[i];
        end else if (TURNS_SOUTH) begin : g_south
          assign bit_phase[i] = south[i];
        end else begin : g_leaf
          assign bit_phase[i] = words[i*WIDTH+PHASE];
        end
      end

      onehot_mux #(.COUNT(INPUTS), .WIDTH(WIDTH)) u_word (
        .select(from),
        .in    (words),
        .out   (word)
      );

      if (o == UNIT) begin : g_unit
        assign unit_valid = |from;
        assign unit_head  = word[WIDTH-1];
        assign unit_tail  = word[WIDTH-2];
        assign unit_data  = word[FLIT_WIDTH-1:0];
      end else begin : g_port
        assign out_valid[o] = |from;
        assign out_head[o]  = word[WIDTH-1];
        assign out_tail[o]  = word[WIDTH-2];
        assign out_data[o*FLIT_WIDTH +: FLIT_WIDTH] =
          {word[FLIT_WIDTH-1:PHASE+1], |(from & bit_phase), word[PHASE-1:0]};
      end
      wire unused = &{1'b0, word[PHASE], bit_phase};
    end
  endgenerate

  wire unused = &{1'b0, closed, moves, way, below};

endmodule
`default_nettype wire

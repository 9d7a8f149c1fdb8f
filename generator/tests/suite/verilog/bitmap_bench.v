// What a multicast router makes of headers: prints for each line "node from flit0 bm" of vectors.hex (hexadecimal)
// the branches in binary and the fields of flit 0 on each output, 10 x 12 bits.
`timescale 1ns / 1ns
`default_nettype none

module bitmap_bench;

  localparam [109:0] ALL = {110{1'b1}};

  reg  [2*`SIDE_BITS-1:0] node;
  reg  [3:0]              from;
  reg  [35:0]             flit;
  reg  [39:0]             bm;
  reg  [9:0]              move;
  reg  [109:0]            closed;
  wire [`MAX_RANK:1]      rank;
  wire [7:0]              wraps;
  wire [2:0]              stage, below;
  wire [4*`MAX_RANK-1:0]  move_to;
  wire [3:0]              move_below;
  wire [99:0]             branches;
  wire [9:0]              moves, valid, head, tail;
  wire [359:0]            data;
  wire                    unit_valid, unit_head, unit_tail;
  wire [35:0]             unit_data;
  integer                 file, got, o;

  `PREFIX(mc_position) #(.SIDE_BITS(`SIDE_BITS), .MAX_RANK(`MAX_RANK)) position (
    .node(node), .rank(rank), .wraps(wraps), .stage(stage), .below(below), .move_to(move_to), .move_below(move_below)
  );

  genvar i;
  generate
    for (i = 0; i < 10; i = i + 1) begin : g_from
      `PREFIX(mc_bitmap_generator) #(.SIDE_BITS(`SIDE_BITS), .MAX_RANK(`MAX_RANK), .FROM(i)) bitmap (
        .phase(flit[4:3]), .stage(flit[7:5]), .pe(flit[2]), .bm(bm[8*`MAX_RANK+7:0]), .rank(rank), .move_to(move_to),
        .move_below(move_below), .branches(branches[10*i +: 10]), .moves(moves[i])
      );
    end
  endgenerate

  `PREFIX(mc_crossbar) #(.FLIT_WIDTH(36), .MAX_RANK(`MAX_RANK), .WAY_BITS(1), .TURNS(ALL)) crossbar (
    .closed(closed), .advance(10'h3FF), .in_head(10'h3FF), .in_tail(10'd0), .in_data({10{flit}}), .header(10'h3FF),
    .moves(moves), .way(10'd0), .stage(stage), .below(below), .out_valid(valid), .out_head(head), .out_tail(tail),
    .out_data(data), .unit_valid(unit_valid), .unit_head(unit_head), .unit_tail(unit_tail), .unit_data(unit_data)
  );

  initial begin
    file = $fopen("vectors.hex", "r");
    got = $fscanf(file, "%h %h %h %h", node, from, flit, bm);
    while (got == 4) begin
      closed = 110'd0;
      #1 closed[from*11 +: 11] = {1'b0, branches[from*10 +: 10]};
      #1 $write("%b", valid);
      for (o = 0; o < 10; o = o + 1) $write(" %h", data[36*o+3 +: 12]);
      $display("");
      got = $fscanf(file, "%h %h %h %h", node, from, flit, bm);
    end
    $finish;
  end

endmodule

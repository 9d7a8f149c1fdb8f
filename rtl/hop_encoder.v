// hop_encoder: what routing says of a head, in as few bits as wait with it in the buffer.
// Combinational; hop_decoder undoes it.
//
//   port, vcs, either  as a route module gives them; port one-hot, one of TURNS
//   hop     {either, class, turn}: which of the outputs in TURNS; the class of the VCs, or with
//           MIXED a bit for each class; either only if EITHER has a port
`default_nettype none

module hop_encoder #(
  parameter NUM_PORTS  = 5,
  parameter NUM_VCS    = 2,
  parameter CLASSES    = 2,
  parameter MIXED      = 0,
  parameter TURN_BITS  = 3,
  parameter CLASS_BITS = 1,
  parameter HOP_BITS   = 4,
  parameter [NUM_PORTS-1:0] TURNS  = {NUM_PORTS{1'b1}},
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire [NUM_PORTS-1:0] port,
  input  wire [NUM_VCS-1:0]   vcs,
  input  wire                 either,
  output wire [HOP_BITS-1:0]  hop
);

  reg [TURN_BITS-1:0] turn;
  integer p, rank;

  always @* begin
    turn = {TURN_BITS{1'b0}};
    rank = 0;
    for (p = 0; p < NUM_PORTS; p = p + 1) begin
      if (TURNS[p]) begin
        if (port[p]) turn = turn | rank[TURN_BITS-1:0];
        rank = rank + 1;
      end
    end
  end
  assign hop[TURN_BITS-1:0] = turn;

  // RC3: a class is there when its lowest VC is.
  genvar c;
  generate
    if (MIXED != 0) begin : g_mixed
      for (c = 0; c < CLASSES; c = c + 1) begin : g_class
        assign hop[TURN_BITS+c] = vcs[(c*NUM_VCS+CLASSES-1)/CLASSES];
      end
    end else if (CLASSES > 1) begin : g_one
      reg [CLASS_BITS-1:0] class_of;
      integer k;
      always @* begin
        class_of = {CLASS_BITS{1'b0}};
        for (k = 1; k < CLASSES; k = k + 1) begin
          if (vcs[(k*NUM_VCS+CLASSES-1)/CLASSES]) class_of = class_of | k[CLASS_BITS-1:0];
        end
      end
      assign hop[TURN_BITS +: CLASS_BITS] = class_of;
    end

    if (EITHER != {NUM_PORTS{1'b0}}) begin : g_either
      assign hop[HOP_BITS-1] = either;
    end
  endgenerate

  wire unused = &{1'b0, port, vcs, either};

endmodule

`default_nettype wire

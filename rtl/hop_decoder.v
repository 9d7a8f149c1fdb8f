// hop_decoder: output port and VCs of a hop as hop_encoder writes it. Combinational.
//
//   hop     {either, class, turn}, see there
//   port    one-hot, one of TURNS; vcs the VCs of its class or classes; either: there is a second
//           candidate, 0 if EITHER has no port
`default_nettype none

module hop_decoder #(
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
  input  wire [HOP_BITS-1:0]  hop,
  output reg  [NUM_PORTS-1:0] port,
  output wire [NUM_VCS-1:0]   vcs,
  output wire                 either
);

  integer p, rank;

  always @* begin
    port = {NUM_PORTS{1'b0}};
    rank = 0;
    for (p = 0; p < NUM_PORTS; p = p + 1) begin
      if (TURNS[p]) begin
        port[p] = hop[TURN_BITS-1:0] == rank[TURN_BITS-1:0];
        rank = rank + 1;
      end
    end
  end

  // RC3
  genvar w;
  generate
    for (w = 0; w < NUM_VCS; w = w + 1) begin : g_vc
      localparam [31:0] CLASS = w * CLASSES / NUM_VCS;
      if (MIXED != 0) begin : g_mixed
        assign vcs[w] = hop[TURN_BITS+CLASS];
      end else if (CLASSES > 1) begin : g_one
        assign vcs[w] = hop[TURN_BITS +: CLASS_BITS] == CLASS[CLASS_BITS-1:0];
      end else begin : g_all
        assign vcs[w] = 1'b1;
      end
    end

    if (EITHER != {NUM_PORTS{1'b0}}) begin : g_either
      assign either = hop[HOP_BITS-1];
    end else begin : g_no_other
      assign either = 1'b0;
    end
  endgenerate

endmodule

`default_nettype wire

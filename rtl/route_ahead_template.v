// route_ahead: RC a hop ahead (docs/router.md, RC4, L4), for the head that an input port picked:
// what the router behind the output that it asks for will do with it. Combinational.
//
//   next    the addresses of the neighbours behind each output, [o*ADDRESS_BITS +: ADDRESS_BITS]
//   header  the head's destination and routing bits
//   port    the output that it asks for, one-hot
//   hop     as hop_encoder writes it, of the neighbour's input; without meaning for the local port
//   TURNS   the outputs that heads of this input ask for; ALL_TURNS those of every input of a
//           router, in the order of which a hop counts
`default_nettype none

module route_ahead #(
  parameter NUM_PORTS    = @{ c.num_ports }@,
  parameter NUM_VCS      = 2,
  parameter CLASSES      = 2,
  parameter MIXED        = 0,
  parameter ADDRESS_BITS = @{ c.address_bits }@,
  parameter HEADER_BITS  = @{ c.address_bits + route_bits }@,
  parameter TURN_BITS    = 3,
  parameter CLASS_BITS   = 1,
  parameter HOP_BITS     = 4,
  parameter [NUM_PORTS-1:0]           TURNS     = {NUM_PORTS{1'b1}},
  parameter [NUM_PORTS*NUM_PORTS-1:0] ALL_TURNS = {(NUM_PORTS*NUM_PORTS){1'b1}}
) (
  input  wire [NUM_PORTS*ADDRESS_BITS-1:0] next,
  input  wire [HEADER_BITS-1:0]            header,
  input  wire [NUM_PORTS-1:0]              port,
  output wire [HOP_BITS-1:0]               hop
);

  // The neighbour's input behind each output, output 0 at the right
  localparam [NUM_PORTS*32-1:0] FAR = {@{ far }@};

  wire [NUM_PORTS*HOP_BITS-1:0] hops;

  genvar o;
  generate
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      if (o != 0 && TURNS[o]) begin : g_turn
        localparam [31:0] INPUT = FAR[o*32 +: 32];
        wire [NUM_PORTS-1:0] there;
        wire [NUM_VCS-1:0]   vcs;
        wire                 either;

        @{ route_module }@ #(
<%- for (name, value) in route_parameters %>
          .@{ name }@(@{ value }@),
<%- endfor %>
          .NUM_VCS(NUM_VCS),
          .FROM(INPUT)
        ) u_route (
          .node  (next[o*ADDRESS_BITS +: ADDRESS_BITS]),
          .header(header),
          .port  (there),
          .either(either),
          .vcs   (vcs)
        );
        hop_encoder #(
          .NUM_PORTS (NUM_PORTS),
          .NUM_VCS   (NUM_VCS),
          .CLASSES   (CLASSES),
          .MIXED     (MIXED),
          .TURN_BITS (TURN_BITS),
          .CLASS_BITS(CLASS_BITS),
          .HOP_BITS  (HOP_BITS),
          .TURNS     (ALL_TURNS[INPUT*NUM_PORTS +: NUM_PORTS])
        ) u_encoder (
          .port  (there),
          .vcs   (vcs),
          .either(either),
          .hop   (hops[o*HOP_BITS +: HOP_BITS])
        );
      end else begin : g_none
        assign hops[o*HOP_BITS +: HOP_BITS] = {HOP_BITS{1'b0}};
      end
    end
  endgenerate

  onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(HOP_BITS)) u_hop (
    .select(port),
    .in    (hops),
    .out   (hop)
  );

  wire unused = &{1'b0, next, header};

endmodule

`default_nettype wire

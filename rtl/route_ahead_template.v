// route_ahead: RC a hop ahead (docs/router.md, RC4, L4), for the heads in front of one input port:
// what the router behind the output that a head asks for will do with it. Combinational.
//
//   next     the addresses of the neighbours behind each output, [o*ADDRESS_BITS +: ADDRESS_BITS]
//   headers  of each of LANES heads destination and routing bits
//   ports    the output that it asks for, one-hot; [lane*NUM_PORTS +: NUM_PORTS]
//   hops     for each head a hop as hop_encoder writes it, of the neighbour's input; without meaning
//            for the local port
//   TURNS    the outputs that heads of this input ask for; ALL_TURNS those of every input of a
//            router, in the order of which a hop counts
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
  parameter LANES        = 1,
  parameter [NUM_PORTS-1:0]           TURNS     = {NUM_PORTS{1'b1}},
  parameter [NUM_PORTS*NUM_PORTS-1:0] ALL_TURNS = {(NUM_PORTS*NUM_PORTS){1'b1}}
) (
  input  wire [NUM_PORTS*ADDRESS_BITS-1:0] next,
  input  wire [LANES*HEADER_BITS-1:0]      headers,
  input  wire [LANES*NUM_PORTS-1:0]        ports,
  output wire [LANES*HOP_BITS-1:0]         hops
);

  // The neighbour's input behind each output, output 0 at the right
  localparam [NUM_PORTS*32-1:0] FAR = {@{ far }@};

  genvar v, o;
  generate
    for (v = 0; v < LANES; v = v + 1) begin : g_lane
      wire [NUM_PORTS*HOP_BITS-1:0] hop;

      for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
        if (o != 0 && TURNS[o]) begin : g_turn
          localparam [31:0] INPUT = FAR[o*32 +: 32];
          wire [NUM_PORTS-1:0] port;
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
            .header(headers[v*HEADER_BITS +: HEADER_BITS]),
            .port  (port),
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
            .port  (port),
            .vcs   (vcs),
            .either(either),
            .hop   (hop[o*HOP_BITS +: HOP_BITS])
          );
        end else begin : g_none
          assign hop[o*HOP_BITS +: HOP_BITS] = {HOP_BITS{1'b0}};
        end
      end

      onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(HOP_BITS)) u_hop (
        .select(ports[v*NUM_PORTS +: NUM_PORTS]),
        .in    (hop),
        .out   (hops[v*HOP_BITS +: HOP_BITS])
      );
    end
  endgenerate

  wire unused = &{1'b0, next, headers};

endmodule

`default_nettype wire

// route_table: RC of a network from a file (docs/networks.md; docs/router.md, RC1-RC3), by the hop
// that route_rows has for the destination. Combinational.
//
//   node, header  addresses; header is the destination
//   port          one-hot; 0 is the local port
//   either        0: there is one candidate
//   vcs           the VCs of the hop's class, all of them for class any; without meaning at the
//                 local port
//   HOP_BITS      of a hop, see route_rows
//   TURNS         for each input the outputs that packets turn to, [input*NUM_PORTS + output]. FROM
//                 is the input port, which needs no others
`default_nettype none

module route_table #(
  parameter NUM_PORTS    = 5,
  parameter ADDRESS_BITS = 4,
  parameter CLASSES      = 2,
  parameter HOP_BITS     = 8,
  parameter [NUM_PORTS*NUM_PORTS-1:0] TURNS = {(NUM_PORTS*NUM_PORTS){1'b1}},
  parameter NUM_VCS      = 2,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [NUM_PORTS-1:0]    port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  wire [HOP_BITS-1:0] hop;

  route_rows u_rows (
    .node(node),
    .to  (header),
    .hop (hop)
  );

  genvar p, c;
  generate
    for (p = 0; p < NUM_PORTS; p = p + 1) begin : g_port
      localparam [3:0] NUMBER = p;
      assign port[p] = TURNS[FROM*NUM_PORTS+p] & (hop[3:0] == NUMBER);
    end

    if (CLASSES > 1) begin : g_classes
      wire [CLASSES-1:0] of_class;
      for (c = 0; c < CLASSES; c = c + 1) begin : g_class
        localparam [2:0] NUMBER = c;
        assign of_class[c] = hop[7] | (hop[6:4] == NUMBER);
      end
      class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
        .of_class(of_class),
        .vcs     (vcs)
      );
    end else begin : g_one_class
      assign vcs = {NUM_VCS{1'b1}};
    end
  endgenerate

  assign either = 1'b0;

endmodule

`default_nettype wire

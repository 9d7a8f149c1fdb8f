// rdt_hop: a hop of an RDT, as route_rdt says it, to output port and VCs (docs/router.md, RC1-RC3).
// Combinational.
//
//   hop   {class, upper, y, minus}, see route_rdt
//   port  one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 ux+, 6 ux-, 7 uy+, 8 uy-
//   vcs   the VCs of the hop's class; without meaning at the local port
`default_nettype none

module rdt_hop #(
  parameter NUM_VCS = 3,
  parameter CLASSES = 3
) (
  input  wire [4:0]         hop,
  output wire [8:0]         port,
  output wire [NUM_VCS-1:0] vcs
);

  localparam [1:0] LOCAL = 2'd3;

  wire       ends     = hop[4:3] == LOCAL;
  wire [2:0] of_class = {hop[4], hop[3] & ~hop[4], ~hop[3] & ~hop[4]};

  genvar p;
  generate
    for (p = 0; p < 8; p = p + 1) begin : g_port
      localparam [2:0] DIRECTION = p;
      assign port[p+1] = ~ends & (hop[2:0] == DIRECTION);
    end
  endgenerate
  assign port[0] = ends;

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
    .of_class(of_class[CLASSES-1:0]),
    .vcs     (vcs)
  );

  wire unused = &{1'b0, of_class};

endmodule

`default_nettype wire

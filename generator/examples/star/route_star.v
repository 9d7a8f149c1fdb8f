// route_star: RC of a star (docs/router.md, RC1-RC3). Combinational.
//
//   node, header  addresses, 0 the hub; header is the destination
//   port          one-hot: 0 local; at the hub p to leaf p, at a leaf 1 to the hub
//   either        0: there is one candidate
//   vcs           all: there is one class
//
// FROM is the input port: nothing turns back.
`default_nettype none

module route_star #(
  parameter NUM_PORTS    = 4,
  parameter ADDRESS_BITS = 2,
  parameter NUM_VCS      = 1,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [NUM_PORTS-1:0]    port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  wire here = node == header;
  wire hub  = node == {ADDRESS_BITS{1'b0}};

  assign port[0] = here;
  genvar p;
  generate
    for (p = 1; p < NUM_PORTS; p = p + 1) begin : g_port
      localparam [ADDRESS_BITS-1:0] LEAF = p;
      if (p == FROM) begin : g_back
        assign port[p] = 1'b0;
      end else if (p == 1) begin : g_first
        assign port[p] = ~here & (~hub | (header == LEAF));
      end else begin : g_other
        assign port[p] = hub & (header == LEAF);
      end
    end
  endgenerate

  assign either = 1'b0;
  assign vcs    = {NUM_VCS{1'b1}};

endmodule
`default_nettype wire

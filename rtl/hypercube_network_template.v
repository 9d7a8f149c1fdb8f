// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam DIMENSIONS  = @{ dimensions }@;
  localparam NODES       = 1 << DIMENSIONS;
  localparam LINKS       = DIMENSIONS;  // a node's ports 1 and up
  localparam FLIT_BITS   = 3 + VC_BITS + FLIT_WIDTH;
  localparam CREDIT_BITS = 1 + VC_BITS;
<%- if let Some(slices) = slices %>

  // Registers on the links of each dimension (L5), dimension 0 at the right
  localparam [DIMENSIONS*32-1:0] SLICES = {@{ slices }@};
<%- endif %>

  wire [NODES*LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [NODES*LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar n, d;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [DIMENSIONS-1:0] ADDRESS = n;

      // Port d + 1 of this node and of the one whose address differs in bit d
      for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_link
        localparam HERE  = n * LINKS + d;
        localparam THERE = (n ^ (1 << d)) * LINKS + d;
<%- if slices.is_some() %>
        @{ c.slug }@_link_slice #(
          .SLICES     (SLICES[d*32 +: 32]),
          .FLIT_BITS  (FLIT_BITS),
          .CREDIT_BITS(CREDIT_BITS)
        ) u_link (
          .clk       (clk),
          .rst       (@{ c.rst_of("n") }@),
          .flit_in   (flit_out[HERE*FLIT_BITS +: FLIT_BITS]),
          .flit_out  (flit_in[THERE*FLIT_BITS +: FLIT_BITS]),
          .credit_in (credit_out[THERE*CREDIT_BITS +: CREDIT_BITS]),
          .credit_out(credit_in[HERE*CREDIT_BITS +: CREDIT_BITS])
        );
<%- else %>
        assign flit_in[THERE*FLIT_BITS +: FLIT_BITS] = flit_out[HERE*FLIT_BITS +: FLIT_BITS];
        assign credit_in[HERE*CREDIT_BITS +: CREDIT_BITS] =
          credit_out[THERE*CREDIT_BITS +: CREDIT_BITS];
<%- endif %>
      end

      @{ c.slug }@_@{ c.node }@ #(
<%- let pad = " " %>
<%- include "partials/passed_parameters.v" %>,
        .NODE_CONSTANT(1)
<%- let address = "ADDRESS" %>
<%- include "partials/node_ports.v" %>
    end
  endgenerate

endmodule

`default_nettype wire

// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam DIMENSIONS  = @{ dimensions }@;
  localparam NODES       = 1 << DIMENSIONS;
  localparam FLIT_BITS   = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS = @{ c.vc_bits + 1 }@;

  <% include "partials/port_wires.v" %>

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [DIMENSIONS-1:0] ADDRESS = n;

      // The neighbours along each dimension, whose addresses differ in that bit
<%- for d in 0..dimensions %>
      localparam FAR_@{ d }@ = n ^ (1 << @{ d }@);
<%- endfor %>

<% include "partials/neighbour_links.v" %>

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

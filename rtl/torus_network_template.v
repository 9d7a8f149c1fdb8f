// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n = row * COLUMNS + column
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam ROWS         = @{ rows }@;
  localparam COLUMNS      = @{ columns }@;
  localparam NODES        = ROWS * COLUMNS;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam LINKS        = 4;  // a node's ports 1 and up
  localparam FLIT_BITS    = 3 + VC_BITS + FLIT_WIDTH;
  localparam CREDIT_BITS  = 1 + VC_BITS;

  // Ports, less one, in the bundles of a node
  localparam X_PLUS = 0, X_MINUS = 1, Y_PLUS = 2, Y_MINUS = 3;

  wire [NODES*LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [NODES*LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [ADDRESS_BITS-1:0] ADDRESS = n;
      localparam COLUMN = n - (n / COLUMNS) * COLUMNS;
      localparam FIRST  = n - COLUMN;  // of this row
      localparam EAST   = COLUMN == COLUMNS - 1 ? FIRST : n + 1;
      localparam WEST   = COLUMN == 0 ? FIRST + COLUMNS - 1 : n - 1;
      localparam NEXT   = n + COLUMNS < NODES ? n + COLUMNS : COLUMN;
      localparam LAST   = n >= COLUMNS ? n - COLUMNS : NODES - COLUMNS + COLUMN;

<% include "partials/neighbour_links.v" %>

      @{ c.slug }@_@{ c.node }@ #(
<%- let pad = "" %>
<%- include "partials/passed_parameters.v" %>
<%- let address = "ADDRESS" %>
<%- include "partials/node_ports.v" %>
    end
  endgenerate

endmodule

`default_nettype wire

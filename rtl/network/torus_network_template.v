// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n = @{ number }@
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam NODES        = @{ c.nodes }@;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS  = @{ c.vc_bits + 1 }@;

  // The sides, and how far nodes that are neighbours along them are apart
<%- for ring in rings %>
  localparam @{ ring.name }@_SIDE = @{ ring.side }@, @{ ring.name }@_STEP = @{ ring.step }@;
<%- endfor %>

  <% include "partials/port_wires.v" %>

  // The node `links` links along a ring from a node
  function integer along;
    input integer from, side, step, links;
    integer       at;
    begin
      at = (from / step) % side;
      along = from + ((at + links + side) % side - at) * step;
    end
  endfunction

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [ADDRESS_BITS-1:0] ADDRESS = n;
<%- for ring in rings %>
      localparam @{ ring.name }@_NEXT = along(n, @{ ring.name }@_SIDE, @{ ring.name }@_STEP, 1);
      localparam @{ ring.name }@_LAST = along(n, @{ ring.name }@_SIDE, @{ ring.name }@_STEP, -1);
<%- endfor %>
<%- if mesh %>

      // The links of this node: over an edge there is none.
<%- for ring in rings %>
      localparam HAS_@{ ring.name }@_PLUS  = @{ ring.name }@_NEXT > n;
      localparam HAS_@{ ring.name }@_MINUS = @{ ring.name }@_LAST < n;
<%- endfor %>
      localparam [@{ ports.len() }@:0] PRESENT =
        {@{ present }@, 1'b1};

<% include "partials/neighbour_links_of_mesh.v" %>
<%- else %>

<% include "partials/neighbour_links.v" %>
<%- endif %>

      @{ c.slug }@_@{ c.node }@ #(
<%- let pad = " " %>
<%- include "partials/passed_parameters.v" %>,
<%- if mesh %>
        .PORTS_PRESENT(PRESENT),
<%- endif %>
        .NODE_CONSTANT(1)
<%- let address = "ADDRESS" %>
<%- include "partials/node_ports.v" %>
    end
  endgenerate
<%- if mesh %>

  // The wires of links that are not there
  wire unused = &{
    1'b0<% for port in ports %>,
    @{ port }@_flit_out, @{ port }@_credit_out<% endfor %>
  };
<%- endif %>

endmodule
`default_nettype wire

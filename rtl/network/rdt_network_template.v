// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n = y * SIDE + x, y grows
//            downward
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
//
// Every node has the links x+, x-, y+, y- of rank 0, the torus of SIDE x SIDE nodes, and those of
// one upper rank, @{ upper_ranks }@. Where the '+' links of a rank lead, all modulo SIDE:
//
//   rank  in x             in y
<%- for (x, y) in steps %>
//   @{ loop.index0 }@     @{ format!("{x:<15}") }@  @{ y }@
<%- endfor %>
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam SIDE         = @{ side }@;
  localparam MAX_RANK     = @{ max_rank }@;
  localparam NODES        = SIDE * SIDE;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS  = @{ c.vc_bits + 1 }@;

  <% include "partials/port_wires.v" %>

  // The node at (x, y), modulo SIDE
  function integer at;
    input integer x, y;
    at = (y & (SIDE - 1)) * SIDE + (x & (SIDE - 1));
  endfunction
<%- if !sliced.is_empty() %>

  // (x, y) is outside of the square
  function leaves;
    input integer x, y;
    leaves = x < 0 || x >= SIDE || y < 0 || y >= SIDE;
  endfunction
<%- endif %>

  // The rank of the upper torus of the node at (x, y)
  function integer rank_at;
    input integer x, y;
    integer       unfolded;  // less one
    begin
      unfolded = 1 - (x & 1);
      unfolded = unfolded + 2 * (((x >> 1) ^ (y >> 1) ^ y) & 1);
      rank_at = unfolded - (unfolded / MAX_RANK) * MAX_RANK + 1;
    end
  endfunction

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [ADDRESS_BITS-1:0] ADDRESS = n;
      localparam Y     = n / SIDE;
      localparam X     = n - Y * SIDE;
      localparam EAST  = at(X + 1, Y);
      localparam WEST  = at(X - 1, Y);
      localparam SOUTH = at(X, Y + 1);
      localparam NORTH = at(X, Y - 1);

      // The upper links: (DX, DY) in x, (-DY, DX) in y
      localparam RANK    = rank_at(X, Y);
      localparam DX      = RANK == 1 ? 2 : RANK == 2 ? 0 : RANK == 3 ? -16 : -64;
      localparam DY      = RANK == 1 ? 2 : RANK == 2 ? 8 : RANK == 3 ? 16 : 0;
      localparam UX_NEXT = at(X + DX, Y + DY);
      localparam UX_LAST = at(X - DX, Y - DY);
      localparam UY_NEXT = at(X - DY, Y + DX);
      localparam UY_LAST = at(X + DY, Y - DX);

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

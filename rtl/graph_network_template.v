// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up.
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
//
// A link is flit_N_P, what output port P of node N sends, and credit_N_P, the credits that come back
// for it.
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam FLIT_BITS   = 3 + VC_BITS + FLIT_WIDTH;
  localparam CREDIT_BITS = 1 + VC_BITS;
<% for node in nodes %>
<%- if !node.flits.is_empty() %>
  wire [FLIT_BITS-1:0]   @{ node.flits }@;
  wire [CREDIT_BITS-1:0] @{ node.credits }@;
<%- endif %>
<%- endfor %>
<%- if open_outputs != 0 %>

  // Outputs without a link
  wire [@{ open_outputs }@*FLIT_BITS-1:0] open_flit;
  wire unused_flit = &{1'b0, open_flit};
<%- endif %>
<%- if open_inputs != 0 %>

  // Inputs without a link
  wire [@{ open_inputs }@*CREDIT_BITS-1:0] open_credit;
  wire unused_credit = &{1'b0, open_credit};
<%- endif %>
<%- for node in nodes %>

  // @{ node.note }@
@{ node.instance }@
<%- endfor %>

endmodule

`default_nettype wire

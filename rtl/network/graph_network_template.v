// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up.
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
//
// A link is flit_N_P, what output port P of node N sends, and credit_N_P, the credits that come
// back for it.<% if sliced %> Of a link with registers (L5) these are at its near end, far_flit_N_P and
// far_credit_N_P at its far end.<% endif %>
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam FLIT_BITS   = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS = @{ c.vc_bits + 1 }@;
<% for node in nodes %>
<%- if !node.flits.is_empty() %>
  wire [FLIT_BITS-1:0]   @{ node.flits }@;
  wire [CREDIT_BITS-1:0] @{ node.credits }@;
<%- endif %>
<%- for (link, _) in node.slices %>
  wire [FLIT_BITS-1:0]   far_flit_@{ link }@;
  wire [CREDIT_BITS-1:0] far_credit_@{ link }@;
<%- endfor %>
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
<%- for (link, count) in node.slices %>
  @{ c.slug }@_link_slice #(
    .SLICES     (@{ count }@),
    .FLIT_BITS  (FLIT_BITS),
    .CREDIT_BITS(CREDIT_BITS)
  ) u_link_@{ link }@ (
    .clk       (clk),
    .rst       (@{ c.rst_of(node.number) }@),
    .flit_in   (flit_@{ link }@),
    .flit_out  (far_flit_@{ link }@),
    .credit_in (far_credit_@{ link }@),
    .credit_out(credit_@{ link }@)
  );
<%- endfor %>
<%- endfor %>

endmodule

`default_nettype wire

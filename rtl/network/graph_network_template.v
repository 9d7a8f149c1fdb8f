// @{ c.slug }@_network: @{ all }@ of @{ c.network }@, wired up.
//
//   @{ local.names }@ @{ local.are }@, @{ c.end() }@ n's slice is [n*width +: width]; n is the @{ c.end() }@'s address
//   error    @{ local.errors }@ bits a @{ c.end() }@, see @{ c.slug }@_@{ local.errors_of }@
//
// A link is two bundles: nN_P_flit, the flits that @{ c.is() }@ N sends by its port P, and nN_P_credit, the
// credits that come back. What is in a bundle, the header of @{ c.slug }@_node says.
<%- if sliced %>
// A link with registers [L5] has these at its near end, nN_P_far_flit and nN_P_far_credit at the far
// end.
<%- endif %>
`default_nettype none

<% include "partials/network_declaration.v" %>

<%- if c.num_links != 0 %>

  localparam FLIT_BITS   = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS = @{ c.vc_bits + 1 }@;
<%- endif %>
<% for node in nodes %>
<%- if !node.flits.is_empty() %>
  wire [FLIT_BITS-1:0]   @{ node.flits }@;
  wire [CREDIT_BITS-1:0] @{ node.credits }@;
<%- endif %>
<%- if !node.slices.is_empty() %>
  wire [FLIT_BITS-1:0]   @{ node.far_flits }@;
  wire [CREDIT_BITS-1:0] @{ node.far_credits }@;
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
<%- if !absent.is_empty() %>

  // Local ports without a terminal
<%- for (name, width) in absent %>
  wire @{ width }@ @{ name }@;
<%- endfor %>
  wire unused_local = &{1'b0, @{ absent_names }@};
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
    .flit_in   (@{ link }@_flit),
    .flit_out  (@{ link }@_far_flit),
    .credit_in (@{ link }@_far_credit),
    .credit_out(@{ link }@_credit)
  );
<%- endfor %>
<%- endfor %>

endmodule
`default_nettype wire

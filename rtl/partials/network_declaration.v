module @{ c.slug }@_network #(
<% include "partials/parameters.v" %>
) (
  input  wire clk,
  input  wire rst,
@{ local.ports }@
);

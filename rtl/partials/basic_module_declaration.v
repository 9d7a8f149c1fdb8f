<#- base_bits: width of `base`; bundle, bundle_links: name and number of the inter-BM links -#>
module @{ c.slug }@_basic_module #(
<% include "partials/parameters.v" %>,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
) (
  input  wire clk,
<%- if c.reset_tree.is_some() %>
  input  wire [@{ local.nodes - 1 }@:0] node_rst,
<%- else %>
  input  wire rst,
<%- endif %>
  input  wire [@{ base_bits - 1 }@:0] base,
  input  wire [@{ bundle_links }@*FLIT_BITS-1:0]   @{ bundle }@_flit_in,
  output wire [@{ bundle_links }@*CREDIT_BITS-1:0] @{ bundle }@_credit_out,
  output wire [@{ bundle_links }@*FLIT_BITS-1:0]   @{ bundle }@_flit_out,
  input  wire [@{ bundle_links }@*CREDIT_BITS-1:0] @{ bundle }@_credit_in,
@{ local.ports }@
);
<%- if c.counters %>
<% include "partials/counters_or.v" %>
  assign counter_data = node_counter;
<%- endif %>

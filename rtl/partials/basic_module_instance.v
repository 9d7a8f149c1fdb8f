<# bundle, count: name of the inter-BM links, and what the number of a module's is called here; align: as many
    spaces as line the parentheses up #>
      @{ c.slug }@_basic_module #(
<%- let pad = "" %>
<%- include "partials/passed_parameters.v" %>
      ) u_module (
        .clk       @{ align }@(clk),
<%- if c.reset_tree.is_some() %>
        .node_rst  @{ align }@(node_rst[b*BM_NODES +: BM_NODES]),
<%- else %>
        .rst       @{ align }@(rst),
<%- endif %>
        .base      @{ align }@(BASE),
        .@{ bundle }@_flit_in   (flit_in[b*@{ count }@*FLIT_BITS +: @{ count }@*FLIT_BITS]),
        .@{ bundle }@_credit_out(credit_out[b*@{ count }@*CREDIT_BITS +: @{ count }@*CREDIT_BITS]),
        .@{ bundle }@_flit_out  (flit_out[b*@{ count }@*FLIT_BITS +: @{ count }@*FLIT_BITS]),
        .@{ bundle }@_credit_in (credit_in[b*@{ count }@*CREDIT_BITS +: @{ count }@*CREDIT_BITS]),
@{ local.connections }@
      );

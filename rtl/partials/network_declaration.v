module @{ c.slug }@_network #(
<% include "partials/parameters.v" %>
) (
  input  wire clk,
  input  wire rst,
@{ local.ports }@
);
<%- if let Some(levels) = c.reset_tree %>

  // Every router leaves reset in the same clock, LEVELS behind rst (Z4).
  wire [@{ c.nodes - 1 }@:0] node_rst;

  @{ c.slug }@_reset_tree #(.LEAVES(@{ c.nodes }@), .LEVELS(@{ levels }@)) u_reset_tree (
    .clk(clk),
    .rst(rst),
    .out(node_rst)
  );
<%- endif %>
<%- if c.counters %>

<% include "partials/counters_or.v" %>
  reg [31:0] counter_q;
  always @(posedge clk) counter_q <= node_counter;
  assign counter_data = counter_q;
<%- endif %>

  input  wire clk,
  input  wire rst,
  input  wire [@{ c.router_bits - 1 }@:0] address,
<%- if c.num_links != 0 %>
  input  wire [@{ c.num_links }@*FLIT_BITS-1:0] flit_in,
  output wire [@{ c.num_links }@*CREDIT_BITS-1:0] credit_out,
  output wire [@{ c.num_links }@*FLIT_BITS-1:0] flit_out,
  input  wire [@{ c.num_links }@*CREDIT_BITS-1:0] credit_in,
<%- endif %>

// @{ c.slug }@_axi_node: one node of the network: a router and its AXI4-Stream interface
// (docs/axi_interface.md).
//
//   address     this node's address, sampled while rst is 1 (Z2)
//   NODE_CONSTANT  1: it never changes, see @{ c.slug }@_router
//   flit_*, credit_*  the links to the neighbours, as those of @{ c.slug }@_node
//   s_axis_*    packets into the network, m_axis_* packets out of it, see @{ c.slug }@_axi_interface
//   clear_error sets error back
//   error       0 to 2 the router's, see @{ c.slug }@_router; 3 to 5 the interface's
`default_nettype none

module @{ c.slug }@_axi_node #(
<% include "partials/parameters.v" %>,
<%- if c.irregular %>
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
<%- endif %>
  parameter NODE_CONSTANT = 0,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
) (
<% include "partials/link_bundles.v" %>
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire [@{ c.stream_width }@-1:0]    s_axis_tdata,
<%- if c.tkeep %>
  input  wire [@{ c.stream_bytes - 1 }@:0]               s_axis_tkeep,
<%- endif %>
  input  wire s_axis_tlast,
  input  wire [@{ c.address_bits - 1 }@:0]               s_axis_tdest,
<%- if c.user_bits > 0 %>
  input  wire [@{ c.user_bits - 1 }@:0]               s_axis_tuser,
<%- endif %>
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire [@{ c.stream_width }@-1:0]    m_axis_tdata,
<%- if c.tkeep %>
  output wire [@{ c.stream_bytes - 1 }@:0]               m_axis_tkeep,
<%- endif %>
  output wire m_axis_tlast,
  output wire [@{ c.address_bits - 1 }@:0]               m_axis_tdest,
  output wire [@{ c.address_bits - 1 }@:0]               m_axis_tid,
<%- if c.user_bits > 0 %>
  output wire [@{ c.user_bits - 1 }@:0]               m_axis_tuser,
<%- endif %>
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire clear_error,
  output wire [5:0]               error
);

  wire local_in_valid, local_in_head, local_in_tail;
  wire @{ c.vc_range() }@local_in_vc, local_in_credit_vc;
  wire [FLIT_WIDTH-1:0] local_in_data;
  wire local_in_credit_valid;
  wire local_out_valid, local_out_head, local_out_tail;
  wire @{ c.vc_range() }@local_out_vc, local_out_credit_vc;
  wire [FLIT_WIDTH-1:0] local_out_data;
  wire local_out_credit_valid;

  @{ c.slug }@_axi_interface #(
    .FLIT_WIDTH  (FLIT_WIDTH),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NODE_CONSTANT(NODE_CONSTANT)
  ) u_interface (
    .clk                   (clk),
    .rst                   (rst),
    .node                  (address),
    .s_axis_tvalid         (s_axis_tvalid),
    .s_axis_tready         (s_axis_tready),
    .s_axis_tdata          (s_axis_tdata),
<%- if c.tkeep %>
    .s_axis_tkeep          (s_axis_tkeep),
<%- endif %>
    .s_axis_tlast          (s_axis_tlast),
    .s_axis_tdest          (s_axis_tdest),
<%- if c.user_bits > 0 %>
    .s_axis_tuser          (s_axis_tuser),
<%- endif %>
    .m_axis_tvalid         (m_axis_tvalid),
    .m_axis_tready         (m_axis_tready),
    .m_axis_tdata          (m_axis_tdata),
<%- if c.tkeep %>
    .m_axis_tkeep          (m_axis_tkeep),
<%- endif %>
    .m_axis_tlast          (m_axis_tlast),
    .m_axis_tdest          (m_axis_tdest),
    .m_axis_tid            (m_axis_tid),
<%- if c.user_bits > 0 %>
    .m_axis_tuser          (m_axis_tuser),
<%- endif %>
    .local_in_valid        (local_in_valid),
    .local_in_head         (local_in_head),
    .local_in_tail         (local_in_tail),
    .local_in_vc           (local_in_vc),
    .local_in_data         (local_in_data),
    .local_in_credit_valid (local_in_credit_valid),
<%- if c.num_vcs > 1 %>
    .local_in_credit_vc    (local_in_credit_vc),
<%- endif %>
    .local_out_valid       (local_out_valid),
    .local_out_tail        (local_out_tail),
<%- if c.num_vcs > 1 %>
    .local_out_vc          (local_out_vc),
<%- endif %>
    .local_out_data        (local_out_data),
    .local_out_credit_valid(local_out_credit_valid),
    .local_out_credit_vc   (local_out_credit_vc),
    .clear_error           (clear_error),
    .error                 (error[5:3])
  );

  @{ c.slug }@_node #(
    .FLIT_WIDTH   (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
<%- if c.irregular %>
    .PORTS_PRESENT(PORTS_PRESENT),
<%- endif %>
    .NODE_CONSTANT(NODE_CONSTANT)
  ) u_node (
    .clk                   (clk),
    .rst                   (rst),
    .address               (address),
    .flit_in               (flit_in),
    .credit_out            (credit_out),
    .flit_out              (flit_out),
    .credit_in             (credit_in),
<% include "partials/local_links.v" %>,
<%- if c.counters %>
    .counter_address       (counter_address),
    .counter_data          (counter_data),
    .counter_clear         (counter_clear),
<%- endif %>
    .clear_error           (clear_error),
    .error                 (error[2:0])
  );

<%- if c.num_vcs == 1 %>
  wire unused = &{1'b0, local_out_head, local_out_vc, local_in_credit_vc};  // a head is what follows a tail
<%- else %>
  wire unused = &{1'b0, local_out_head};  // a head is what follows a tail
<%- endif %>

endmodule
`default_nettype wire

// @{ c.slug }@_axi_node: one @{ c.is() }@ of the network: a router and @{ c.its_interface() }@
// (docs/axi_interface.md).
//
//   address     this @{ c.is() }@'s address, sampled while rst is 1 (Z2)
//   NODE_CONSTANT  1: it never changes, see @{ c.slug }@_router
//   flit_*, credit_*  the links to the neighbours, as those of @{ c.slug }@_node
//   s_axis_*    packets into the network, m_axis_* packets out of it, see @{ c.slug }@_axi_interface
//   clear_error sets error back
//   error       0 to 2 the router's, see @{ c.slug }@_router; 3 to 5 the interface's<% if c.locals > 1 %>; six bits a local port
//
// Bit or slice k of each s_axis_* and m_axis_* is local port k's.<% endif %>
`default_nettype none

module @{ c.slug }@_axi_node #(
<% include "partials/parameters.v" %>,
<%- if c.irregular %>
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
<%- endif %>
<%- if c.num_links != 0 %>
  parameter NODE_CONSTANT = 0,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
<%- else %>
  parameter NODE_CONSTANT = 0
<%- endif %>
) (
<% include "partials/link_bundles.v" %>
  input  wire @{ c.range(c.locals) }@s_axis_tvalid,
  output wire @{ c.range(c.locals) }@s_axis_tready,
  input  wire [@{ c.times_locals() }@@{ c.stream_width }@-1:0]    s_axis_tdata,
<%- if c.tkeep %>
  input  wire [@{ c.locals * c.stream_bytes - 1 }@:0]               s_axis_tkeep,
<%- endif %>
  input  wire @{ c.range(c.locals) }@s_axis_tlast,
  input  wire [@{ c.locals * c.address_bits - 1 }@:0]               s_axis_tdest,
<%- if c.user_bits > 0 %>
  input  wire [@{ c.locals * c.user_bits - 1 }@:0]               s_axis_tuser,
<%- endif %>
  output wire @{ c.range(c.locals) }@m_axis_tvalid,
  input  wire @{ c.range(c.locals) }@m_axis_tready,
  output wire [@{ c.times_locals() }@@{ c.stream_width }@-1:0]    m_axis_tdata,
<%- if c.tkeep %>
  output wire [@{ c.locals * c.stream_bytes - 1 }@:0]               m_axis_tkeep,
<%- endif %>
  output wire @{ c.range(c.locals) }@m_axis_tlast,
  output wire [@{ c.locals * c.address_bits - 1 }@:0]               m_axis_tdest,
  output wire [@{ c.locals * c.address_bits - 1 }@:0]               m_axis_tid,
<%- if c.user_bits > 0 %>
  output wire [@{ c.locals * c.user_bits - 1 }@:0]               m_axis_tuser,
<%- endif %>
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire clear_error,
  output wire [@{ 6 * c.locals - 1 }@:0]               error
);

  wire @{ c.range(c.locals) }@local_in_valid, local_in_head, local_in_tail;
  wire @{ c.local_vcs() }@local_in_vc, local_in_credit_vc;
  wire @{ c.local_data() }@ local_in_data;
  wire @{ c.range(c.locals) }@local_in_credit_valid;
  wire @{ c.range(c.locals) }@local_out_valid, local_out_head, local_out_tail;
  wire @{ c.local_vcs() }@local_out_vc, local_out_credit_vc;
  wire @{ c.local_data() }@ local_out_data;
  wire @{ c.range(c.locals) }@local_out_credit_valid;
<%- if c.apart %>

  // The addresses of the terminals
  wire [@{ c.locals * c.address_bits - 1 }@:0] terminals;

  @{ c.slug }@_terminals u_terminals (
    .node     (address),
    .terminals(terminals)
  );
<%- endif %>
<%- let pad = c.pad_of_locals() %>
<%- if c.locals > 1 %>
  wire [@{ 3 * c.locals - 1 }@:0] router_error;

  genvar k;
  generate
    for (k = 0; k < @{ c.locals }@; k = k + 1) begin : g_local
<%- endif %>

@{ pad }@  @{ c.slug }@_axi_interface #(
@{ pad }@    .FLIT_WIDTH  (FLIT_WIDTH),
@{ pad }@    .BUFFER_DEPTH(BUFFER_DEPTH),
@{ pad }@    .NODE_CONSTANT(NODE_CONSTANT)
@{ pad }@  ) u_interface (
@{ pad }@    .clk                   (clk),
@{ pad }@    .rst                   (rst),
@{ pad }@    .node                  (@{ c.own_address() }@),
@{ pad }@    .s_axis_tvalid         (s_axis_tvalid@{ c.at("1") }@),
@{ pad }@    .s_axis_tready         (s_axis_tready@{ c.at("1") }@),
@{ pad }@    .s_axis_tdata          (s_axis_tdata@{ c.at(c.stream_width.as_str()) }@),
<%- if c.tkeep %>
@{ pad }@    .s_axis_tkeep          (s_axis_tkeep@{ c.at_bits(c.stream_bytes) }@),
<%- endif %>
@{ pad }@    .s_axis_tlast          (s_axis_tlast@{ c.at("1") }@),
@{ pad }@    .s_axis_tdest          (s_axis_tdest@{ c.at_bits(c.address_bits) }@),
<%- if c.user_bits > 0 %>
@{ pad }@    .s_axis_tuser          (s_axis_tuser@{ c.at_bits(c.user_bits) }@),
<%- endif %>
@{ pad }@    .m_axis_tvalid         (m_axis_tvalid@{ c.at("1") }@),
@{ pad }@    .m_axis_tready         (m_axis_tready@{ c.at("1") }@),
@{ pad }@    .m_axis_tdata          (m_axis_tdata@{ c.at(c.stream_width.as_str()) }@),
<%- if c.tkeep %>
@{ pad }@    .m_axis_tkeep          (m_axis_tkeep@{ c.at_bits(c.stream_bytes) }@),
<%- endif %>
@{ pad }@    .m_axis_tlast          (m_axis_tlast@{ c.at("1") }@),
@{ pad }@    .m_axis_tdest          (m_axis_tdest@{ c.at_bits(c.address_bits) }@),
@{ pad }@    .m_axis_tid            (m_axis_tid@{ c.at_bits(c.address_bits) }@),
<%- if c.user_bits > 0 %>
@{ pad }@    .m_axis_tuser          (m_axis_tuser@{ c.at_bits(c.user_bits) }@),
<%- endif %>
@{ pad }@    .local_in_valid        (local_in_valid@{ c.at("1") }@),
@{ pad }@    .local_in_head         (local_in_head@{ c.at("1") }@),
@{ pad }@    .local_in_tail         (local_in_tail@{ c.at("1") }@),
@{ pad }@    .local_in_vc           (local_in_vc@{ c.at_bits(c.vc_bits) }@),
@{ pad }@    .local_in_data         (local_in_data@{ c.at("FLIT_WIDTH") }@),
@{ pad }@    .local_in_credit_valid (local_in_credit_valid@{ c.at("1") }@),
<%- if c.num_vcs > 1 %>
@{ pad }@    .local_in_credit_vc    (local_in_credit_vc@{ c.at_bits(c.vc_bits) }@),
<%- endif %>
@{ pad }@    .local_out_valid       (local_out_valid@{ c.at("1") }@),
@{ pad }@    .local_out_tail        (local_out_tail@{ c.at("1") }@),
<%- if c.num_vcs > 1 %>
@{ pad }@    .local_out_vc          (local_out_vc@{ c.at_bits(c.vc_bits) }@),
<%- endif %>
@{ pad }@    .local_out_data        (local_out_data@{ c.at("FLIT_WIDTH") }@),
@{ pad }@    .local_out_credit_valid(local_out_credit_valid@{ c.at("1") }@),
@{ pad }@    .local_out_credit_vc   (local_out_credit_vc@{ c.at_bits(c.vc_bits) }@),
@{ pad }@    .clear_error           (clear_error),
@{ pad }@    .error                 (@{ c.interface_error() }@)
@{ pad }@  );
<%- if c.locals > 1 %>
      assign error[6*k +: 3] = router_error[3*k +: 3];
    end
  endgenerate
<%- endif %>

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
<%- if c.num_links != 0 %>
    .flit_in               (flit_in),
    .credit_out            (credit_out),
    .flit_out              (flit_out),
    .credit_in             (credit_in),
<%- endif %>
<% include "partials/local_links.v" %>,
<%- if c.counters %>
    .counter_address       (counter_address),
    .counter_data          (counter_data),
    .counter_clear         (counter_clear),
<%- endif %>
    .clear_error           (clear_error),
    .error                 (@{ c.node_error() }@)
  );

<%- if c.num_vcs == 1 %>
  wire unused = &{1'b0, local_out_head, local_out_vc, local_in_credit_vc};  // a head is what follows a tail
<%- else %>
  wire unused = &{1'b0, local_out_head};  // a head is what follows a tail
<%- endif %>

endmodule
`default_nettype wire

// @{ c.slug }@_axi_async_node: one node of the network whose streams have a clock of their own
// (docs/axi_interface.md, K1-K4).
//
//   axis_clk    clock of s_axis_*, m_axis_*, axis_rst and axis_error; all else is on clk
//   axis_rst    rst on axis_clk: a reset for the user's side
//   axis_error  the interface's errors on axis_clk
//   other ports  as those of @{ c.slug }@_axi_node
`default_nettype none

module @{ c.slug }@_axi_async_node #(
<% include "partials/parameters.v" %>,
<%- if c.irregular %>
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
<%- endif %>
  parameter NODE_CONSTANT = 0,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire [@{ c.address_bits - 1 }@:0]               address,
  input  wire [@{ c.num_ports - 1 }@*FLIT_BITS-1:0]   flit_in,
  output wire [@{ c.num_ports - 1 }@*CREDIT_BITS-1:0] credit_out,
  output wire [@{ c.num_ports - 1 }@*FLIT_BITS-1:0]   flit_out,
  input  wire [@{ c.num_ports - 1 }@*CREDIT_BITS-1:0] credit_in,
  input  wire                     axis_clk,
  output wire                     axis_rst,
<%- for (direction, range, name) in streams %>
  @{ direction }@ @{ range }@ @{ name }@,
<%- endfor %>
  output wire [2:0]               axis_error,
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire                     clear_error,
  output wire [5:0]               error
);

  // The streams on the network's clock
<%- for (_, range, name) in streams %>
  wire @{ range }@ net_@{ name }@;
<%- endfor %>

  // What a beat comes with. The destination of those that leave is the node itself.
  localparam S_BITS = @{ s_beat.bits }@;
  localparam M_BITS = @{ m_beat.bits }@;
  wire [S_BITS-1:0] from_beat;
  wire [M_BITS-1:0] m_axis_beat;
  assign {@{ s_beat.net }@} = from_beat;
  assign {@{ m_beat.user }@} = m_axis_beat;
  assign m_axis_tdest = address;
  wire unused = &{1'b0, net_m_axis_tdest};

  @{ prefix }@axi_stream_clocks #(
    .S_BITS  (S_BITS),
    .M_BITS  (M_BITS),
    .PTR_BITS(@{ ptr_bits }@)
  ) u_clocks (
    .clk          (clk),
    .rst          (rst),
    .from_tvalid  (net_s_axis_tvalid),
    .from_tready  (net_s_axis_tready),
    .from_beat    (from_beat),
    .to_tvalid    (net_m_axis_tvalid),
    .to_tready    (net_m_axis_tready),
    .to_beat      ({@{ m_beat.net }@}),
    .error        (error[5:3]),
    .axis_clk     (axis_clk),
    .axis_rst     (axis_rst),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_beat  ({@{ s_beat.user }@}),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_beat  (m_axis_beat),
    .axis_error   (axis_error)
  );

  @{ c.slug }@_axi_node #(
    .FLIT_WIDTH   (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
<%- if c.irregular %>
    .PORTS_PRESENT(PORTS_PRESENT),
<%- endif %>
    .NODE_CONSTANT(NODE_CONSTANT)
  ) u_node (
    .clk       (clk),
    .rst       (rst),
    .address   (address),
    .flit_in   (flit_in),
    .credit_out(credit_out),
    .flit_out  (flit_out),
    .credit_in (credit_in),
<%- for (_, _, name) in streams %>
    .@{ name }@(net_@{ name }@),
<%- endfor %>
<%- if c.counters %>
    .counter_address(counter_address),
    .counter_data   (counter_data),
    .counter_clear  (counter_clear),
<%- endif %>
    .clear_error(clear_error),
    .error      (error)
  );

endmodule
`default_nettype wire

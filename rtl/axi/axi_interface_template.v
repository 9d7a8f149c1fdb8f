// @{ c.slug }@_axi_interface: AXI4-Stream network interface of a node of @{ c.network }@
// (docs/axi_interface.md).
//
//   node         the own address, sampled while rst is 1 (Z2); with NODE_CONSTANT = 1 it never
//                changes and is used as it is
//   s_axis_*     packets into the network: tdest, the destination, counts with the first beat
//   m_axis_*     packets out of the network: tid is the source, tdest the own address
<%- if c.user_bits > 0 %>
//   *_tuser      the packet's message class; into the network it counts with the first beat
<%- endif %>
//   local_in_*   the link to the router's local input, and its credits
//   local_out_*  the link from the router's local output, and its credits
//   error        a packet to the own node, or to none, was dropped; stays until reset
//
// Latency: 3 clocks from a packet's first beat to its head on the link, 1 for a beat that is taken;
// 2 from a flit on the link to its beat. All outputs are registers.
`default_nettype none

module @{ c.slug }@_axi_interface #(
  parameter FLIT_WIDTH   = @{ c.flit_width }@,
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@,
  parameter NUM_VCS      = @{ c.num_vcs }@,
  parameter VC_BITS      = (NUM_VCS > 4) ? 3 : (NUM_VCS > 2) ? 2 : 1,
  parameter MESSAGE_CLASSES = @{ c.message_classes }@,
  parameter ORDER        = @{ c.order }@,
  parameter TARGET_FPGA  = @{ c.target_fpga }@,
  parameter NODE_CONSTANT = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [@{ c.address_bits - 1 }@:0]            node,
  input  wire                  s_axis_tvalid,
  output wire                  s_axis_tready,
  input  wire [FLIT_WIDTH-1:0] s_axis_tdata,
  input  wire                  s_axis_tlast,
  input  wire [@{ c.address_bits - 1 }@:0]            s_axis_tdest,
<%- if c.user_bits > 0 %>
  input  wire [@{ c.user_bits - 1 }@:0]            s_axis_tuser,
<%- endif %>
  output wire                  m_axis_tvalid,
  input  wire                  m_axis_tready,
  output wire [FLIT_WIDTH-1:0] m_axis_tdata,
  output wire                  m_axis_tlast,
  output wire [@{ c.address_bits - 1 }@:0]            m_axis_tdest,
  output wire [@{ c.address_bits - 1 }@:0]            m_axis_tid,
<%- if c.user_bits > 0 %>
  output wire [@{ c.user_bits - 1 }@:0]            m_axis_tuser,
<%- endif %>
  output wire                  local_in_valid,
  output wire                  local_in_head,
  output wire                  local_in_tail,
  output wire [VC_BITS-1:0]    local_in_vc,
  output wire [FLIT_WIDTH-1:0] local_in_data,
  input  wire                  local_in_credit_valid,
  input  wire [VC_BITS-1:0]    local_in_credit_vc,
  input  wire                  local_out_valid,
  input  wire                  local_out_head,
  input  wire                  local_out_tail,
  input  wire [VC_BITS-1:0]    local_out_vc,
  input  wire [FLIT_WIDTH-1:0] local_out_data,
  output wire                  local_out_credit_valid,
  output wire [VC_BITS-1:0]    local_out_credit_vc,
  output wire                  error
);

  localparam NODES        = @{ c.nodes }@;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam ROUTE_BITS   = @{ route_bits }@;
  localparam HEADER_BITS  = 2 * ADDRESS_BITS + ROUTE_BITS;
  localparam PTR_BITS     = (BUFFER_DEPTH < 2) ? 1 : clog2(BUFFER_DEPTH);
<%- if c.user_bits > 0 %>
  localparam USER_BITS    = @{ c.user_bits }@;
<%- else %>
  localparam USER_BITS    = 1;  // of a message class, of which there is one
  wire       m_axis_tuser;
  wire       unused_user = &{1'b0, m_axis_tuser};
<%- endif %>

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

  // Z2
  reg  [ADDRESS_BITS-1:0] node_q;
  wire [ADDRESS_BITS-1:0] here = (NODE_CONSTANT != 0) ? node : node_q;
  always @(posedge clk) if (rst) node_q <= node;

  wire [ADDRESS_BITS-1:0] destination;
  wire                    preparing;
<%- if let Some(source) = source %>
<%- if numbered %>

  // T7: n, of which no more than the choices' number counts
  reg [1:0] number;
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else if (preparing) number <= number + 2'd1;
  end
<%- endif %>

  // T3, T7
  wire [ROUTE_BITS-1:0] route;
  reg  [ROUTE_BITS-1:0] route_q;
  always @(posedge clk) if (preparing) route_q <= route;

  @{ prefix }@@{ module }@<% if !source.parameters.is_empty() %> #(
<%- for (name, value) in source.parameters %>
    .@{ name }@(@{ value }@)<% if !loop.last %>,<% endif %>
<%- endfor %>
  )<% endif %> u_source (
    .from  (here),
    .to    (destination),
<%- if takes_number %>
    .number(<% if numbered %>number<% else %>2'd0<% endif %>),
<%- endif %>
    .route (route)
  );

  wire [HEADER_BITS-1:0] header = {here, route_q, destination};
<%- else %>

  wire [HEADER_BITS-1:0] header = {here, destination};
<%- endif %>

  @{ prefix }@axi_packetizer #(
    .FLIT_WIDTH  (FLIT_WIDTH),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .HEADER_BITS (HEADER_BITS),
    .NODES       (NODES),
    .MESSAGE_CLASSES(MESSAGE_CLASSES),
    .ORDER       (ORDER),
    .USER_BITS   (USER_BITS)
  ) u_packetizer (
    .clk             (clk),
    .rst             (rst),
    .node            (here),
    .s_axis_tvalid   (s_axis_tvalid),
    .s_axis_tready   (s_axis_tready),
    .s_axis_tdata    (s_axis_tdata),
    .s_axis_tlast    (s_axis_tlast),
    .s_axis_tdest    (s_axis_tdest),
    .s_axis_tuser    (<% if c.user_bits > 0 %>s_axis_tuser<% else %>1'b0<% endif %>),
    .destination     (destination),
    .preparing       (preparing),
    .header          (header),
    .out_valid       (local_in_valid),
    .out_head        (local_in_head),
    .out_tail        (local_in_tail),
    .out_vc          (local_in_vc),
    .out_data        (local_in_data),
    .out_credit_valid(local_in_credit_valid),
    .out_credit_vc   (local_in_credit_vc),
    .error           (error)
  );

  @{ prefix }@axi_depacketizer #(
    .FLIT_WIDTH  (FLIT_WIDTH),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .PTR_BITS    (PTR_BITS),
    .TARGET_FPGA (TARGET_FPGA),
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .MESSAGE_CLASSES(MESSAGE_CLASSES),
    .USER_BITS   (USER_BITS),
    .SOURCE_LOW  (ADDRESS_BITS + ROUTE_BITS)
  ) u_depacketizer (
    .clk             (clk),
    .rst             (rst),
    .node            (here),
    .in_valid        (local_out_valid),
    .in_tail         (local_out_tail),
    .in_vc           (local_out_vc),
    .in_data         (local_out_data),
    .out_credit_valid(local_out_credit_valid),
    .out_credit_vc   (local_out_credit_vc),
    .m_axis_tvalid   (m_axis_tvalid),
    .m_axis_tready   (m_axis_tready),
    .m_axis_tdata    (m_axis_tdata),
    .m_axis_tlast    (m_axis_tlast),
    .m_axis_tdest    (m_axis_tdest),
    .m_axis_tid      (m_axis_tid),
    .m_axis_tuser    (m_axis_tuser)
  );

  // A head is what follows a tail.
  wire unused = &{1'b0, local_out_head<% if source.is_none() %>, preparing<% endif %>};

endmodule

`default_nettype wire

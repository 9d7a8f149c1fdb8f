// @{ c.slug }@_axi_interface: AXI4-Stream network interface of a node of @{ c.network }@
// (docs/axi_interface.md).
//
//   node         the own address, sampled while rst is 1 (Z2); with NODE_CONSTANT = 1 it never
//                changes and is used as it is
//   s_axis_*     packets into the network: tdest, the destination, counts with the first beat
//   m_axis_*     packets out of the network: tid is the source, tdest the own address
<%- if c.tkeep %>
//   *_tkeep      which bytes of a beat are valid
<%- endif %>
<%- if c.user_bits > 0 %>
//   *_tuser      what goes with a packet<% if c.class_bits > 0 %>, the lowest bits its message class<% endif %>; into the network it
//                counts with the first beat
<%- endif %>
//   local_in_*   the link to the router's local input, and its credits
//   local_out_*  the link from the router's local output, and its credits
//   clear_error  sets error back
//   error        0 a packet to the own node, or to none, was dropped; 1 a packet was cut short
//                here; 2 one came that had been cut short elsewhere. They stay until reset or
//                clear_error
//
// Latency: 3 clocks from a packet's first beat to its head on the link, 1 for a beat that is taken;
// 2 from a flit on the link to its beat. All outputs are registers, or functions of registers.
`default_nettype none

module @{ c.slug }@_axi_interface #(
  parameter FLIT_WIDTH   = @{ c.flit_width }@,
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@,
  parameter NODE_CONSTANT = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [@{ c.address_bits - 1 }@:0]            node,
  input  wire                  s_axis_tvalid,
  output wire                  s_axis_tready,
  input  wire [@{ c.stream_width }@-1:0] s_axis_tdata,
<%- if c.tkeep %>
  input  wire [@{ c.stream_bytes - 1 }@:0]            s_axis_tkeep,
<%- endif %>
  input  wire                  s_axis_tlast,
  input  wire [@{ c.address_bits - 1 }@:0]            s_axis_tdest,
<%- if c.user_bits > 0 %>
  input  wire [@{ c.user_bits - 1 }@:0]            s_axis_tuser,
<%- endif %>
  output wire                  m_axis_tvalid,
  input  wire                  m_axis_tready,
  output wire [@{ c.stream_width }@-1:0] m_axis_tdata,
<%- if c.tkeep %>
  output wire [@{ c.stream_bytes - 1 }@:0]            m_axis_tkeep,
<%- endif %>
  output wire                  m_axis_tlast,
  output wire [@{ c.address_bits - 1 }@:0]            m_axis_tdest,
  output wire [@{ c.address_bits - 1 }@:0]            m_axis_tid,
<%- if c.user_bits > 0 %>
  output wire [@{ c.user_bits - 1 }@:0]            m_axis_tuser,
<%- endif %>
  output wire                  local_in_valid,
  output wire                  local_in_head,
  output wire                  local_in_tail,
  output wire [@{ c.vc_bits }@-1:0]    local_in_vc,
  output wire [FLIT_WIDTH-1:0] local_in_data,
  input  wire                  local_in_credit_valid,
  input  wire [@{ c.vc_bits }@-1:0]    local_in_credit_vc,
  input  wire                  local_out_valid,
  input  wire                  local_out_head,
  input  wire                  local_out_tail,
  input  wire [@{ c.vc_bits }@-1:0]    local_out_vc,
  input  wire [FLIT_WIDTH-1:0] local_out_data,
  output wire                  local_out_credit_valid,
  output wire [@{ c.vc_bits }@-1:0]    local_out_credit_vc,
  input  wire                  clear_error,
  output wire [2:0]            error
);

  localparam NODES        = @{ c.nodes }@;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam ROUTE_BITS   = @{ route_bits }@;
<%- if carried > 0 %>
  localparam CARRIED      = @{ carried }@;  // bits of tuser in the head
  localparam HEADER_BITS  = 2 * ADDRESS_BITS + ROUTE_BITS + CARRIED;
<%- else %>
  localparam HEADER_BITS  = 2 * ADDRESS_BITS + ROUTE_BITS;
<%- endif %>
  localparam PTR_BITS     = (BUFFER_DEPTH < 2) ? 1 : clog2(BUFFER_DEPTH);
<%- if c.class_bits > 0 %>
  localparam USER_BITS    = @{ c.class_bits }@;
<%- else %>
  localparam USER_BITS    = 1;  // of a message class, of which there is one
<%- endif %>
<%- if c.user_bits > 0 %>
  localparam USER_WIDTH   = @{ c.user_bits }@;
<%- else %>
  localparam USER_WIDTH   = 1;
  wire       m_axis_tuser;
<%- endif %>
  localparam STREAM_WIDTH = @{ c.stream_width }@;
<%- if c.even %>
  localparam BYTES        = (STREAM_WIDTH < 8) ? 1 : STREAM_WIDTH / 8;
<%- else %>
  localparam BYTES        = STREAM_WIDTH / 8;

  // How beats go into flits (Widths)
  localparam CAPACITY     = capacity(FLIT_WIDTH);
<%- if c.tkeep %>
  localparam FLIT_BYTES   = CAPACITY;
  localparam FLITS        = (BYTES + FLIT_BYTES - 1) / FLIT_BYTES;
  localparam BEATS        = (FLITS > 1) ? 1 : CAPACITY / BYTES;
  localparam COUNT_BITS   = clog2(CAPACITY + 1);
<%- else %>
  localparam FLIT_BYTES   = FLIT_WIDTH / 8;
  localparam FLITS        = (STREAM_WIDTH > FLIT_WIDTH) ? (BYTES + FLIT_BYTES - 1) / FLIT_BYTES : 1;
  localparam BEATS        = (2 * BYTES > CAPACITY) ? 1 : CAPACITY / BYTES;
  localparam COUNT_BITS   = (BEATS == 1) ? 0 : clog2(CAPACITY + 1);
<%- endif %>
<%- endif %>

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction
<%- if !c.even %>

  // C: the most bytes that a flit holds with their number
  function integer capacity;
    input integer width;
    begin
      capacity = width / 8;
      while (8 * capacity + clog2(capacity + 1) > width) capacity = capacity - 1;
    end
  endfunction
<%- endif %>
<%- if carried > 0 %>

  // A parameter that is not allowed: there is no module of this name.
  generate
    if (FLIT_WIDTH < HEADER_BITS + 8) begin : g_flit_width
      FLIT_WIDTH_must_hold_the_bits_of_tuser u_refused ();
    end
  endgenerate
<%- endif %>

  // Z2
  reg  [ADDRESS_BITS-1:0] node_q;
  wire [ADDRESS_BITS-1:0] here = (NODE_CONSTANT != 0) ? node : node_q;
  always @(posedge clk) if (rst) node_q <= node;

  wire [ADDRESS_BITS-1:0] destination;
  wire [USER_WIDTH-1:0]   user;
<%- if !c.tkeep %>
  wire [BYTES-1:0]        m_axis_tkeep;
<%- endif %>
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

  wire [HEADER_BITS-1:0] header = {<% if carried > 0 %>user[USER_WIDTH-1 -: CARRIED], <% endif %>here, route_q, destination};
<%- else %>

  wire [HEADER_BITS-1:0] header = {<% if carried > 0 %>user[USER_WIDTH-1 -: CARRIED], <% endif %>here, destination};
<%- endif %>

  @{ prefix }@axi_packetizer #(
    .FLIT_WIDTH  (FLIT_WIDTH),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .ADDRESS_BITS(ADDRESS_BITS),
    .HEADER_BITS (HEADER_BITS),
    .NODES       (NODES),
    .MESSAGE_CLASSES(@{ c.message_classes }@),
    .ORDER       (@{ c.order_bit() }@),
    .USER_BITS   (USER_BITS),
    .USER_WIDTH  (USER_WIDTH),
<%- if !c.even %>
    .BEATS       (BEATS),
    .FLITS       (FLITS),
    .FLIT_BYTES  (FLIT_BYTES),
    .COUNT_BITS  (COUNT_BITS),
<%- endif %>
    .STREAM_WIDTH(STREAM_WIDTH),
    .KEEP_BITS   (BYTES)
  ) u_packetizer (
    .clk             (clk),
    .rst             (rst),
    .clear_error     (clear_error),
    .node            (here),
    .s_axis_tvalid   (s_axis_tvalid),
    .s_axis_tready   (s_axis_tready),
    .s_axis_tdata    (s_axis_tdata),
    .s_axis_tkeep    (<% if c.tkeep %>s_axis_tkeep<% else %>{BYTES{1'b1}}<% endif %>),
    .s_axis_tlast    (s_axis_tlast),
    .s_axis_tdest    (s_axis_tdest),
    .s_axis_tuser    (<% if c.user_bits > 0 %>s_axis_tuser<% else %>1'b0<% endif %>),
    .destination     (destination),
    .user            (user),
    .preparing       (preparing),
    .header          (header),
    .out_valid       (local_in_valid),
    .out_head        (local_in_head),
    .out_tail        (local_in_tail),
    .out_vc          (local_in_vc),
    .out_data        (local_in_data),
    .out_credit_valid(local_in_credit_valid),
    .out_credit_vc   (local_in_credit_vc),
    .error           (error[1:0])
  );

  @{ prefix }@axi_depacketizer #(
    .FLIT_WIDTH  (FLIT_WIDTH),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .PTR_BITS    (PTR_BITS),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .ADDRESS_BITS(ADDRESS_BITS),
    .MESSAGE_CLASSES(@{ c.message_classes }@),
    .USER_BITS   (USER_BITS),
    .USER_WIDTH  (USER_WIDTH),
<%- if carried > 0 %>
    .CARRIED     (CARRIED),
<%- endif %>
<%- if !c.even %>
    .BEATS       (BEATS),
    .FLITS       (FLITS),
    .FLIT_BYTES  (FLIT_BYTES),
    .COUNT_BITS  (COUNT_BITS),
<%- endif %>
<%- if c.tkeep %>
    .TKEEP       (1),
<%- endif %>
    .STREAM_WIDTH(STREAM_WIDTH),
    .KEEP_BITS   (BYTES),
    .SOURCE_LOW  (ADDRESS_BITS + ROUTE_BITS)
  ) u_depacketizer (
    .clk             (clk),
    .rst             (rst),
    .clear_error     (clear_error),
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
    .m_axis_tkeep    (m_axis_tkeep),
    .m_axis_tlast    (m_axis_tlast),
    .m_axis_tdest    (m_axis_tdest),
    .m_axis_tid      (m_axis_tid),
    .m_axis_tuser    (m_axis_tuser),
    .error           (error[2])
  );

  // A head is what follows a tail.
  wire unused = &{1'b0, local_out_head<% if source.is_none() %>, preparing<% endif %><% if c.user_bits == 0 %>, m_axis_tuser<% endif %><% if !c.tkeep %>, m_axis_tkeep<% endif %>, user};

endmodule

`default_nettype wire

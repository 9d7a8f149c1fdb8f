// @{ c.slug }@_axi4_subordinate: the subordinate side of a node of @{ c.network }@: what
// managers ask of it, and its answers into the network (docs/axi4_interface.md, S1-S4).
//
//   node        the own address, a constant
//   m_axi_*     the AXI4 to the subordinate; ids are 0
//   request_*   the link from the request network's local output, and its credits
//   response_*  the link to the response network's local input, and its credits
//   own_*       the own links, where OWN_LINK = 1; their head, tail and data out are response_*
//
// Latency: a request shows 2 clocks after it was on the link; a beat of a read is on the link 1
// clock after its handshake. All outputs are registers, or functions of registers.
`default_nettype none

module @{ c.slug }@_axi4_subordinate #(
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@,
  parameter OWN_LINK     = 1
) (
  input  wire               clk,
  input  wire               rst,
  input  wire @{ self.range(c.address_bits) }@ node,
<%- for signal in signals %>
  @{ signal.declared() }@,
<%- endfor %>
<%- let link = "request" %>
<%- let bits = a.request() %>
<%- include "partials/axi4_link_in.v" %>,
<%- let link = "response" %>
<%- let bits = a.response() %>
<%- include "partials/axi4_link_out.v" %>
);

  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam ROUTE_BITS   = @{ route_bits }@;
  localparam SLOT_BITS    = @{ a.slot_bits() }@;
  localparam READS_HELD   = @{ a.reads_held }@;
  localparam WRITES_HELD  = @{ a.writes_held }@;
  localparam REQUEST      = @{ a.request() }@;  // bits of a flit of the request network
  localparam RESPONSE     = @{ a.response() }@;  // and of the response network
  localparam REST_WIDTH   = @{ a.rest() }@;  // what a head has above the slot
  localparam BEAT_OUT     = @{ a.read_beat() }@;  // bits of a beat of a read in its flit
  localparam BEAT_IN      = @{ a.write_beat() }@;  // and of a beat of a write
  localparam KIND         = 2 * ADDRESS_BITS + ROUTE_BITS;  // the bit of a head: a write
  localparam READ_HEAD    = KIND + 1 + SLOT_BITS;
  localparam WRITE_HEAD   = READ_HEAD + 2<% if a.user > 0 %> + @{ a.user }@<% endif %>;

  // S1
  wire               takes, head, tail;
  wire [REQUEST-1:0] taken;
  wire               read_may, write_may;  // fewer are held than can be
  wire               read_free  = ~m_axi_arvalid | m_axi_arready;
  wire               write_free = ~m_axi_awvalid | m_axi_awready;
  wire               data_free  = ~m_axi_wvalid | m_axi_wready;
  wire               takes_read  = takes & head & ~taken[KIND];
  wire               takes_write = takes & head & taken[KIND];
  wire               takes_data  = takes & ~head;
  wire [ADDRESS_BITS-1:0] source = taken[KIND-1 -: ADDRESS_BITS];
  wire [SLOT_BITS-1:0]    slot   = taken[KIND+1 +: SLOT_BITS];
  wire [REST_WIDTH-1:0]   rest   = taken[KIND+1+SLOT_BITS +: REST_WIDTH];
  wire unused_taken = &{1'b0, taken};

  @{ prefix }@axi4_taker #(
    .FLIT_WIDTH  (REQUEST),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .KIND_BIT    (KIND),
    .OWN_LINK    (OWN_LINK)
  ) u_taker (
    .clk             (clk),
    .rst             (rst),
    .in_valid        (request_valid),
    .in_tail         (request_tail),
    .in_vc           (request_vc),
    .in_data         (request_data),
    .out_credit_valid(request_credit_valid),
    .out_credit_vc   (request_credit_vc),
    .own_valid       (own_request_valid),
    .own_tail        (own_request_tail),
    .own_data        (own_request_data),
    .own_credit      (own_request_credit),
    .may_read        (read_free & read_may),
    .may_write       (write_free & write_may),
    .may_data        (data_free),
    .takes           (takes),
    .head            (head),
    .tail            (tail),
    .data            (taken)
  );

<%- for (way, name) in [("ar", "read"), ("aw", "write")] %>
  reg                  @{ way }@_valid;
  reg [REST_WIDTH-1:0] @{ way }@;
<%- if a.exclusive %>
  reg [ADDRESS_BITS-1:0] @{ way }@_source;
  wire [@{ a.id - 1 }@:0] @{ way }@_id;
<%- endif %>
<%- if a.user > 0 %>
  wire [@{ a.user - 1 }@:0] @{ way }@_user;
<%- endif %>
  assign m_axi_@{ way }@valid = @{ way }@_valid;
  assign m_axi_@{ way }@id    = 1'b0;
  assign {<% if a.exclusive %>@{ way }@_id, <% endif %><% if a.user > 0 %>@{ way }@_user, <% endif %>m_axi_@{ way }@region, m_axi_@{ way }@qos, m_axi_@{ way }@prot, m_axi_@{ way }@cache,
          m_axi_@{ way }@lock, m_axi_@{ way }@burst, m_axi_@{ way }@size, m_axi_@{ way }@len, m_axi_@{ way }@addr} = @{ way }@;
<%- if a.exclusive %>
  assign m_axi_@{ way }@user  = {@{ way }@_id, @{ way }@_source<% if a.user > 0 %>, @{ way }@_user<% endif %>};  // P3
<%- else if a.user > 0 %>
  assign m_axi_@{ way }@user  = @{ way }@_user;
<%- endif %>
  always @(posedge clk) begin
    if (rst) @{ way }@_valid <= 1'b0;
    else     @{ way }@_valid <= takes_@{ name }@ | ~@{ name }@_free;
    if (@{ name }@_free) @{ way }@ <= rest;
<%- if a.exclusive %>
    if (@{ name }@_free) @{ way }@_source <= source;
<%- endif %>
  end
<% endfor %>
  reg               w_valid, w_last;
  reg [BEAT_IN-1:0] w;
  assign m_axi_wvalid = w_valid;
  assign m_axi_wlast  = w_last;
  assign {<% if a.user > 0 %>m_axi_wuser, <% endif %>m_axi_wstrb, m_axi_wdata} = w;
  always @(posedge clk) begin
    if (rst) w_valid <= 1'b0;
    else     w_valid <= takes_data | ~data_free;
    if (data_free) begin
      w      <= taken[BEAT_IN-1:0];
      w_last <= tail;
    end
  end
<%- if numbered %>

  reg [1:0] number;  // T7: n, of which no more than the choices' number counts
<%- endif %>
<% for (name, number) in [("read", "number"), ("write", "number + {1'b0, read_counts}")] %>
  // S2, S3: @{ name }@s
  wire                    @{ name }@_prepared, @{ name }@_own, @{ name }@_given, @{ name }@_ends;
  wire                    @{ name }@_prepares, @{ name }@_counts;
  wire [ADDRESS_BITS-1:0] @{ name }@_next_to, @{ name }@_to;
  wire [SLOT_BITS-1:0]    @{ name }@_slot;

  @{ prefix }@axi4_held #(
    .HELD        (@{ name|upper }@S_HELD),
    .ADDRESS_BITS(ADDRESS_BITS),
    .SLOT_BITS   (SLOT_BITS)
  ) u_@{ name }@s_held (
    .clk       (clk),
    .rst       (rst),
    .node      (node),
    .may_accept(@{ name }@_may),
    .accepted  (takes_@{ name }@),
    .source    (source),
    .slot      (slot),
    .ends      (@{ name }@_ends),
    .prepares  (@{ name }@_prepares),
    .counts    (@{ name }@_counts),
    .next_to   (@{ name }@_next_to),
    .prepared  (@{ name }@_prepared),
    .to        (@{ name }@_to),
    .own       (@{ name }@_own),
    .out_slot  (@{ name }@_slot),
    .given     (@{ name }@_given)
  );
<%- if let Some(source) = source %>

  // T7
  wire [ROUTE_BITS-1:0] @{ name }@_next_route;
  reg  [ROUTE_BITS-1:0] @{ name }@_route;
  always @(posedge clk) begin
    if (@{ name }@_prepares) begin
      @{ name }@_route <= @{ name }@_next_route & {ROUTE_BITS{@{ name }@_counts}};
    end
  end

  @{ prefix }@@{ source.module }@<% if !source.parameters.is_empty() %> #(
<%- for (parameter, value) in source.parameters %>
    .@{ parameter }@(@{ value }@)<% if !loop.last %>,<% endif %>
<%- endfor %>
  )<% endif %> u_@{ name }@_source (
    .from  (node),
    .to    (@{ name }@_next_to),
<%- if source.takes_number %>
    .number(<% if source.numbered %>@{ number }@<% else %>2'd0<% endif %>),
<%- endif %>
    .route (@{ name }@_next_route)
  );
<%- else %>
  wire unused_@{ name }@ = &{1'b0, @{ name }@_prepares, @{ name }@_counts, @{ name }@_next_to};
<%- endif %>
<% endfor %>
<%- if numbered %>
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else number <= number + {1'b0, read_counts} + {1'b0, write_counts};
  end
<% endif %>
  // S4
  reg                  b_full;
  reg [@{ a.user + 1 }@:0] b;  // the B register: resp, user above it
  wire                 sending, room;  // a read's beats
  wire                 put = room & m_axi_rvalid;
  wire                 takes_b = m_axi_bvalid & ~b_full;
  reg [RESPONSE-1:0]   read_head, write_head, body;

  assign m_axi_bready = ~b_full;
  assign m_axi_rready = room;
  assign read_ends    = put & m_axi_rlast;
  assign write_ends   = write_given;
  wire unused = &{1'b0, m_axi_bid, m_axi_rid, sending};

  always @(posedge clk) begin
    if (rst) b_full <= 1'b0;
    else     b_full <= takes_b | (b_full & ~write_given);
    if (~b_full) b <= {<% if a.user > 0 %>m_axi_buser, <% endif %>m_axi_bresp};
  end

  always @* begin
    read_head  = {RESPONSE{1'b0}};
    write_head = {RESPONSE{1'b0}};
    body       = {RESPONSE{1'b0}};
    read_head[READ_HEAD-1:0] = {
      read_slot, 1'b0, node, <% if source.is_some() %>read_route, <% endif %>read_to
    };
    write_head[WRITE_HEAD-1:0] = {
      b, write_slot, 1'b1, node, <% if source.is_some() %>write_route, <% endif %>write_to
    };
    body[BEAT_OUT-1:0] = {<% if a.user > 0 %>m_axi_ruser, <% endif %>m_axi_rresp, m_axi_rdata};
  end

  @{ prefix }@axi4_giver #(
    .FLIT_WIDTH  (RESPONSE),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .ADDRESS_BITS(ADDRESS_BITS),
    .ORDER       (@{ c.order_bit() }@),
    .OWN_LINK    (OWN_LINK),
    .BODIES_OF_WRITES(0)
  ) u_giver (
    .clk             (clk),
    .rst             (rst),
    .read_asks       (read_prepared & m_axi_rvalid),
    .read_own        (read_own),
    .read_to         (read_to),
    .read_head       (read_head),
    .read_given      (read_given),
    .write_asks      (write_prepared & b_full),
    .write_own       (write_own),
    .write_to        (write_to),
    .write_head      (write_head),
    .write_given     (write_given),
    .sending         (sending),
    .room            (room),
    .put             (put),
    .tail            (m_axi_rlast),
    .body            (body),
    .out_valid       (response_valid),
    .out_head        (response_head),
    .out_tail        (response_tail),
    .out_vc          (response_vc),
    .out_data        (response_data),
    .out_credit_valid(response_credit_valid),
    .out_credit_vc   (response_credit_vc),
    .own_valid       (own_response_valid),
    .own_credit      (own_response_credit)
  );

endmodule

`default_nettype wire

// @{ c.slug }@_axi4_manager: the manager side of a node of @{ c.network }@: a manager's
// requests into the network, and what comes back (docs/axi4_interface.md, I1-I5, RS1-RS5).
//
//   node        the own address, a constant
//   s_axi_*     the manager's AXI4
//   request_*   the link to the request network's local input, and its credits
//   response_*  the link from the response network's local output, and its credits
//   own_*       the own links, where OWN_LINK = 1; their head, tail and data out are request_*
//   clear_error sets error back
//   error       0 a request named an address of no range, 1 a burst was longer than @{ a.max_burst }@
//               beats. They stay until reset or clear_error
//
// Latency: a read's head is on the link 4 clocks after its handshake, a beat that comes shows 3
// clocks after it was on the link. All outputs are registers, or functions of registers.
`default_nettype none

module @{ c.slug }@_axi4_manager #(
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
<%- include "partials/axi4_link_out.v" %>,
<%- let link = "response" %>
<%- let bits = a.response() %>
<%- include "partials/axi4_link_in.v" %>,
  input  wire               clear_error,
  output reg  [1:0]         error
);

  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam ROUTE_BITS   = @{ route_bits }@;
  localparam ADDR_WIDTH   = @{ a.addr }@;
  localparam DATA_WIDTH   = @{ a.data }@;
  localparam ID_WIDTH     = @{ a.id }@;
  localparam SLOT_BITS    = @{ a.slot_bits() }@;
  localparam READ_SLOTS   = @{ a.read_slots }@;
  localparam WRITE_SLOTS  = @{ a.write_slots }@;
  localparam BY_DESTINATION = @{ a.by_destination() }@;  // ID_ORDER
  localparam MAX_BURST    = @{ a.max_burst }@;
  localparam READ_BEATS   = @{ a.read_beats }@;
  localparam WRITE_BEATS  = @{ a.write_beats }@;
  localparam REQUEST      = @{ a.request() }@;  // bits of a flit of the request network
  localparam RESPONSE     = @{ a.response() }@;  // and of the response network
  localparam INFO_WIDTH   = @{ a.info() }@;  // what of a request goes on as it came, but id and addr
  localparam BEAT_OUT     = @{ a.write_beat() }@;  // bits of a beat of a write in its flit
  localparam BEAT_IN      = @{ a.read_beat() }@;  // and of a beat of a read
  localparam KIND         = 2 * ADDRESS_BITS + ROUTE_BITS;  // the bit of a head: a write
  localparam HEAD_BITS    = KIND + 1 + SLOT_BITS + ADDR_WIDTH + INFO_WIDTH<% if a.exclusive %> + ID_WIDTH<% endif %>;
  localparam [1:0] DECERR = 2'd3;
<%- if numbered %>

  reg [1:0] number;  // T7: n, of which no more than the choices' number counts
<%- endif %>
<% for (way, name, kind, number) in [("ar", "read", 0, "number"), ("aw", "write", 1, "number + {1'b0, read_counts}")] %>
  // The @{ name }@ that waits to be issued (I1), and the slots of @{ name }@s (I2)
  wire [INFO_WIDTH-1:0] s_axi_@{ way }@info = {
    <% if a.user > 0 %>s_axi_@{ way }@user, <% endif %>s_axi_@{ way }@region, s_axi_@{ way }@qos, s_axi_@{ way }@prot, s_axi_@{ way }@cache,
    <% if a.exclusive %>s_axi_@{ way }@lock<% else %>1'b0<% endif %>, s_axi_@{ way }@burst, s_axi_@{ way }@size, s_axi_@{ way }@len
  };
  wire [ADDR_WIDTH-1:0]   @{ name }@_looked_up, @{ name }@_range_addr, @{ name }@_addr;
  wire [ADDRESS_BITS-1:0] @{ name }@_range_to, @{ name }@_next_to, @{ name }@_to;
  wire [ID_WIDTH-1:0]     @{ name }@_id, @{ name }@_next_id;
  wire [INFO_WIDTH-1:0]   @{ name }@_info;
  wire [1:0]              @{ name }@_resp;
  wire [SLOT_BITS-1:0]    @{ name }@_slot, @{ name }@_next_slot, @{ name }@_free_slot;
  wire                    @{ name }@_found, @{ name }@_prepares, @{ name }@_counts, @{ name }@_there;
  wire                    @{ name }@_own, @{ name }@_wrong, @{ name }@_in_order, @{ name }@_some_free;
  wire                    @{ name }@_given;    // I3: to the network, or over the own link
  wire                    @{ name }@_refused;  // I3: a wrong one
  wire                    @{ name }@_frees;
  wire                    @{ name }@_ready = @{ name }@_there & @{ name }@_in_order & @{ name }@_some_free;

  @{ prefix }@axi4_map u_@{ name }@_map (
    .addr  (@{ name }@_looked_up),
    .found (@{ name }@_found),
    .to    (@{ name }@_range_to),
    .mapped(@{ name }@_range_addr)
  );

  @{ prefix }@axi4_requests #(
    .ADDR_WIDTH  (ADDR_WIDTH),
    .ID_WIDTH    (ID_WIDTH),
    .INFO_WIDTH  (INFO_WIDTH),
    .ADDRESS_BITS(ADDRESS_BITS),
    .MAX_BURST   (MAX_BURST)
  ) u_@{ name }@s (
    .clk       (clk),
    .rst       (rst),
    .node      (node),
    .valid     (s_axi_@{ way }@valid),
    .ready     (s_axi_@{ way }@ready),
    .id        (s_axi_@{ way }@id),
    .addr      (s_axi_@{ way }@addr),
    .info      (s_axi_@{ way }@info),
    .looked_up (@{ name }@_looked_up),
    .found     (@{ name }@_found),
    .range_to  (@{ name }@_range_to),
    .range_addr(@{ name }@_range_addr),
    .prepares  (@{ name }@_prepares),
    .counts    (@{ name }@_counts),
    .next_to   (@{ name }@_next_to),
    .asks      (@{ name }@_there),
    .to        (@{ name }@_to),
    .own       (@{ name }@_own),
    .wrong     (@{ name }@_wrong),
    .resp      (@{ name }@_resp),
    .out_id    (@{ name }@_id),
    .out_addr  (@{ name }@_addr),
    .out_info  (@{ name }@_info),
    .issued    (@{ name }@_given | @{ name }@_refused)
  );

  @{ prefix }@axi4_slots #(
    .SLOTS         (@{ name|upper }@_SLOTS),
    .SLOT_BITS     (SLOT_BITS),
    .ID_WIDTH      (ID_WIDTH),
    .ADDRESS_BITS  (ADDRESS_BITS),
    .BY_DESTINATION(BY_DESTINATION)
  ) u_@{ name }@_slots (
    .clk      (clk),
    .rst      (rst),
    .id       (@{ name }@_id),
    .to       (@{ name }@_to),
    .wrong    (@{ name }@_wrong),
    .in_order (@{ name }@_in_order),
    .some_free(@{ name }@_some_free),
    .slot     (@{ name }@_slot),
    .take     (@{ name }@_given | @{ name }@_refused),
    .look     (@{ name }@_next_slot),
    .look_id  (@{ name }@_next_id),
    .free     (@{ name }@_frees),
    .free_slot(@{ name }@_free_slot)
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
  wire unused_@{ way }@ = &{1'b0, @{ name }@_prepares, @{ name }@_counts, @{ name }@_next_to};
<%- endif %>

  reg [REQUEST-1:0] @{ name }@_head;
  always @* begin
    @{ name }@_head = {REQUEST{1'b0}};
    @{ name }@_head[HEAD_BITS-1:0] = {
      <% if a.exclusive %>@{ name }@_id, <% endif %>@{ name }@_info, @{ name }@_addr, @{ name }@_slot, 1'b@{ kind }@,
      node, <% if source.is_some() %>@{ name }@_route, <% endif %>@{ name }@_to
    };
  end
<% endfor %>
<%- if numbered %>
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else number <= number + {1'b0, read_counts} + {1'b0, write_counts};
  end
<% endif %>
<%- if !a.exclusive %>
  // P3: nobody sees an exclusive access.
  wire unused_lock = &{1'b0, s_axi_arlock, s_axi_awlock};
<% endif %>
  // I3
  wire sending, room;     // a write's beats
  wire whole;             // the W buffer has one with last
  wire idle, dropping;    // the dropper
  wire fits, error_idle;  // there are places for the read; the error reader is idle
  wire read_asks  = read_ready & ~read_wrong & fits;
  wire write_asks = write_ready & ~write_wrong & whole & ~dropping;
  assign read_refused  = read_ready & read_wrong & error_idle;
  assign write_refused = write_ready & write_wrong & ~sending & idle;

  wire hole = (read_refused & (read_resp == DECERR)) | (write_refused & (write_resp == DECERR));
  wire too_long = (read_refused & (read_resp != DECERR)) | (write_refused & (write_resp != DECERR));
  always @(posedge clk) begin
    if (rst) error <= 2'b00;
    else     error <= (error & {2{~clear_error}}) | {too_long, hole};
  end

  // I4, I5
  wire [BEAT_OUT-1:0]  beat;
  wire                 beat_last;
  wire                 done, sunk;
  wire [SLOT_BITS-1:0] done_slot;
  wire [1:0]           done_resp;
  reg  [REQUEST-1:0]   body;
  always @* begin
    body = {REQUEST{1'b0}};
    body[BEAT_OUT-1:0] = beat;
  end

  @{ prefix }@axi4_write_data #(
    .WIDTH    (BEAT_OUT),
    .DEPTH    (WRITE_BEATS),
    .SLOT_BITS(SLOT_BITS)
  ) u_write_data (
    .clk      (clk),
    .rst      (rst),
    .valid    (s_axi_wvalid),
    .ready    (s_axi_wready),
    .data     ({<% if a.user > 0 %>s_axi_wuser, <% endif %>s_axi_wstrb, s_axi_wdata}),
    .last     (s_axi_wlast),
    .whole    (whole),
    .front    (beat),
    .tail     (beat_last),
    .take     (room),
    .drop     (write_refused),
    .drop_slot(write_slot),
    .drop_resp(write_resp),
    .idle     (idle),
    .dropping (dropping),
    .done     (done),
    .slot     (done_slot),
    .resp     (done_resp),
    .sunk     (sunk)
  );

  @{ prefix }@axi4_giver #(
    .FLIT_WIDTH  (REQUEST),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .ADDRESS_BITS(ADDRESS_BITS),
    .ORDER       (@{ c.order_bit() }@),
    .OWN_LINK    (OWN_LINK),
    .BODIES_OF_WRITES(1)
  ) u_giver (
    .clk             (clk),
    .rst             (rst),
    .read_asks       (read_asks),
    .read_own        (read_own),
    .read_to         (read_to),
    .read_head       (read_head),
    .read_given      (read_given),
    .write_asks      (write_asks),
    .write_own       (write_own),
    .write_to        (write_to),
    .write_head      (write_head),
    .write_given     (write_given),
    .sending         (sending),
    .room            (room),
    .put             (room),  // a write's beats are all there
    .tail            (beat_last),
    .body            (body),
    .out_valid       (request_valid),
    .out_head        (request_head),
    .out_tail        (request_tail),
    .out_vc          (request_vc),
    .out_data        (request_data),
    .out_credit_valid(request_credit_valid),
    .out_credit_vc   (request_credit_vc),
    .own_valid       (own_request_valid),
    .own_credit      (own_request_credit)
  );

  // RS1
  wire                takes, head, tail;
  wire [RESPONSE-1:0] taken;
  reg [SLOT_BITS-1:0] slot;  // of the read whose beats come
  wire [SLOT_BITS-1:0] head_slot = taken[KIND+1 +: SLOT_BITS];
  always @(posedge clk) if (takes & head) slot <= head_slot;
  wire unused_taken = &{1'b0, taken};

  @{ prefix }@axi4_taker #(
    .FLIT_WIDTH  (RESPONSE),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .NUM_VCS     (@{ c.num_vcs }@),
    .VC_BITS     (@{ c.vc_bits }@),
    .KIND_BIT    (KIND),
    .OWN_LINK    (OWN_LINK)
  ) u_taker (
    .clk             (clk),
    .rst             (rst),
    .in_valid        (response_valid),
    .in_tail         (response_tail),
    .in_vc           (response_vc),
    .in_data         (response_data),
    .out_credit_valid(response_credit_valid),
    .out_credit_vc   (response_credit_vc),
    .own_valid       (own_response_valid),
    .own_tail        (own_response_tail),
    .own_data        (own_response_data),
    .own_credit      (own_response_credit),
    .may_read        (1'b1),
    .may_write       (1'b1),
    .may_data        (1'b1),
    .takes           (takes),
    .head            (head),
    .tail            (tail),
    .data            (taken)
  );
<% if a.user == 0 %>
  wire unused_buser;
<%- endif %>
  @{ prefix }@axi4_write_responses #(
    .SLOTS     (WRITE_SLOTS),
    .SLOT_BITS (SLOT_BITS),
    .ID_WIDTH  (ID_WIDTH),
    .USER_WIDTH(@{ a.user.max(1) }@)
  ) u_write_responses (
    .clk      (clk),
    .rst      (rst),
    .enters   (takes & head & taken[KIND]),
    .slot     (head_slot),
    .resp     (taken[KIND+1+SLOT_BITS +: 2]),
    .user     (<% if a.user > 0 %>taken[KIND+3+SLOT_BITS +: @{ a.user }@]<% else %>1'b0<% endif %>),
    .done     (done),
    .done_slot(done_slot),
    .done_resp(done_resp),
    .sunk     (sunk),
    .next_slot(write_next_slot),
    .next_id  (write_next_id),
    .bvalid   (s_axi_bvalid),
    .bready   (s_axi_bready),
    .bid      (s_axi_bid),
    .bresp    (s_axi_bresp),
    .buser    (<% if a.user > 0 %>s_axi_buser<% else %>unused_buser<% endif %>),
    .frees    (write_frees),
    .b_slot   (write_free_slot)
  );

  @{ prefix }@axi4_read_data #(
    .DATA_WIDTH(DATA_WIDTH),
    .WIDTH     (BEAT_IN),
    .BEATS     (READ_BEATS),
    .SLOT_BITS (SLOT_BITS),
    .ID_WIDTH  (ID_WIDTH)
  ) u_read_data (
    .clk      (clk),
    .rst      (rst),
    .enters   (takes & ~head),
    .slot     (slot),
    .tail     (tail),
    .data     (taken[BEAT_IN-1:0]),
    .len      (read_info[7:0]),
    .fits     (fits),
    .reserve  (read_given),
    .err_start(read_refused),
    .err_slot (read_slot),
    .err_resp (read_resp),
    .err_idle (error_idle),
    .next_slot(read_next_slot),
    .next_id  (read_next_id),
    .rvalid   (s_axi_rvalid),
    .rready   (s_axi_rready),
    .rid      (s_axi_rid),
    .r_data   ({<% if a.user > 0 %>s_axi_ruser, <% endif %>s_axi_rresp, s_axi_rdata}),
    .rlast    (s_axi_rlast),
    .frees    (read_frees),
    .r_slot   (read_free_slot)
  );

endmodule

`default_nettype wire

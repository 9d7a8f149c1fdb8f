// ${slug}_axi4_subordinate: the subordinate side of a node of ${network}: what managers
// ask of it, and its answers into the network [S1 - S4].
//
//   node        the own address, a constant
//   m_axi_*     the AXI4 to the subordinate; ids are 0
//   request_*   the link from the request network's local output, and its credits
//   response_*  the link to the response network's local input, and its credits
//# if own
//   own_*       the own links, where OWN_LINK = 1; their head, tail and data out are response_*
//# endif
//
// Latency: a request shows 1 clock after it was on the link; a beat of a read is on the link 1
// clock after its handshake, an acknowledgement 2. All outputs are registers, or functions of registers.
`default_nettype none

module ${slug}_axi4_subordinate #(
//# if own
  parameter OWN_LINK = 1,
//# endif
  parameter BUFFER_DEPTH = ${depth}
) (
  input  wire clk,
  input  wire rst,
  input  wire ${vector(address_bits)} node,
//# for line in subordinate_ports
  ${line},
//# endfor
//# set out, out_bits, into, into_bits = "response", response, "request", request
//# include "axi4/links.v"
);

  // What comes [S1]
  wire takes, head, tail;
  wire ${vector(request)} taken;
  wire read_may, write_may;  // fewer are held than can be
  wire read_free   = ~m_axi_arvalid | m_axi_arready;
  wire write_free  = ~m_axi_awvalid | m_axi_awready;
  wire data_free   = ~m_axi_wvalid | m_axi_wready;
  wire takes_read  = takes & head & ~taken[${request_kind}];
  wire takes_write = takes & head & taken[${request_kind}];
  wire takes_data  = takes & ~head;
  wire ${vector(address_bits)} source = taken[${request_kind - 1}:${request_kind - address_bits}];
  wire ${width(slot_bits)} slot_taken = ${bits_of("taken", request_kind + 1, slot_bits)};
  wire ${vector(rest)} request = ${bits_of("taken", request_kind + 1 + slot_bits, rest)};
//# if not order
  wire [7:0] len_taken = ${bits_of("taken", request_kind + 1 + slot_bits + addr, 8)};
//# endif
  wire unused_taken = &{1'b0, taken};

  axi4_taker #(
    .FLIT_WIDTH (${request}),
    .KIND (${request_kind}),
//# if own
    .OWN_LINK (OWN_LINK),
//# endif
    .BUFFER_DEPTH (BUFFER_DEPTH)
  ) u_taker (
    .clk (clk),
    .rst (rst),
    .in_valid (request_valid),
    .in_tail (request_tail),
    .in_data (request_data),
//# if vcs > 1
    .in_vc (request_vc),
    .out_credit_vc (request_credit_vc),
//# endif
    .out_credit_valid (request_credit_valid),
//# if own
    .own_valid (own_request_valid),
    .own_tail (own_request_tail),
    .own_data (own_request_data),
    .own_credit (own_request_credit),
//# endif
    .may_read (read_free & read_may),
    .may_write (write_free & write_may),
    .may_data (data_free),
    .takes (takes),
    .head (head),
    .tail (tail),
    .data (taken)
  );
//# for way, name in [("ar", "read"), ("aw", "write")]

  reg  ${way}_valid;
  reg  ${vector(rest)} ${way};
//# if exclusive
  reg  ${vector(address_bits)} ${way}_source;
  wire ${width(id)} ${way}_id;
//# endif
//# if user > 0
  wire ${width(user)} ${way}_user;
//# endif
  assign m_axi_${way}valid = ${way}_valid;
  assign m_axi_${way}id    = 1'b0;
  assign {
    ${way + "_id, " if exclusive else ""}${way + "_user, " if user > 0 else ""}m_axi_${way}region, m_axi_${way}qos, m_axi_${way}prot, m_axi_${way}cache,
    m_axi_${way}lock, m_axi_${way}burst, m_axi_${way}size, m_axi_${way}len, m_axi_${way}addr
  } = ${way};
//# if exclusive
  assign m_axi_${way}user  = {${way}_id, ${way}_source${", " + way + "_user" if user > 0 else ""}};  // P3
//# elif user > 0
  assign m_axi_${way}user  = ${way}_user;
//# endif
  always @(posedge clk) begin
    if (rst) ${way}_valid <= 1'b0;
    else     ${way}_valid <= takes_${name} | ~${name}_free;
    if (${name}_free) ${way} <= request;
//# if exclusive
    if (${name}_free) ${way}_source <= source;
//# endif
  end
//# endfor

  reg  w_valid, w_last;
  reg  ${vector(write_beat)} w;
  assign m_axi_wvalid = w_valid;
  assign m_axi_wlast  = w_last;
  assign {${"m_axi_wuser, " if user > 0 else ""}m_axi_wstrb, m_axi_wdata} = w;
  always @(posedge clk) begin
    if (rst) w_valid <= 1'b0;
    else     w_valid <= takes_data | ~data_free;
    if (data_free) begin
      w      <= taken[${write_beat - 1}:0];
      w_last <= tail;
    end
  end
//# if numbered

  reg [1:0] number;  // T7: n, of which no more than the choices' number counts
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else number <= number + {1'b0, read_counts} + {1'b0, write_counts};
  end
//# endif

  // The requests that are held, and the heads of the responses [S2, S3]
//# for name, bit in [("read", 0), ("write", 1)]
  wire ${name}_prepared, ${name}_given, ${name}_ends;
//# if source
  wire ${name}_prepares, ${name}_counts;
//# else
  wire unused_${name}_prepares, unused_${name}_counts;
//# endif
  wire ${vector(address_bits)} ${name}_to, ${"" if source else "unused_"}${name}_next_to;
  wire ${width(slot_bits)} ${name}_slot;
//# if not order
  wire [7:0] ${"" if bit == 0 else "unused_"}${name}_len;
//# endif
  wire ${"" if own else "unused_"}${name}_own;

  axi4_held #(
    .HELD (${reads_held if bit == 0 else writes_held}),
    .ADDRESS_BITS (${address_bits}),
    .SLOT_BITS (${slot_bits})
  ) u_${name}s_held (
    .clk (clk),
    .rst (rst),
    .node (node),
    .may_accept (${name}_may),
    .accepted (takes_${name}),
    .source (source),
    .slot (slot_taken),
//# if not order
    .len (len_taken),
    .out_len (${"" if bit == 0 else "unused_"}${name}_len),
//# endif
    .ends (${name}_ends),
    .prepares (${"" if source else "unused_"}${name}_prepares),
    .counts (${"" if source else "unused_"}${name}_counts),
    .next_to (${"" if source else "unused_"}${name}_next_to),
    .prepared (${name}_prepared),
    .to (${name}_to),
    .own (${"" if own else "unused_"}${name}_own),
    .out_slot (${name}_slot),
    .given (${name}_given)
  );

//# if source
//# set number = ("2'd0" if not numbered else "number" if bit == 0 else "number + {1'b0, read_counts}")
//# include "axi4/source.v"

//# endif
//# endfor
  // The answers [S4]
  wire b_there;
  wire ${vector(user + 2)} b;  // resp${", user above it" if user > 0 else ""}
  wire sending, room;  // a read's beats
  wire read_can;       // the giver would give a read's head
  wire put = room & m_axi_rvalid;
  wire ${vector(read_beat)} beat = {${"m_axi_ruser, " if user > 0 else ""}m_axi_rresp, m_axi_rdata};

  axi4_skid_buffer #(.WIDTH(${user + 2})) u_acknowledgements (
    .clk (clk),
    .rst (rst),
    .valid (m_axi_bvalid),
    .ready (m_axi_bready),
    .in ({${"m_axi_buser, " if user > 0 else ""}m_axi_bresp}),
    .there (b_there),
    .out (b),
    .leaves (write_given)
  );

  assign m_axi_rready = room | (read_prepared & read_can);
  assign read_ends    = (put | read_given) & m_axi_rlast;
  assign write_ends   = write_given;
  wire unused = &{1'b0, m_axi_bid, m_axi_rid, sending};

  // A beat has the same bits in every flit.
  wire ${vector(response)} read_head = {
    ${zeros_and(own_bits)}beat, read_slot, 1'b0, ${"read_route, " if source else ""}read_to
  };
  wire ${vector(response)} write_head = {
    ${zeros_and(own_bits)}b, ${data}'d0, write_slot, 1'b1, ${"write_route, " if source else ""}write_to
  };

  axi4_giver #(
    .FLIT_WIDTH (${response}),
    .BUFFER_DEPTH (BUFFER_DEPTH),
//# if own
    .OWN_LINK (OWN_LINK),
//# endif
    .BODIES_OF_WRITES (0)
  ) u_giver (
    .clk (clk),
    .rst (rst),
    .read_asks (read_prepared & m_axi_rvalid),
    .read_head (read_head),
    .read_given (read_given),
    .write_asks (write_prepared & b_there),
    .write_head (write_head),
    .write_given (write_given),
    .read_can (read_can),
//# if not order
    .len (read_len),
//# endif
//# if own
    .read_own (read_own),
    .write_own (write_own),
//# endif
//# if reads_to
    .read_to (${bits_of("read_to", 0, to_bits)}),
    .write_to (${bits_of("write_to", 0, to_bits)}),
//# endif
    .sending (sending),
    .room (room),
    .put (put),
    .tail (m_axi_rlast),
    .body ({${zeros_and(own_bits)}beat, ${response_kind + 1 + slot_bits}'d0}),
    .out_valid (response_valid),
    .out_head (response_head),
    .out_tail (response_tail),
//# if vcs > 1
    .out_vc (response_vc),
    .out_credit_vc (response_credit_vc),
//# endif
    .out_data (response_data),
//# if own
    .own_valid (own_response_valid),
    .own_credit (own_response_credit),
//# endif
    .out_credit_valid (response_credit_valid)
  );

endmodule
`default_nettype wire

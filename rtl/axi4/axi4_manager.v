// ${slug}_axi4_manager: the manager side of a node of ${network}: a manager's requests
// into the network, and what comes back [I1 - I5, RS1 - RS5].
//
//   node        the own address, a constant
//   s_axi_*     the manager's AXI4
//   request_*   the link to the request network's local input, and its credits
//   response_*  the link from the response network's local output, and its credits
//# if own
//   own_*       the own links, where OWN_LINK = 1; their head, tail and data out are request_*
//# endif
//   clear_error sets error back
//   error       0 a request named an address of no range, 1 a burst was longer than ${max_burst} beats.
//               They stay until reset or clear_error
//
// Latency: a read's head is on the link ${4 if source else 3} clocks after its handshake, a beat that comes shows 1
// clock after it was on the link. All outputs are registers, or functions of registers.
`default_nettype none

module ${slug}_axi4_manager #(
//# if own
  parameter OWN_LINK = 1,
//# endif
  parameter BUFFER_DEPTH = ${depth}
) (
  input  wire clk,
  input  wire rst,
  input  wire ${vector(address_bits)} node,
//# for line in manager_ports
  ${line},
//# endfor
  input  wire clear_error,
  output reg  [1:0] error,
//# set out, out_bits, into, into_bits = "request", request, "response", response
//# include "axi4/links.v"
);
//# if numbered

  reg [1:0] number;  // T7: n, of which no more than the choices' number counts
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else number <= number + {1'b0, read_counts} + {1'b0, write_counts};
  end
//# endif
//# for name, way, bit in [("read", "ar", 0), ("write", "aw", 1)]

  // The next ${name} [I1, I2], and its head
  wire ${vector(addr)} ${name}_addr;
  wire ${width(id)} ${name}_id, ${name}_next_id;
  wire ${vector(info)} ${name}_info;
  wire ${vector(address_bits)} ${name}_to;
  wire [1:0] ${name}_resp;
  wire ${width(slot_bits)} ${name}_slot, ${name}_next_slot, ${name}_free_slot;
  wire ${name}_ready, ${name}_wrong, ${name}_frees${", " + name + "_own" if own else ""};
  wire ${name}_given, ${name}_refused;  // it goes into the network; it is a wrong one [I3]
//# if source
  wire ${name}_prepares, ${name}_counts;
  wire ${vector(address_bits)} ${name}_next_to;
//# endif

  axi4_requests #(.SLOTS(${read_slots if bit == 0 else write_slots})) u_${name}s (
    .clk (clk),
    .rst (rst),
//# if own
    .node (node),
//# endif
    .valid (s_axi_${way}valid),
    .ready (s_axi_${way}ready),
    .id (s_axi_${way}id),
    .addr (s_axi_${way}addr),
    .info ({
      ${"s_axi_" + way + "user, " if user > 0 else ""}s_axi_${way}region, s_axi_${way}qos, s_axi_${way}prot, s_axi_${way}cache,
      ${"s_axi_" + way + "lock" if exclusive else "1'b0"}, s_axi_${way}burst, s_axi_${way}size, s_axi_${way}len
    }),
//# if source
    .prepares (${name}_prepares),
    .counts (${name}_counts),
    .next_to (${name}_next_to),
//# endif
    .asks (${name}_ready),
    .to (${name}_to),
//# if own
    .own (${name}_own),
//# endif
    .wrong (${name}_wrong),
    .resp (${name}_resp),
    .out_id (${name}_id),
    .out_addr (${name}_addr),
    .out_info (${name}_info),
    .slot (${name}_slot),
    .issued (${name}_given | ${name}_refused),
    .look (${name}_next_slot),
    .look_id (${name}_next_id),
    .frees (${name}_frees),
    .free_slot (${name}_free_slot)
  );
//# if source

//# set number = ("2'd0" if not numbered else "number" if bit == 0 else "number + {1'b0, read_counts}")
//# include "axi4/source.v"
//# endif

  wire ${vector(request)} ${name}_head = {
    ${zeros_and(request - request_kind - 1 - slot_bits - rest)}${name + "_id, " if exclusive else ""}${name}_info, ${name}_addr, ${name}_slot, 1'b${bit},
    node, ${name + "_route, " if source else ""}${name}_to
  };
//# endfor
//# if not exclusive

  // Nobody sees an exclusive access [P3], nor is an ID sent.
  wire unused = &{1'b0, s_axi_arlock, s_axi_awlock, read_id, write_id};
//# endif

  // What is issued [I3]
  wire sending, room;     // a write's beats
//# if write_start
  wire starts;            // the beats with which a write may start are there
  wire there;             // a beat is
//# else
  wire whole;             // all beats of a write are there
//# endif
  wire idle, dropping;    // what drops the beats of a wrong write
  wire fits, error_idle;  // there are places for the read; its errors can be given
  assign read_refused  = read_ready & read_wrong & error_idle;
  assign write_refused = write_ready & write_wrong & ~sending & idle;

  always @(posedge clk) begin
    if (rst) error <= 2'b00;
    else begin
      // A resp is SLVERR or DECERR.
      error[0] <= (error[0] & ~clear_error) |
        (read_refused & read_resp[0]) | (write_refused & write_resp[0]);
      error[1] <= (error[1] & ~clear_error) |
        (read_refused & ~read_resp[0]) | (write_refused & ~write_resp[0]);
    end
  end

  // Beats of writes [I4, I5]
  wire ${vector(write_beat)} beat;
  wire beat_last, done, sunk;
  wire ${width(slot_bits)} done_slot;
  wire [1:0] done_resp;

  axi4_write_data #(
    .WIDTH (${write_beat}),
    .DEPTH (${write_beats}),
    .SLOT_BITS (${slot_bits})
  ) u_write_data (
    .clk (clk),
    .rst (rst),
    .valid (s_axi_wvalid),
    .ready (s_axi_wready),
    .data ({${"s_axi_wuser, " if user > 0 else ""}s_axi_wstrb, s_axi_wdata}),
    .last (s_axi_wlast),
//# if write_start
    .starts (starts),
    .there (there),
//# else
    .whole (whole),
//# endif
    .front (beat),
    .tail (beat_last),
    .take (room${" & there" if write_start}),
    .drop (write_refused),
    .drop_slot (write_slot),
    .drop_resp (write_resp),
    .idle (idle),
    .dropping (dropping),
    .done (done),
    .slot (done_slot),
    .resp (done_resp),
    .sunk (sunk)
  );

  wire unused_read_can;
  axi4_giver #(
    .FLIT_WIDTH (${request}),
    .BUFFER_DEPTH (BUFFER_DEPTH),
//# if own
    .OWN_LINK (OWN_LINK),
//# endif
    .BODIES_OF_WRITES (1)
  ) u_giver (
    .clk (clk),
    .rst (rst),
    .read_asks (read_ready & ~read_wrong & fits),
    .read_head (read_head),
    .read_given (read_given),
    .write_asks (write_ready & ~write_wrong & ${"starts" if write_start else "whole"} & ~dropping),
    .write_head (write_head),
    .write_given (write_given),
    .read_can (unused_read_can),
//# if not order
    .len (write_info[7:0]),
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
    .put (room${" & there" if write_start}),${"" if write_start else "  // a write's beats are all there"}
    .tail (beat_last),
    .body ({${zeros_and(request - write_beat)}beat}),
    .out_valid (request_valid),
    .out_head (request_head),
    .out_tail (request_tail),
//# if vcs > 1
    .out_vc (request_vc),
    .out_credit_vc (request_credit_vc),
//# endif
    .out_data (request_data),
//# if own
    .own_valid (own_request_valid),
    .own_credit (own_request_credit),
//# endif
    .out_credit_valid (request_credit_valid)
  );

  // What comes back [RS1]
  wire takes, head, tail;
  wire ${vector(response)} taken;
  wire ${width(slot_bits)} head_slot = ${bits_of("taken", response_kind + 1, slot_bits)};
  wire is_write = head & taken[${response_kind}];
  reg  ${width(slot_bits)} read_slot_q;  // of the read whose beats come
  always @(posedge clk) if (takes & head) read_slot_q <= head_slot;
  wire unused_taken = &{1'b0, taken};  // a head's other bits

  axi4_taker #(
    .FLIT_WIDTH (${response}),
    .KIND (${response_kind}),
//# if classes > 1
    .READS_BETWEEN (0),
//# endif
//# if own
    .OWN_LINK (OWN_LINK),
//# endif
    .BUFFER_DEPTH (BUFFER_DEPTH)
  ) u_taker (
    .clk (clk),
    .rst (rst),
    .in_valid (response_valid),
    .in_tail (response_tail),
    .in_data (response_data),
//# if vcs > 1
    .in_vc (response_vc),
    .out_credit_vc (response_credit_vc),
//# endif
    .out_credit_valid (response_credit_valid),
//# if own
    .own_valid (own_response_valid),
    .own_tail (own_response_tail),
    .own_data (own_response_data),
    .own_credit (own_response_credit),
//# endif
    .may_read (1'b1),
    .may_write (1'b1),
    .may_data (1'b1),
    .takes (takes),
    .head (head),
    .tail (tail),
    .data (taken)
  );

//# if user == 0
  wire unused_buser;
//# endif
  axi4_write_responses #(
    .SLOTS (${write_slots}),
    .SLOT_BITS (${slot_bits}),
    .ID_WIDTH (${id}),
    .USER_WIDTH (${user if user > 0 else 1})
  ) u_write_responses (
    .clk (clk),
    .rst (rst),
    .enters (takes & is_write),
    .slot (head_slot),
    .resp (${bits_of("taken", response_kind + 1 + slot_bits + data, 2)}),
    .user (${bits_of("taken", response_kind + 3 + slot_bits + data, user) if user > 0 else "1'b0"}),
    .done (done),
    .done_slot (done_slot),
    .done_resp (done_resp),
    .sunk (sunk),
    .next_slot (write_next_slot),
    .next_id (write_next_id),
    .bvalid (s_axi_bvalid),
    .bready (s_axi_bready),
    .bid (s_axi_bid),
    .bresp (s_axi_bresp),
    .buser (${"s_axi_buser" if user > 0 else "unused_buser"}),
    .frees (write_frees),
    .b_slot (write_free_slot)
  );

  axi4_read_data #(
    .DATA_WIDTH (${data}),
    .WIDTH (${read_beat}),
    .BEATS (${read_beats}),
    .SLOT_BITS (${slot_bits}),
    .ID_WIDTH (${id})
  ) u_read_data (
    .clk (clk),
    .rst (rst),
    .enters (takes & ~is_write),
    .slot (head ? head_slot : read_slot_q),
    .tail (tail),
    .data (${bits_of("taken", response_kind + 1 + slot_bits, read_beat)}),
    .len (read_info[7:0]),
    .fits (fits),
    .reserve (read_given),
    .err_start (read_refused),
    .err_slot (read_slot),
    .err_resp (read_resp),
    .err_idle (error_idle),
    .next_slot (read_next_slot),
    .next_id (read_next_id),
    .rvalid (s_axi_rvalid),
    .rready (s_axi_rready),
    .rid (s_axi_rid),
    .r_data ({${"s_axi_ruser, " if user > 0 else ""}s_axi_rresp, s_axi_rdata}),
    .rlast (s_axi_rlast),
    .frees (read_frees),
    .r_slot (read_free_slot)
  );

endmodule
`default_nettype wire

// axi_depacketizer: packets from a router's local output to the AXI4-Stream m_axis, one after the
// other [M1 - M8].
//
//   node         the own address
//   in_*         the link from the router's local output; out_credit_* goes back
//   m_axis_*     the stream; tid is the packet's source, tdest the own address
//# if carried > 0
//                tuser has bits of the head's data above the source${", above the message class" if message_bits > 0 else ""}
//# elif user_bits > 0
//                tuser is the packet's message class
//# endif
//# if tkeep
//   error        a packet came that was cut short; stays until reset or clear_error
//# endif
//
// Latency: a beat that waits for nothing shows 1 clock after its flit is on the link; a head takes
// a clock and gives no beat. All outputs are registers. Whether the link or a buffer gives the front
// flit is a function of registers.
`default_nettype none

module axi_depacketizer #(
  parameter FLIT_WIDTH = ${flit_width},
  parameter BUFFER_DEPTH = ${depth},
  parameter SLOT_BITS = ${slot_bits}
) (
  input  wire clk,
  input  wire rst,
//# if tkeep
  input  wire clear_error,
  output reg  error,
//# endif
  input  wire ${vector(address_bits)} node,
  input  wire in_valid,
  input  wire in_tail,
//# if vcs > 1
  input  wire ${width(vc_bits)} in_vc,
//# endif
  input  wire [FLIT_WIDTH-1:0] in_data,
  output reg  out_credit_valid,
  output ${"wire" if vcs == 1 else "reg "} ${width(vc_bits)} out_credit_vc,
  output reg  m_axis_tvalid,
  input  wire m_axis_tready,
  output reg  ${stream_range} m_axis_tdata,
//# if tkeep
  output reg  ${width(bytes)} m_axis_tkeep,
//# endif
  output reg  m_axis_tlast,
  output wire ${vector(address_bits)} m_axis_tdest,
//# if user_bits > 0
  output reg  ${width(user_bits)} m_axis_tuser,
//# endif
  output reg  ${vector(address_bits)} m_axis_tid
);

  // The VC whose packet comes out${", one-hot" if vcs > 1 else ""}; zero: none [M2]
  reg  ${width(vcs)} open;
  wire ${width(vcs)} waiting;  // its buffer is not empty
//# if vcs > 1
  wire ${width(vcs)} picked;
//# endif
  wire by_link;    // the front flit is that on the link: no buffer has one [M1]
  wire tail;       // the front flit
  wire [FLIT_WIDTH-1:0] data;
  wire buffer_tail;
  wire [FLIT_WIDTH-1:0] buffer_data;

//# if split
  wire gathers;  // the front flit does not end a beat [M8]
//# elif count_bits > 0
  wire stays;    // the front flit has more beats [M7]
//# endif

//# if vcs > 1
  wire none  = ~(|open);
  wire ${width(vcs)} comes = {
    ${comes}
  };
  assign by_link = none ? ~(|waiting) : ~(|(open & waiting));
  wire start = none & ((|waiting) | in_valid);  // M3
  wire there = (|(open & waiting)) | (by_link & in_valid & (|(open & comes)));
  wire ${width(vcs)} read = none ? (by_link ? comes : picked) : open;
//# else
  assign by_link = ~waiting;
  wire start = ~open & (waiting | in_valid);    // M3
  wire there = open & (waiting | in_valid);
//# endif
  assign tail = by_link ? in_tail : buffer_tail;
  assign data = by_link ? in_data : buffer_data;
  wire space = ~m_axis_tvalid | m_axis_tready;
//# if split
  wire move  = there & space & ~gathers;  // a beat into the register: M4
  wire leave = start | (there & (gathers | space));
//# elif count_bits > 0
  wire move  = there & space;  // a beat into the register: M4
  wire leave = start | (move & ~stays);
//# else
  wire move  = there & space;  // a beat into the register: M4
  wire leave = start | move;
//# endif

  wire passes = by_link & leave;
  wire pop    = leave & ~by_link;

//# if vcs > 1
  rr_arbiter #(.WIDTH(${vcs})) u_arbiter (
    .clk (clk),
    .rst (rst),
    .request (waiting),
    .advance (start & ~by_link),
    .grant (picked)
  );

  // M1
  wire ${width(vc_bits)} vc_read;

  vc_buffers #(
    .WIDTH (FLIT_WIDTH + 1),
    .BUFFER_DEPTH (BUFFER_DEPTH),
    .PTR_BITS (SLOT_BITS),
    .NUM_VCS (${vcs}),
    .VC_BITS (${vc_bits})
  ) u_buffers (
    .clk (clk),
    .rst (rst),
    .in_valid (in_valid),
    .passes (passes),
    .in_vc (in_vc),
    .in ({in_tail, in_data}),
    .from (read),
    .leaves (pop),
    .waiting (waiting),
    .out_vc (vc_read),
    .out ({buffer_tail, buffer_data})
  );
//# else
  // M1
  wire [SLOT_BITS-1:0] write_slot, front_slot, unused_slot;
  wire unused_second, unused_full;

  fifo_pointers #(.DEPTH(BUFFER_DEPTH), .SLOT_BITS(SLOT_BITS)) u_pointers (
    .clk (clk),
    .rst (rst),
    .write (in_valid & ~passes),
    .read (pop),
    .write_slot (write_slot),
    .front_slot (front_slot),
    .second_slot (unused_slot),
    .not_empty (waiting),
    .has_second (unused_second),
    .full (unused_full)
  );
  flit_buffer #(
    .WIDTH (FLIT_WIDTH + 1),
    .SLOTS (BUFFER_DEPTH),
    .SLOT_BITS (SLOT_BITS)
  ) u_buffer (
    .clk (clk),
    .write (in_valid),
    .write_slot (write_slot),
    .write_word ({in_tail, in_data}),
    .read_slot (front_slot),
    .read_word ({buffer_tail, buffer_data})
  );
//# endif

  // The beat
//# if split or count_bits > 0
  wire ${stream_range} beat;
  wire ${width(bytes)} ${"keep" if tkeep else "unused_keep"};
  wire ${"cut" if tkeep else "unused_cut"};  // the packet was cut short (T10)
//# endif
//# if split
  axi_joiner #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .STREAM_WIDTH (${stream_width}),
    .BYTES (${bytes}),
    .FLIT_BYTES (${flit_bytes}),
    .FLITS (${flits}),
    .COUNT_BITS (${count_bits})
  ) u_joiner (
    .clk (clk),
    .rst (rst),
    .tail (tail),
    .flit (data),
    .leave (leave & ~start),
    .gathers (gathers),
    .data (beat),
    .keep (${"keep" if tkeep else "unused_keep"}),
    .cut (${"cut" if tkeep else "unused_cut"})
  );
//# elif count_bits > 0
  axi_unpacker #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .STREAM_WIDTH (${stream_width}),
    .BYTES (${bytes}),
    .BEATS (${beats}),
    .COUNT_BITS (${count_bits}),
    .TKEEP (${1 if tkeep else 0})
  ) u_unpacker (
    .clk (clk),
    .rst (rst),
    .tail (tail),
    .flit (data),
    .hand (move),
    .stays (stays),
    .data (beat),
    .keep (${"keep" if tkeep else "unused_keep"}),
    .cut (${"cut" if tkeep else "unused_cut"})
  );
//# elif even
  wire [FLIT_WIDTH-1:0] beat = data;
//# else
  wire ${stream_range} beat = data[${stream_width - 1}:0];
//# if partial
  wire unused_data = &{1'b0, data};  // bits above the stream's
//# endif
//# endif
  wire last = tail${" & ~stays" if count_bits > 0 and not split else ""};

  reg  ${vector(address_bits)} source;
  always @(posedge clk) if (start) source <= data[${header_bits + address_bits - 1}:${header_bits}];
  assign m_axis_tdest = node;

//# if user_bits > 0
  // What tuser has of the open packet
//# if message_bits > 0
  wire ${width(message_bits)} class_of = ${class_of};
//# endif
//# if carried > 0
  reg  ${width(carried)} kept;
  always @(posedge clk) begin
    if (start) kept <= ${bits_of("data", header_bits + address_bits, carried)};
  end
  wire ${width(user_bits)} user = ${"{kept, class_of}" if message_bits > 0 else "kept"};
//# else
  wire ${width(user_bits)} user = class_of;
//# endif

//# endif
//# if tkeep
  always @(posedge clk) begin
    if (rst) error <= 1'b0;
    else error <= (error & ~clear_error) | (move & cut);  // M7
  end

//# endif
  always @(posedge clk) begin
    if (rst) begin
      open             <= ${zeros(vcs)};
      m_axis_tvalid    <= 1'b0;
      out_credit_valid <= 1'b0;
    end else begin
//# if vcs > 1
      if (leave) open <= tail ? ${zeros(vcs)} : read;
//# else
      if (leave) open <= ~tail;
//# endif
      m_axis_tvalid    <= move | ~space;  // M4, M5
      out_credit_valid <= leave;          // M6
    end

    if (space) begin
      m_axis_tdata <= beat;
//# if tkeep
      m_axis_tkeep <= keep;
//# endif
      m_axis_tlast <= last;
      m_axis_tid   <= source;
//# if user_bits > 0
      m_axis_tuser <= user;
//# endif
    end
//# if vcs > 1
    out_credit_vc <= by_link ? in_vc : vc_read;
//# endif
  end
//# if vcs == 1
  assign out_credit_vc = 1'b0;
//# endif

`ifdef TORUSMITH_FORMAL
`include "axi_depacketizer.vh"
`endif

endmodule
`default_nettype wire

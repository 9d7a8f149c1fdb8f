// axi_packetizer: packets of the AXI4-Stream s_axis into a router's local input [T1 - T10].
//
//   node         the own address
//   clear_error  sets error back
//# if user_bits > 0
//   s_axis_*     the stream; tdest and tuser count with a packet's first beat
//# else
//   s_axis_*     the stream; tdest counts with a packet's first beat
//# endif
//# if source
//   destination  the sampled tdest, from the clock behind a packet's first beat until it is sent
//   preparing    the routing bits for (node, destination) are to be stored at the end of this clock
//# endif
//   header       what the head flit carries, the destination lowest${"; bits of tuser go above" if carried > 0 else ""}
//   out_*        the link to the router's local input; out_credit_* its credits
//# if count_bits > 0
//   error        0 a packet was dropped, 1 one was cut short; both stay until reset or clear_error
//# else
//   error        a packet was dropped; stays until reset or clear_error
//# endif
//
// Latency: a packet's head is on the link ${"3 clocks" if source else "1 clock"} after its first beat shows, a beat 1 clock after
// its handshake. All outputs are registers, or functions of registers.
`default_nettype none

module axi_packetizer #(
  parameter FLIT_WIDTH = ${flit_width},
  parameter BUFFER_DEPTH = ${depth}
) (
  input  wire clk,
  input  wire rst,
  input  wire clear_error,
  input  wire ${vector(address_bits)} node,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire ${stream_range} s_axis_tdata,
//# if tkeep
  input  wire ${width(bytes)} s_axis_tkeep,
//# endif
  input  wire s_axis_tlast,
  input  wire ${vector(address_bits)} s_axis_tdest,
//# if user_bits > 0
  input  wire ${width(user_bits)} s_axis_tuser,
//# endif
//# if source
  output reg  ${vector(address_bits)} destination,
  output reg  preparing,
//# endif
  input  wire ${vector(header_bits + address_bits)} header,
  output reg  out_valid,
  output reg  out_head,
  output reg  out_tail,
  output ${"wire" if vcs == 1 else "reg "} ${width(vc_bits)} out_vc,
  output reg  [FLIT_WIDTH-1:0] out_data,
  input  wire out_credit_valid,
//# if vcs > 1
  input  wire ${width(vc_bits)} out_credit_vc,
//# endif
  output ${"wire [1:0]" if count_bits > 0 else "wire"} error
);

  // The states [T1]; none of them: dropping a packet
  reg idle;
//# if source
  reg ready;
//# endif
  reg sending;
  reg flow;  // sending with room for a flit, or dropping

//# if source
//# if user_bits > 0

  reg ${width(user_bits)} user;  // the sampled tuser
//# endif
//# else

  // The packet whose first beat shows [T2]
  wire ${vector(address_bits)} destination = s_axis_tdest;
//# if user_bits > 0
  wire ${width(user_bits)} user = s_axis_tuser;
//# endif
//# endif

  // Credits of the VCs
  wire ${width(vcs)} credit_available, credit_after_send;
//# if order
  reg  ${width(vcs)} has_credit;
//# if never
  wire unused = &{1'b0, ${ never | join(", ") }};  // packets in order never take these VCs [RC9]
//# endif
//# else
  wire ${width(vcs)} buffer_empty;
  reg  ${width(vcs)} empty;  // it has all its credits
//# endif
  wire ${width(vcs)} take;   // a flit is given to it

  // The flit behind a head that is given
  wire put;
  wire tail;
//# if split or count_bits > 0
  wire [FLIT_WIDTH-1:0] body;
//# endif

  wire beat = s_axis_tvalid & s_axis_tready;
  wire last = beat & s_axis_tlast;
  wire stop = put & tail;
  wire bad = ${bad};
//# if not source
  wire ready = idle & s_axis_tvalid & ~bad;
//# endif
//# if count_bits > 0
  wire cut;   // the flit cuts the packet short [T10]
  wire drop = cut & ~s_axis_tlast;
//# endif
//# if split
  wire left;  // flits of the last beat are left
  assign s_axis_tready = flow & ~left;
//# else
  assign s_axis_tready = flow;
//# endif

  // The VC of a packet [T5]
//# if vcs == 1
  wire give = ready & ${may};
  wire credit_next = put ? credit_after_send : credit_available;  // in the next clock

  assign take   = give | (sending & put);
  assign out_vc = 1'b0;
//# else
  reg  ${width(vcs)} chosen;  // of the packet that is being sent, one-hot
  wire ${width(vcs)} free = ${free};
//# if order
  wire ${width(vcs)} lowest = free;  // a packet has one VC by its destination
//# else
  wire ${width(vcs)} lowest;  // of those that are free

  lowest_one #(.WIDTH(${vcs})) u_lowest (
    .in (free),
    .one(lowest)
  );
//# endif
  wire ${width(vc_bits)} lowest_vc = ${encode("lowest", vcs, 0)};
  wire give = ready & (|free);
  wire credit_next =  // of the packet's VC, in the next clock
    put ? |(chosen & credit_after_send) : |(chosen & credit_available);

  assign take = (lowest & {${vcs}{give}}) | (chosen & {${vcs}{sending & put}});

  always @(posedge clk) begin
    if (${"ready" if source else "idle"}) begin
      chosen <= lowest;
      out_vc <= lowest_vc;
    end
  end
//# endif

//# if vcs == 1
  ${counter} #(.DEPTH(BUFFER_DEPTH)) u_credit (
    .clk (clk),
    .rst (rst),
    .send (take),
    .credit (out_credit_valid),
//# if not order
    .buffer_empty (buffer_empty),
//# endif
    .credit_available (credit_available),
    .credit_after_send (credit_after_send)
  );
//# else
  genvar v;
  generate
    for (v = 0; v < ${vcs}; v = v + 1) begin : g_vc
      localparam ${vector(vc_bits)} INDEX = v;

      ${counter} #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk (clk),
        .rst (rst),
        .send (take[v]),
        .credit (out_credit_valid & (out_credit_vc == INDEX)),
//# if not order
        .buffer_empty (buffer_empty[v]),
//# endif
        .credit_available (credit_available[v]),
        .credit_after_send (credit_after_send[v])
      );
    end
  endgenerate
//# endif

//# if split
  // A beat is several flits
//# if count_bits == 0
  wire unused_cut;  // all beats are whole
//# endif
  axi_splitter #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .STREAM_WIDTH (${stream_width}),
    .BYTES (${bytes}),
    .FLIT_BYTES (${flit_bytes}),
    .FLITS (${flits}),
    .COUNT_BITS (${count_bits})
  ) u_splitter (
    .clk (clk),
    .rst (rst),
    .beat (sending & beat),
    .tdata (s_axis_tdata),
    .tkeep (${"s_axis_tkeep" if tkeep else ones(bytes)}),
    .tlast (s_axis_tlast),
    .room (flow),
    .busy (left),
    .given (put),
    .tail (tail),
    .cut (${"cut" if count_bits > 0 else "unused_cut"}),
    .data (body)
  );
//# elif count_bits > 0
  // A flit has several beats, or tells how many bytes of its beat are valid
  axi_packer #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .STREAM_WIDTH (${stream_width}),
    .BYTES (${bytes}),
    .BEATS (${beats}),
    .COUNT_BITS (${count_bits})
  ) u_packer (
    .clk (clk),
    .rst (rst),
    .beat (sending & beat),
    .tdata (s_axis_tdata),
    .tkeep (${"s_axis_tkeep" if tkeep else ones(bytes)}),
    .tlast (s_axis_tlast),
    .given (put),
    .tail (tail),
    .cut (cut),
    .data (body)
  );
//# else
  // A beat is a flit.
  assign put  = beat;
  assign tail = s_axis_tlast;
//# endif

  reg [FLIT_WIDTH-1:0] next_data;
  always @* begin
    next_data = {FLIT_WIDTH{1'b0}};
    if (${"ready" if source else "idle"}) next_data[${head_bits - 1}:0] = ${"{" + (bits_of("user", message_bits, carried) if user_bits > 1 else "user") + ", header}" if carried > 0 else "header"};
//# if split or count_bits > 0
    else next_data = body;
//# elif even
    else next_data = s_axis_tdata;
//# else
    else next_data[${stream_width - 1}:0] = s_axis_tdata;
//# endif
  end

  // Errors [T4, T10]
  reg dropped;
  always @(posedge clk) begin
    if (rst) dropped <= 1'b0;
    else dropped <= (dropped & ~clear_error) | (${"preparing" if source else "idle & s_axis_tvalid"} & bad);
  end
//# if count_bits > 0
  reg was_cut;
  always @(posedge clk) begin
    if (rst) was_cut <= 1'b0;
    else was_cut <= (was_cut & ~clear_error) | (sending & cut);
  end
  assign error = {was_cut, dropped};
//# else
  assign error = dropped;
//# endif

  always @(posedge clk) begin
    if (rst) begin
      idle      <= 1'b1;
//# if source
      preparing <= 1'b0;
      ready     <= 1'b0;
//# endif
      sending   <= 1'b0;
      flow      <= 1'b0;
      out_valid <= 1'b0;
    end else begin
//# if source
      if (idle) idle <= ~s_axis_tvalid;  // T2
//# else
      if (idle) idle <= ~(give | (s_axis_tvalid & bad));  // T4, T5
//# endif
      else if (sending) idle <= stop${" & ~drop" if count_bits > 0 else ""};  // T6, T8, T9
      else idle <= last;  // T4
//# if source
      preparing <= idle & s_axis_tvalid;                  // T2
      ready     <= (preparing & ~bad) | (ready & ~give);  // T3, T5
//# endif
      sending   <= give | (sending & ~stop);              // T5, T6

      // What the next clock's state and credits allow
//# if source
      if (preparing) flow <= bad;
//# else
      if (idle & ~give) flow <= s_axis_tvalid & bad;
//# endif
//# if order
      else if (${"ready" if source else "idle"}) flow <= give & ${"credit_after_send" if vcs == 1 else "(|(free & credit_after_send))"};
//# else
      else if (${"ready" if source else "idle"}) flow <= give;  // an empty buffer has two places or more
//# endif
      else if (sending) flow <= ${"(credit_next & ~stop) | drop" if count_bits > 0 else "credit_next & ~stop"};
      else flow <= flow & ~last;

      out_valid <= give | (sending & put);
    end

//# if source
    if (idle) destination <= s_axis_tdest;
//# if user_bits > 0
    if (idle) user <= s_axis_tuser;
//# endif
//# endif
    out_head <= ${"ready" if source else "idle"};
    out_tail <= ~${"ready" if source else "idle"} & tail;
    out_data <= next_data;

//# if order
    has_credit <= rst ? ${ones(vcs)} :
      (take & credit_after_send) | (~take & credit_available);
//# else
    empty <= rst ? ${ones(vcs)} : buffer_empty & ~take;
//# endif
  end

`ifdef TORUSMITH_FORMAL
`include "axi_packetizer.vh"
`endif

endmodule
`default_nettype wire

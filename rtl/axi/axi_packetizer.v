// axi_packetizer: packets of an AXI4-Stream slave into a router's local input
// (docs/axi_interface.md, T1-T10).
//
//   node         the own address
//   clear_error  sets error back
//   s_axis_*     the slave stream; tdest and tuser, whose lowest USER_BITS are the message class,
//                count with a packet's first beat; tkeep is all ones where the stream has none
//   destination, user  the sampled tdest and tuser, from the clock of `preparing` on until the
//                packet has been sent
//   preparing    the routing bits for (node, destination) are to be stored at the end of this clock
//   header       what the head flit carries: user bits, own address, routing bits, destination
//   out_*        the link to the router's local input; out_credit_* its credits
//   error        0 a packet was dropped, 1 one was cut short; they stay until reset or clear_error
//   ORDER        1: a packet has one VC, of its message class, by its destination (RC9)
//   FLITS        above 1: a beat is so many flits of FLIT_BYTES bytes each (axi_splitter)
//   COUNT_BITS   above 0: tails tell their valid bytes; with FLITS = 1 a flit is BEATS beats
//                (axi_packer). With neither each beat is a flit
//
// Latency: a packet's head is on the link 3 clocks after its first beat shows, a beat 1 clock after
// its handshake. All outputs are registers, or functions of registers.
`default_nettype none

module axi_packetizer #(
  parameter FLIT_WIDTH   = 32,
  parameter BUFFER_DEPTH = 4,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter ADDRESS_BITS = 4,
  parameter HEADER_BITS  = 8,
  parameter NODES        = 16,
  parameter MESSAGE_CLASSES = 1,
  parameter ORDER        = 0,
  parameter USER_BITS    = 1,
  parameter USER_WIDTH   = 1,
  parameter STREAM_WIDTH = 32,
  parameter KEEP_BITS    = 4,
  parameter BEATS        = 1,
  parameter FLITS        = 1,
  parameter FLIT_BYTES   = 4,
  parameter COUNT_BITS   = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    clear_error,
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire                    s_axis_tvalid,
  output wire                    s_axis_tready,
  input  wire [STREAM_WIDTH-1:0] s_axis_tdata,
  input  wire [KEEP_BITS-1:0]    s_axis_tkeep,
  input  wire                    s_axis_tlast,
  input  wire [ADDRESS_BITS-1:0] s_axis_tdest,
  input  wire [USER_WIDTH-1:0]   s_axis_tuser,
  output reg  [ADDRESS_BITS-1:0] destination,
  output reg  [USER_WIDTH-1:0]   user,
  output reg                     preparing,
  input  wire [HEADER_BITS-1:0]  header,
  output reg                     out_valid,
  output reg                     out_head,
  output reg                     out_tail,
  output reg  [VC_BITS-1:0]      out_vc,
  output reg  [FLIT_WIDTH-1:0]   out_data,
  input  wire                    out_credit_valid,
  input  wire [VC_BITS-1:0]      out_credit_vc,
  output wire [1:0]              error
);

  // T1: of the five states, `dropping` is none of the others
  reg                idle;
  reg                ready;
  reg                sending;
  reg                flow;    // sending with room for a flit, or dropping
  reg  [NUM_VCS-1:0] chosen;  // the VC of the packet that is being sent, one-hot
  reg  [NUM_VCS-1:0] empty;   // per VC, the counter is D: the buffer at the other end is empty
  wire [NUM_VCS-1:0] spare, again, whole;
  wire [NUM_VCS-1:0] lowest;  // the lowest VC of `free`
  wire [VC_BITS-1:0] lowest_vc;
  wire               no_node;
  wire [USER_BITS-1:0] class_of = user[USER_BITS-1:0];  // the sampled message class
  wire [NUM_VCS-1:0] free;    // its VCs with an empty buffer; ORDER = 1: its one VC, with room
  wire [NUM_VCS-1:0] may;     // of all VCs those with an empty buffer, or that VC with room
  wire               room;    // and there is room behind the head, too
  wire               no_class;

  wire               beat = s_axis_tvalid & s_axis_tready;
  wire               last = beat & s_axis_tlast;
  wire               left;    // flits of the last beat are left
  wire               put;     // sending: a flit behind the head is given
  wire               tail;    // and is the packet's last
  wire               cut;     // and cuts the packet short
  wire [FLIT_WIDTH-1:0] body;  // its data
  reg                dropped;
  wire               stop = put & tail;
  wire               drop = cut & ~s_axis_tlast;
  wire               bad  = (destination == node) | no_node | no_class;
  wire               give = ready & (|free);
  wire [NUM_VCS-1:0] take = (lowest & {NUM_VCS{give}}) | (chosen & {NUM_VCS{sending & put}});
  wire               credit_next = put ? |(chosen & again) : |(chosen & spare);  // > 0 next

  assign s_axis_tready = flow & ~left;

  reg [FLIT_WIDTH-1:0] head;
  always @* begin
    head = {FLIT_WIDTH{1'b0}};
    head[HEADER_BITS-1:0] = header;
  end

  genvar v;
  assign error[0] = dropped;

  generate
    if (COUNT_BITS > 0) begin : g_cut
      reg was_cut;
      always @(posedge clk) begin
        if (rst) was_cut <= 1'b0;
        else was_cut <= (was_cut & ~clear_error) | (sending & cut);  // T10
      end
      assign error[1] = was_cut;
    end else begin : g_whole
      assign error[1] = 1'b0;
    end

    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = v;
      credit_counter_whole #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk  (clk),
        .rst  (rst),
        .send             (take[v]),
        .credit           (out_credit_valid & (out_credit_vc == INDEX)),
        .credit_available (spare[v]),
        .credit_after_send(again[v]),
        .buffer_empty     (whole[v])
      );
    end

    if (ORDER != 0) begin : g_order
      localparam SHARE = NUM_VCS / MESSAGE_CLASSES;
      localparam LOG   = (SHARE >= 8) ? 3 : (SHARE >= 4) ? 2 : (SHARE >= 2) ? 1 : 0;
      localparam [ADDRESS_BITS-1:0] MASK = (1 << LOG) - 1;
      reg [NUM_VCS-1:0] some;  // per VC, the counter is above 0
      always @(posedge clk) some <= rst ? {NUM_VCS{1'b1}} : (take & again) | (~take & spare);
      for (v = 0; v < NUM_VCS; v = v + 1) begin : g_may
        localparam [31:0] RANK = v % SHARE;
        assign may[v] = some[v] &
          ({{32{1'b0}}, destination & MASK} == {{ADDRESS_BITS{1'b0}}, RANK});
      end
      assign room = |(free & again);
      wire unused = &{1'b0, empty};
    end else begin : g_no_order
      assign may  = empty;
      assign room = 1'b1;  // D is 2 or more
    end

    if (MESSAGE_CLASSES == 1) begin : g_one_class
      assign free     = may;
      assign no_class = 1'b0;
      wire unused = &{1'b0, class_of};
    end else begin : g_classes
      localparam [31:0] SHARE = NUM_VCS / MESSAGE_CLASSES;
      localparam [31:0] LAST  = MESSAGE_CLASSES - 1;
      for (v = 0; v < NUM_VCS; v = v + 1) begin : g_free
        localparam [31:0] CLASS = v / SHARE;
        assign free[v] = may[v] & (class_of == CLASS[USER_BITS-1:0]);
      end
      if (MESSAGE_CLASSES < (1 << USER_BITS)) begin : g_some_classes
        assign no_class = class_of > LAST[USER_BITS-1:0];
      end else begin : g_all_classes
        assign no_class = 1'b0;
      end
    end

    if (FLITS > 1) begin : g_split
      axi_splitter #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .STREAM_WIDTH(STREAM_WIDTH),
        .BYTES       (KEEP_BITS),
        .FLIT_BYTES  (FLIT_BYTES),
        .FLITS       (FLITS),
        .COUNT_BITS  (COUNT_BITS)
      ) u_splitter (
        .clk  (clk),
        .rst  (rst),
        .beat (sending & beat),
        .tdata(s_axis_tdata),
        .tkeep(s_axis_tkeep),
        .tlast(s_axis_tlast),
        .room (flow),
        .busy (left),
        .given(put),
        .tail (tail),
        .cut  (cut),
        .data (body)
      );
    end else if (COUNT_BITS > 0) begin : g_packed
      axi_packer #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .STREAM_WIDTH(STREAM_WIDTH),
        .BYTES       (KEEP_BITS),
        .BEATS       (BEATS),
        .COUNT_BITS  (COUNT_BITS)
      ) u_packer (
        .clk  (clk),
        .rst  (rst),
        .beat (sending & beat),
        .tdata(s_axis_tdata),
        .tkeep(s_axis_tkeep),
        .tlast(s_axis_tlast),
        .given(put),
        .tail (tail),
        .cut  (cut),
        .data (body)
      );
      assign left = 1'b0;
    end else begin : g_even
      reg [FLIT_WIDTH-1:0] padded;
      always @* begin
        padded = {FLIT_WIDTH{1'b0}};
        padded[STREAM_WIDTH-1:0] = s_axis_tdata;
      end
      assign left = 1'b0;
      assign put  = beat;
      assign tail = s_axis_tlast;
      assign cut  = 1'b0;
      assign body = padded;
      wire unused = &{1'b0, s_axis_tkeep, BEATS != 0, FLIT_BYTES != 0};
    end

    if (NODES < (1 << ADDRESS_BITS)) begin : g_some_nodes
      localparam [ADDRESS_BITS-1:0] LAST = NODES - 1;
      assign no_node = destination > LAST;
    end else begin : g_all_nodes
      assign no_node = 1'b0;
    end
  endgenerate

  lowest_one #(.WIDTH(NUM_VCS)) u_lowest (
    .in (free),
    .one(lowest)
  );
  onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_index (
    .onehot(lowest),
    .index (lowest_vc)
  );

  always @(posedge clk) begin
    if (rst) begin
      idle      <= 1'b1;
      preparing <= 1'b0;
      ready     <= 1'b0;
      sending   <= 1'b0;
      flow      <= 1'b0;
      empty     <= {NUM_VCS{1'b1}};
      out_valid <= 1'b0;
      dropped   <= 1'b0;
    end else begin
      if (idle)         idle <= ~s_axis_tvalid;            // T2
      else if (sending) idle <= stop & ~drop;              // T6, T8, T9
      else              idle <= last;                      // T4
      preparing <= idle & s_axis_tvalid;                   // T2
      ready     <= (preparing & ~bad) | (ready & ~give);   // T3, T5
      sending   <= give | (sending & ~stop);               // T5, T6
      empty     <= whole & ~take;
      dropped   <= (dropped & ~clear_error) | (preparing & bad);  // T4

      // What the next clock's state and counter allow.
      if (preparing)    flow <= bad;
      else if (ready)   flow <= give & room;
      else if (sending) flow <= (credit_next & ~stop) | drop;
      else              flow <= flow & ~last;

      out_valid <= give | (sending & put);
    end

    if (idle) destination <= s_axis_tdest;
    if (idle) user <= s_axis_tuser;
    if (ready) begin
      chosen <= lowest;
      out_vc <= lowest_vc;
    end
    out_head <= ready;
    out_tail <= ~ready & tail;
    out_data <= ready ? head : body;
  end

`ifdef TORUSMITH_FORMAL
`include "axi_packetizer.vh"
`endif

endmodule

`default_nettype wire

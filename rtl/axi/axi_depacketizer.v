// axi_depacketizer: packets from a router's local output to an AXI4-Stream master, one after the
// other (docs/axi_interface.md, M1-M8).
//
//   node         the own address
//   clear_error  sets error back
//   in_*         the link from the router's local output; out_credit_* goes back
//   m_axis_*     the master stream; tid is the packet's source, tdest the own address, tuser the
//                CARRIED bits of the head's data above the source, and the message class below
//   error        a packet came that was cut short; stays until reset or clear_error
//   FLITS, COUNT_BITS, BEATS, FLIT_BYTES  as those of axi_packetizer
//   TKEEP        1: the stream has tkeep, so that packets can be cut short
//
// Latency: a beat that waits for nothing shows 2 clocks after its flit is on the link; a head takes
// a clock and gives no beat. All outputs are registers.
`default_nettype none

module axi_depacketizer #(
  parameter FLIT_WIDTH   = 32,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter ADDRESS_BITS = 4,
  parameter MESSAGE_CLASSES = 1,
  parameter USER_BITS    = 1,
  parameter USER_WIDTH   = 1,
  parameter CARRIED      = 0,
  parameter SOURCE_LOW   = 4,  // the lowest bit of the source in a head
  parameter STREAM_WIDTH = 32,
  parameter KEEP_BITS    = 4,
  parameter BEATS        = 1,
  parameter FLITS        = 1,
  parameter FLIT_BYTES   = 4,
  parameter COUNT_BITS   = 0,
  parameter TKEEP        = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    clear_error,
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire                    in_valid,
  input  wire                    in_tail,
  input  wire [VC_BITS-1:0]      in_vc,
  input  wire [FLIT_WIDTH-1:0]   in_data,
  output reg                     out_credit_valid,
  output reg  [VC_BITS-1:0]      out_credit_vc,
  output reg                     m_axis_tvalid,
  input  wire                    m_axis_tready,
  output reg  [STREAM_WIDTH-1:0] m_axis_tdata,
  output reg  [KEEP_BITS-1:0]    m_axis_tkeep,
  output reg                     m_axis_tlast,
  output wire [ADDRESS_BITS-1:0] m_axis_tdest,
  output reg  [ADDRESS_BITS-1:0] m_axis_tid,
  output reg  [USER_WIDTH-1:0]   m_axis_tuser,
  output wire                    error
);

  // M2; `open` is one-hot or, for none, zero
  reg  [NUM_VCS-1:0]          open;
  reg  [ADDRESS_BITS-1:0]     source;
  wire [NUM_VCS-1:0]          waiting;  // per VC, the buffer is not empty
  wire [NUM_VCS-1:0]          picked;
  wire [NUM_VCS*PTR_BITS-1:0] wr, rd;
  wire [VC_BITS-1:0]          vc_read;
  wire                        tail;
  wire [FLIT_WIDTH-1:0]       data;
  wire [NUM_VCS*USER_BITS-1:0] classes;  // the message class of each VC

  wire               none  = ~(|open);
  wire               space = ~m_axis_tvalid | m_axis_tready;
  wire               start = none & (|waiting);               // M3
  wire               stays;    // the front flit has more beats (M7)
  wire               gathers;  // it does not end a beat (M8)
  wire               there = |(open & waiting);
  wire               move  = there & space & ~gathers;        // a beat into the register: M4
  wire               leave = start | (there & (gathers | (space & ~stays)));
  wire [NUM_VCS-1:0] read  = none ? picked : open;

  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [31:0] CLASS = v * MESSAGE_CLASSES / NUM_VCS;
      assign classes[v*USER_BITS +: USER_BITS] = CLASS[USER_BITS-1:0];
    end
  endgenerate

  rr_arbiter #(.WIDTH(NUM_VCS)) u_arbiter (
    .clk (clk),
    .rst (rst),
    .request(waiting),
    .advance(start),
    .grant  (picked)
  );

  // M1
  vc_buffers #(
    .WIDTH       (FLIT_WIDTH + 1),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .PTR_BITS    (PTR_BITS),
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS)
  ) u_buffers (
    .clk     (clk),
    .rst     (rst),
    .in_valid(in_valid),
    .in_vc   (in_vc),
    .in      ({in_tail, in_data}),
    .from    (read),
    .leaves  (leave),
    .waiting (waiting),
    .out_vc  (vc_read),
    .out     ({tail, data}),
    .wr      (wr),
    .rd      (rd)
  );
  wire unused = &{1'b0, wr, rd};

  assign m_axis_tdest = node;

  // The message class of the VC that is open
  wire [USER_BITS-1:0]  class_of;
  wire [USER_WIDTH-1:0] user;
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(USER_BITS)) u_user (
    .select(open),
    .in    (classes),
    .out   (class_of)
  );

  wire [STREAM_WIDTH-1:0] beat;
  wire [KEEP_BITS-1:0]    keep;
  wire                    cut;  // the packet was cut short (T10)
  wire                    last = tail & ~stays;

  generate
    if (TKEEP != 0) begin : g_cut
      reg was_cut;
      always @(posedge clk) begin
        if (rst) was_cut <= 1'b0;
        else was_cut <= (was_cut & ~clear_error) | (move & cut);  // M7
      end
      assign error = was_cut;
    end else begin : g_whole
      assign error = 1'b0;
      wire unused_clear = &{1'b0, clear_error, cut};
    end

    if (CARRIED > 0) begin : g_carried
      reg [CARRIED-1:0] kept;
      always @(posedge clk) if (start) kept <= data[SOURCE_LOW+ADDRESS_BITS +: CARRIED];
      if (USER_WIDTH > CARRIED) begin : g_both
        assign user = {kept, class_of};
      end else begin : g_alone
        assign user = kept;
        wire unused_class = &{1'b0, class_of};
      end
    end else begin : g_class
      assign user = class_of;
    end

    if (FLITS > 1) begin : g_split
      axi_joiner #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .STREAM_WIDTH(STREAM_WIDTH),
        .BYTES       (KEEP_BITS),
        .FLIT_BYTES  (FLIT_BYTES),
        .FLITS       (FLITS),
        .COUNT_BITS  (COUNT_BITS)
      ) u_joiner (
        .clk    (clk),
        .rst    (rst),
        .tail   (tail),
        .flit   (data),
        .leave  (leave & ~none),
        .gathers(gathers),
        .data   (beat),
        .keep   (keep),
        .cut    (cut)
      );
      assign stays = 1'b0;
    end else if (COUNT_BITS > 0) begin : g_packed
      axi_unpacker #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .STREAM_WIDTH(STREAM_WIDTH),
        .BYTES       (KEEP_BITS),
        .BEATS       (BEATS),
        .COUNT_BITS  (COUNT_BITS),
        .TKEEP       (TKEEP)
      ) u_unpacker (
        .clk  (clk),
        .rst  (rst),
        .tail (tail),
        .flit (data),
        .hand (move),
        .stays(stays),
        .data (beat),
        .keep (keep),
        .cut  (cut)
      );
      assign gathers = 1'b0;
    end else begin : g_even
      assign stays      = 1'b0;
      assign gathers    = 1'b0;
      assign beat       = data[STREAM_WIDTH-1:0];
      assign keep       = {KEEP_BITS{1'b1}};
      assign cut        = 1'b0;
      wire unused_here = &{1'b0, BEATS != 0, FLIT_BYTES != 0, data};  // bits above the stream's
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      open             <= {NUM_VCS{1'b0}};
      m_axis_tvalid    <= 1'b0;
      out_credit_valid <= 1'b0;
    end else begin
      if (leave) open <= tail ? {NUM_VCS{1'b0}} : read;
      m_axis_tvalid    <= move | ~space;  // M4, M5
      out_credit_valid <= leave;          // M6
    end

    out_credit_vc <= vc_read;
    if (start) source <= data[SOURCE_LOW +: ADDRESS_BITS];
    if (space) begin
      m_axis_tdata <= beat;
      m_axis_tkeep <= keep;
      m_axis_tlast <= last;
      m_axis_tid   <= source;
      m_axis_tuser <= user;
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi_depacketizer.vh"
`endif

endmodule

`default_nettype wire

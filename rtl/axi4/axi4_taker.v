// axi4_taker: packets from a router's local output, and over the own link, one after the other
// (docs/axi4_interface.md, TK1, TK2).
//
//   in_*       the link from the router's local output; out_credit_* goes back
//   own_*      the own link, own_credit goes back
//   may_read, may_write  the head of a read, or of a write, can be accepted in this clock
//   may_data   a flit behind a head can be
//   takes      a flit leaves its buffer in this clock
//   head       it is a head; tail: a packet's last
//   data       its data
//   KIND_BIT   the bit of a head that tells a write from a read
//   OWN_LINK   0: there is none
//
// Latency: a flit on the link in one clock can leave in the next. Credits are registers.
`default_nettype none

module axi4_taker #(
  parameter FLIT_WIDTH   = 32,
  parameter BUFFER_DEPTH = 4,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter KIND_BIT     = 8,
  parameter OWN_LINK     = 1
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  in_valid,
  input  wire                  in_tail,
  input  wire [VC_BITS-1:0]    in_vc,
  input  wire [FLIT_WIDTH-1:0] in_data,
  output reg                   out_credit_valid,
  output reg  [VC_BITS-1:0]    out_credit_vc,
  input  wire                  own_valid,
  input  wire                  own_tail,
  input  wire [FLIT_WIDTH-1:0] own_data,
  output reg                   own_credit,
  input  wire                  may_read,
  input  wire                  may_write,
  input  wire                  may_data,
  output wire                  takes,
  output wire                  head,
  output wire                  tail,
  output wire [FLIT_WIDTH-1:0] data
);

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

  localparam PTR_BITS = clog2(BUFFER_DEPTH);
  localparam WAYS     = NUM_VCS + OWN_LINK;  // the VCs, and the own link

  reg  [WAYS-1:0]             open;      // TK2: one-hot, or zero for none
  wire [WAYS-1:0]             waiting;   // the buffer is not empty
  wire [WAYS-1:0]             is_write;  // its front, a head, is of a write
  wire [WAYS-1:0]             accepted;  // its front, a head, can be accepted
  wire [WAYS-1:0]             picked;
  wire [NUM_VCS*PTR_BITS-1:0] wr, rd;
  wire [VC_BITS-1:0]          vc_out;
  wire                        vc_tail;
  wire [FLIT_WIDTH-1:0]       vc_data;

  wire [WAYS-1:0] from   = head ? picked : open;
  wire            starts = head & (|accepted);
  wire [WAYS-1:0] pop    = from & {WAYS{takes}};

  assign head     = ~(|open);
  assign takes    = starts | ((|(open & waiting)) & may_data);
  assign accepted = waiting & ((is_write & {WAYS{may_write}}) | (~is_write & {WAYS{may_read}}));

  // What the choice of a head needs of each VC
  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = v;

      flit_buffer #(
        .WIDTH    (1),
        .SLOTS    (BUFFER_DEPTH),
        .SLOT_BITS(PTR_BITS)
      ) u_kind (
        .clk       (clk),
        .write     (in_valid & (in_vc == INDEX)),
        .write_slot(wr[v*PTR_BITS +: PTR_BITS]),
        .write_word(in_data[KIND_BIT]),
        .read_slot (rd[v*PTR_BITS +: PTR_BITS]),
        .read_word (is_write[v])
      );
    end
  endgenerate

  rr_arbiter #(.WIDTH(WAYS)) u_arbiter (
    .clk (clk),
    .rst (rst),
    .request(accepted),
    .advance(starts),
    .grant  (picked)
  );

  // TK1
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
    .from    (from[NUM_VCS-1:0]),
    .leaves  (takes),
    .waiting (waiting[NUM_VCS-1:0]),
    .out_vc  (vc_out),
    .out     ({vc_tail, vc_data}),
    .wr      (wr),
    .rd      (rd)
  );

  generate
    if (OWN_LINK != 0) begin : g_own_link
      wire                  own_tail_out, own_full;
      wire [FLIT_WIDTH-1:0] own_data_out;

      axi4_fifo #(
        .WIDTH(FLIT_WIDTH + 1),
        .DEPTH(BUFFER_DEPTH)
      ) u_own_buffer (
        .clk     (clk),
        .rst     (rst),
        .push    (own_valid),
        .in      ({own_tail, own_data}),
        .pop     (pop[NUM_VCS]),
        .out     ({own_tail_out, own_data_out}),
        .nonempty(waiting[NUM_VCS]),
        .full    (own_full)
      );
      assign is_write[NUM_VCS] = own_data_out[KIND_BIT];
      assign tail = from[NUM_VCS] ? own_tail_out : vc_tail;
      assign data = from[NUM_VCS] ? own_data_out : vc_data;

      always @(posedge clk) begin
        if (rst) own_credit <= 1'b0;
        else     own_credit <= pop[NUM_VCS];
      end

      wire unused_full = &{1'b0, own_full};
    end else begin : g_no_own_link
      assign tail = vc_tail;
      assign data = vc_data;
      always @(posedge clk) own_credit <= 1'b0;
      wire unused_own = &{1'b0, own_valid, own_tail, own_data};
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      open             <= {WAYS{1'b0}};
      out_credit_valid <= 1'b0;
    end else begin
      if (takes) open <= tail ? {WAYS{1'b0}} : from;
      out_credit_valid <= |pop[NUM_VCS-1:0];
    end
    out_credit_vc <= vc_out;
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_taker.vh"
`endif

endmodule

`default_nettype wire

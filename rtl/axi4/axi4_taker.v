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
  parameter TARGET_FPGA  = 1,
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

  localparam PTR_BITS  = clog2(BUFFER_DEPTH);
  localparam WAYS      = NUM_VCS + OWN_LINK;  // the VCs, and the own link
  localparam WORDS     = ((NUM_VCS - 1) << PTR_BITS) + BUFFER_DEPTH;
  // The VC number of a single VC tells nothing.
  localparam ADDR_BITS = (NUM_VCS > 1) ? VC_BITS + PTR_BITS : PTR_BITS;

  reg  [WAYS-1:0]          open;      // TK2: one-hot, or zero for none
  wire [WAYS-1:0]          push;      // a flit comes in
  wire [WAYS-1:0]          waiting;   // the buffer is not empty
  wire [WAYS-1:0]          is_write;  // its front, a head, is of a write
  wire [WAYS-1:0]          accepted;  // its front, a head, can be accepted
  wire [WAYS-1:0]          picked;
  wire [WAYS*PTR_BITS-1:0] wr, rd;
  wire [NUM_VCS-1:0]       vcs_in;
  wire [PTR_BITS-1:0]      wr_in, rd_out;
  wire [VC_BITS-1:0]       vc_out;
  wire                     vc_tail;
  wire [FLIT_WIDTH-1:0]    vc_data;

  wire [WAYS-1:0] from   = head ? picked : open;
  wire            starts = head & (|accepted);
  wire [WAYS-1:0] pop    = from & {WAYS{takes}};

  assign head     = ~(|open);
  assign takes    = starts | ((|(open & waiting)) & may_data);
  assign accepted = waiting & ((is_write & {WAYS{may_write}}) | (~is_write & {WAYS{may_read}}));

  genvar v;
  generate
    for (v = 0; v < WAYS; v = v + 1) begin : g_way
      localparam [31:0] INDEX = v;
      wire [PTR_BITS-1:0] rd_next;
      wire                more, full;
      wire                kind_in;

      if (v < NUM_VCS) begin : g_vc
        assign vcs_in[v] = in_vc == INDEX[VC_BITS-1:0];
        assign push[v]   = in_valid & vcs_in[v];
        assign kind_in   = in_data[KIND_BIT];
      end else begin : g_own
        assign push[v] = own_valid;
        assign kind_in = own_data[KIND_BIT];
      end

      fifo_pointers #(.DEPTH(BUFFER_DEPTH), .PTR_BITS(PTR_BITS)) u_pointers (
        .clk     (clk),
        .rst     (rst),
        .push    (push[v]),
        .pop     (pop[v]),
        .wr      (wr[v*PTR_BITS +: PTR_BITS]),
        .rd_next (rd_next),
        .rd      (rd[v*PTR_BITS +: PTR_BITS]),
        .nonempty(waiting[v]),
        .more    (more),
        .full    (full)
      );
      // What the choice of a head needs of each
      flit_buffer #(
        .WIDTH    (1),
        .WORDS    (BUFFER_DEPTH),
        .ADDR_BITS(PTR_BITS),
        .RAM      (0)
      ) u_kind (
        .clk  (clk),
        .we   (push[v]),
        .waddr(wr[v*PTR_BITS +: PTR_BITS]),
        .wdata(kind_in),
        .raddr(rd[v*PTR_BITS +: PTR_BITS]),
        .rdata(is_write[v])
      );
      wire unused = &{1'b0, rd_next, more, full};
    end
  endgenerate

  rr_arbiter #(.WIDTH(WAYS)) u_arbiter (
    .clk (clk),
    .rst (rst),
    .req (accepted),
    .step(starts),
    .gnt (picked)
  );

  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_wr (
    .select(vcs_in),
    .in    (wr[NUM_VCS*PTR_BITS-1:0]),
    .out   (wr_in)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_rd (
    .select(from[NUM_VCS-1:0]),
    .in    (rd[NUM_VCS*PTR_BITS-1:0]),
    .out   (rd_out)
  );
  onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_index (
    .onehot(from[NUM_VCS-1:0]),
    .index (vc_out)
  );

  wire [VC_BITS+PTR_BITS-1:0] waddr = {in_vc, wr_in};
  wire [VC_BITS+PTR_BITS-1:0] raddr = {vc_out, rd_out};
  wire unused = &{1'b0, waddr, raddr};

  // TK1
  flit_buffer #(
    .WIDTH    (FLIT_WIDTH + 1),
    .WORDS    (WORDS),
    .ADDR_BITS(ADDR_BITS),
    .RAM      (TARGET_FPGA)
  ) u_buffer (
    .clk  (clk),
    .we   (in_valid),
    .waddr(waddr[ADDR_BITS-1:0]),
    .wdata({in_tail, in_data}),
    .raddr(raddr[ADDR_BITS-1:0]),
    .rdata({vc_tail, vc_data})
  );

  generate
    if (OWN_LINK != 0) begin : g_own_link
      wire                  own_tail_out;
      wire [FLIT_WIDTH-1:0] own_data_out;

      flit_buffer #(
        .WIDTH    (FLIT_WIDTH + 1),
        .WORDS    (BUFFER_DEPTH),
        .ADDR_BITS(PTR_BITS),
        .RAM      (TARGET_FPGA)
      ) u_own_buffer (
        .clk  (clk),
        .we   (own_valid),
        .waddr(wr[NUM_VCS*PTR_BITS +: PTR_BITS]),
        .wdata({own_tail, own_data}),
        .raddr(rd[NUM_VCS*PTR_BITS +: PTR_BITS]),
        .rdata({own_tail_out, own_data_out})
      );
      assign tail = from[NUM_VCS] ? own_tail_out : vc_tail;
      assign data = from[NUM_VCS] ? own_data_out : vc_data;

      always @(posedge clk) begin
        if (rst) own_credit <= 1'b0;
        else     own_credit <= pop[NUM_VCS];
      end
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

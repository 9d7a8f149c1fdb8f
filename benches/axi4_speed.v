// axi4_speed: two managers and one ideal subordinate at a 2 x 2 mesh with AXI4 interfaces.
//
//   +read=1 +write=1   reads, writes; +len: beats of each burst; +managers=1 or 2
//   +out=N +most=N     requests in flight, and in all, of a manager and direction
//   +gap=N             clocks between two beats that manager 0 writes
//   +late=1            W waits for the first read, and AR for AW, as a DMA that copies; 2: W but for its first beat
//   +stalls=1          every ready is 0 in half of the clocks
//
// It prints: beats a clock that managers 0 and 1 read, and that they wrote, in the clocks from 2000 on; clocks from the
// handshake of manager 0's first AR to its first beat, and of its first AW to B, -1 if none came; requests that ended;
// and beats that were not those expected.
`timescale 1ns/1ps
`default_nettype none

module axi4_speed;
  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  integer now = 0, clocks = 20000, read = 0, write = 0, len = 1, out = 16, most = 1000000000;
  integer managers = 1, gap = 0, late = 0, stalls = 0;
  initial begin
    if ($value$plusargs("clocks=%d", clocks)) ;
    if ($value$plusargs("read=%d", read)) ;
    if ($value$plusargs("write=%d", write)) ;
    if ($value$plusargs("len=%d", len)) ;
    if ($value$plusargs("out=%d", out)) ;
    if ($value$plusargs("most=%d", most)) ;
    if ($value$plusargs("managers=%d", managers)) ;
    if ($value$plusargs("gap=%d", gap)) ;
    if ($value$plusargs("late=%d", late)) ;
    if ($value$plusargs("stalls=%d", stalls)) ;
  end

  wire [1:0]   arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast;
  wire [1:0]   bvalid, bready;
  wire [63:0]  araddr, awaddr;
  wire [15:0]  arlen, awlen;
  wire [127:0] wdata, rdata;
  wire [31:0]  from = 2000;
  wire [31:0]  to = clocks - 10;
  wire [7:0]   beats = len - 1;

  genvar m;
  generate
    for (m = 0; m < 2; m = m + 1) begin : g
      counting_manager #(.ID(m)) u (
        .clk(clk), .rst(rst), .now(now), .from(from), .to(to),
        .reads(read != 0 && m < managers), .writes(write != 0 && m < managers),
        .len(beats), .outstanding(out), .most(most), .w_gap(m == 0 ? gap : 0),
        .late(late[1:0]), .stalls(stalls != 0), .alone(managers == 1), .base(32'h100),
        .arvalid(arvalid[m]), .arready(arready[m]), .araddr(araddr[32*m +: 32]),
        .arlen(arlen[8*m +: 8]),
        .rvalid(rvalid[m]), .rready(rready[m]), .rlast(rlast[m]),
        .rdata(rdata[64*m +: 64]),
        .awvalid(awvalid[m]), .awready(awready[m]), .awaddr(awaddr[32*m +: 32]),
        .awlen(awlen[8*m +: 8]),
        .wvalid(wvalid[m]), .wready(wready[m]), .wdata(wdata[64*m +: 64]), .wlast(wlast[m]),
        .bvalid(bvalid[m]), .bready(bready[m]));
    end
  endgenerate

  wire       m_arvalid, m_arready, m_rvalid, m_rready, m_rlast, m_awvalid, m_awready;
  wire       m_wvalid, m_wready, m_wlast, m_bvalid, m_bready;
  wire [7:0] m_arlen;
  wire [63:0] m_rdata, m_wdata;

  mesh_2_2_axi4_network u_network (
    .clk(clk), .rst(rst), .clear_error(1'b0), .error(),
    .s_axi_awid(8'd0), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(6'o33), .s_axi_awburst(4'b0101),
    .s_axi_awlock(2'd0), .s_axi_awcache(8'd0), .s_axi_awprot(6'd0), .s_axi_awqos(8'd0), .s_axi_awregion(8'd0),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready),
    .s_axi_wdata(wdata), .s_axi_wstrb(16'hffff), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
    .s_axi_bid(), .s_axi_bresp(), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
    .s_axi_arid(8'd0), .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(6'o33), .s_axi_arburst(4'b0101),
    .s_axi_arlock(2'd0), .s_axi_arcache(8'd0), .s_axi_arprot(6'd0), .s_axi_arqos(8'd0), .s_axi_arregion(8'd0),
    .s_axi_arvalid(arvalid), .s_axi_arready(arready),
    .s_axi_rid(), .s_axi_rdata(rdata), .s_axi_rresp(), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid),
    .s_axi_rready(rready),
    .m_axi_awid(), .m_axi_awaddr(), .m_axi_awlen(), .m_axi_awsize(), .m_axi_awburst(), .m_axi_awlock(),
    .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(), .m_axi_awregion(),
    .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready),
    .m_axi_wdata(m_wdata), .m_axi_wstrb(), .m_axi_wlast(m_wlast), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready),
    .m_axi_bid(1'b0), .m_axi_bresp(2'd0), .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready),
    .m_axi_arid(), .m_axi_araddr(), .m_axi_arlen(m_arlen), .m_axi_arsize(), .m_axi_arburst(), .m_axi_arlock(),
    .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(), .m_axi_arregion(),
    .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
    .m_axi_rid(1'b0), .m_axi_rdata(m_rdata), .m_axi_rresp(2'd0), .m_axi_rlast(m_rlast), .m_axi_rvalid(m_rvalid),
    .m_axi_rready(m_rready)
  );

  ideal_subordinate u_subordinate (
    .clk(clk), .rst(rst), .stalls(stalls != 0),
    .arvalid(m_arvalid), .arready(m_arready), .arlen(m_arlen),
    .rvalid(m_rvalid), .rready(m_rready), .rdata(m_rdata), .rlast(m_rlast),
    .awvalid(m_awvalid), .awready(m_awready),
    .wvalid(m_wvalid), .wready(m_wready), .wlast(m_wlast), .wdata(m_wdata),
    .bvalid(m_bvalid), .bready(m_bready));

  real window;
  always @(posedge clk) begin
    now <= now + 1;
    if (now == 20) rst <= 0;
    if (now == clocks) begin
      window = to - from;
      $display("%0.3f %0.3f %0.3f %0.3f %0d %0d %0d %0d",
        g[0].u.r_beats / window, g[1].u.r_beats / window, g[0].u.w_beats / window, g[1].u.w_beats / window,
        g[0].u.first_r < 0 ? -1 : g[0].u.first_r - g[0].u.first_ar,
        g[0].u.first_b < 0 ? -1 : g[0].u.first_b - g[0].u.first_aw,
        g[0].u.ended + g[1].u.ended, g[0].u.wrong + g[1].u.wrong + u_subordinate.wrong);
      $finish;
    end
  end
endmodule

// A manager that keeps `outstanding` bursts of one length in flight, to one address, and counts between the clocks
// `from` and `to`.
module counting_manager #(
  parameter ID = 0
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [31:0]  now,
  input  wire [31:0]  from,
  input  wire [31:0]  to,
  input  wire         reads,        // read bursts are asked for
  input  wire         writes,       // write bursts are asked for
  input  wire [7:0]   len,          // beats less one
  input  wire [31:0]  outstanding,  // requests in flight at most, of each direction
  input  wire [31:0]  most,         // requests in all, of each direction
  input  wire [31:0]  w_gap,        // clocks without wvalid between two beats
  input  wire [1:0]   late,         // 1: W waits for the first read, 2: all but its first beat
                                    // does; AR waits for the first AW
  input  wire         stalls,       // rready and bready are 0 in half of the clocks
  input  wire         alone,        // no other manager: rdata says the request's number
  input  wire [31:0]  base,
  output wire         arvalid,
  input  wire         arready,
  output wire [31:0]  araddr,
  output wire [7:0]   arlen,
  input  wire         rvalid,
  output wire         rready,
  input  wire         rlast,
  input  wire [63:0]  rdata,
  output wire         awvalid,
  input  wire         awready,
  output wire [31:0]  awaddr,
  output wire [7:0]   awlen,
  output wire         wvalid,
  input  wire         wready,
  output wire [63:0]  wdata,
  output wire         wlast,
  input  wire         bvalid,
  output wire         bready
);
  integer ar_sent, r_ended, aw_sent, b_ended, w_ended;  // requests, in all
  integer r_beats, w_beats;                             // counted in the window
  integer first_ar, first_r, first_aw, first_b;
  integer gap;
  reg [7:0] w_beat, r_beat;
  reg [1:0] coin;
  integer wrong;  // beats of a read that are not those expected

  assign arvalid = reads & ~rst & (ar_sent - r_ended < outstanding) & (ar_sent < most)
    & (late == 0 | (aw_sent > 0));
  assign awvalid = writes & ~rst & (aw_sent - b_ended < outstanding) & (aw_sent < most);
  // W is shown from the clock in which AW is, never before it.
  assign wvalid  = writes & ~rst & (gap == 0) & (w_ended < aw_sent + (awvalid ? 1 : 0))
    & (late == 0 | (r_ended > 0) | (late == 2 & w_beat == 0));
  assign araddr  = base;
  assign awaddr  = base;
  assign arlen   = len;
  assign awlen   = len;
  assign wdata   = {24'd0, w_beat, 32'd0} | ID;
  assign wlast   = w_beat == len;
  assign rready  = ~stalls | coin[0];
  assign bready  = ~stalls | coin[1];

  wire [31:0] ended = r_ended + b_ended;
  wire counted = (now >= from) & (now < to);

  always @(posedge clk) begin
    if (rst) begin
      ar_sent <= 0; r_ended <= 0; aw_sent <= 0; b_ended <= 0; w_ended <= 0;
      r_beats <= 0; w_beats <= 0; gap <= 0; w_beat <= 0;
      r_beat <= 0; wrong <= 0; coin <= 0;
      first_ar <= -1; first_r <= -1; first_aw <= -1; first_b <= -1;
    end else begin
      if (arvalid & arready) begin
        ar_sent <= ar_sent + 1;
        if (first_ar < 0) first_ar <= now;
      end
      if (awvalid & awready) begin
        aw_sent <= aw_sent + 1;
        if (first_aw < 0) first_aw <= now;
      end
      if (wvalid & wready) begin
        w_beat <= wlast ? 8'd0 : w_beat + 8'd1;
        if (wlast) w_ended <= w_ended + 1;
        gap <= w_gap;
      end else if (gap != 0) gap <= gap - 1;
      coin <= $random;
      if (rvalid & rready) begin
        r_beat <= rlast ? 8'd0 : r_beat + 8'd1;
        if (rdata[39:32] != r_beat | rlast != (r_beat == len) | (alone & (rdata[31:0] != r_ended)))
          wrong <= wrong + 1;
        if (rlast) r_ended <= r_ended + 1;
        if (first_r < 0) first_r <= now;
      end
      if (bvalid & bready) begin
        b_ended <= b_ended + 1;
        if (first_b < 0) first_b <= now;
      end
      if (counted) begin
        r_beats <= r_beats + (rvalid & rready);
        w_beats <= w_beats + (wvalid & wready);
      end
    end
  end
endmodule

// A subordinate that takes a request and a beat in every clock, shows the first beat of a read in the clock after AR,
// and B in the clock after wlast. Answers come in the order of the requests.
module ideal_subordinate (
  input  wire       clk,
  input  wire       rst,
  input  wire       stalls,  // it is ready in half of the clocks
  input  wire       arvalid,
  output wire       arready,
  input  wire [7:0] arlen,
  output wire       rvalid,
  input  wire       rready,
  output wire [63:0] rdata,
  output wire       rlast,
  input  wire       awvalid,
  output wire       awready,
  input  wire       wvalid,
  output wire       wready,
  input  wire       wlast,
  input  wire [63:0] wdata,
  output wire       bvalid,
  input  wire       bready
);
  reg [7:0] lens [0:255];
  reg [31:0] ar_in, ar_out, aw_in, w_in, b_out;  // requests so far
  reg [7:0]  beat;

  reg  [2:0] coin;
  reg  [7:0] w_beat;
  integer    wrong;  // beats of a write that are not those expected
  assign arready = ~stalls | coin[0];
  assign awready = ~stalls | coin[1];
  assign wready  = ~stalls | coin[2];
  assign rvalid  = ar_in != ar_out;
  assign rlast   = beat == lens[ar_out[7:0]];
  assign rdata   = {24'd0, beat, ar_out};
  assign bvalid  = (b_out != w_in) & (b_out != aw_in);

  always @(posedge clk) begin
    if (rst) begin
      ar_in <= 0; ar_out <= 0; aw_in <= 0; w_in <= 0; b_out <= 0; beat <= 0;
      coin <= 0; w_beat <= 0; wrong <= 0;
    end else begin
      coin <= $random;
      if (wvalid & wready) begin
        w_beat <= wlast ? 8'd0 : w_beat + 8'd1;
        if (wdata[39:32] != w_beat) wrong <= wrong + 1;
      end
      if (arvalid & arready) begin lens[ar_in[7:0]] <= arlen; ar_in <= ar_in + 1; end
      if (awvalid & awready) aw_in <= aw_in + 1;
      if (wvalid & wready & wlast) w_in <= w_in + 1;
      if (rvalid & rready) begin
        beat <= rlast ? 8'd0 : beat + 8'd1;
        if (rlast) ar_out <= ar_out + 1;
      end
      if (bvalid & bready) b_out <= b_out + 1;
    end
  end
endmodule
`default_nettype wire

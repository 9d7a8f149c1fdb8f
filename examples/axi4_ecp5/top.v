// top: two managers and two memories at the nodes of a torus of 2 x 2, joined by AXI4, on a ULX3S
// board.
//
//   clk_25mhz  the board's clock
//   btn        btn[1], FIRE 1, resets
//   wifi_gpio0 1: keeps the board's WiFi module from taking the FPGA over
//   led        7 heartbeat; 2 error, 1 no error so far, 0 all_ok: each manager has read back bursts
//              of each memory, and none was wrong; 4 and 3 manager 0's of memory 1 and 0, 6 and 5
//              manager 1's
`default_nettype none

module top #(
  parameter HEARTBEAT_BITS = 24
) (
  input  wire       clk_25mhz,
  input  wire [1:0] btn,
  output wire       wifi_gpio0,
  output wire [7:0] led
);

  // An ECP5's registers are 0 when it has been configured: a reset of 15 clocks.
  reg  [3:0]                since  = 4'd0;
  reg                       rst    = 1'b1;
  reg  [1:0]                button = 2'b11;
  reg  [HEARTBEAT_BITS-1:0] heartbeat;
  wire                      clk = clk_25mhz;

  always @(posedge clk) begin
    button    <= {button[0], btn[1]};
    since     <= button[1] ? 4'd0 : (&since) ? since : since + 4'd1;
    rst       <= ~(&since);
    heartbeat <= rst ? {HEARTBEAT_BITS{1'b0}} : heartbeat + {{(HEARTBEAT_BITS-1){1'b0}}, 1'b1};
  end

  // The managers' signals, and the memories'
  wire [1:0] to_awvalid, to_awready, to_wlast, to_wvalid, to_wready, to_bvalid, to_bready,
             to_arvalid, to_arready, to_rlast, to_rvalid, to_rready;
  wire [2*2-1:0] to_bresp, to_rresp;
  wire [2*8-1:0] to_awlen, to_arlen;
  wire [2*16-1:0] to_awaddr, to_araddr;
  wire [2*32-1:0] to_wdata, to_rdata;
  wire [1:0] from_awvalid, from_awready, from_wlast, from_wvalid, from_wready, from_bvalid,
             from_bready, from_arvalid, from_arready, from_rlast, from_rvalid, from_rready;
  wire [2*4-1:0] from_wstrb;
  wire [2*8-1:0] from_arlen;
  wire [2*16-1:0] from_awaddr, from_araddr;
  wire [2*32-1:0] from_wdata, from_rdata;

  // What the memories do not look at, and the IDs that come back
  wire [1:0] unused_awid, unused_awlock, unused_arid, unused_arlock, unused_bid, unused_rid;
  wire [3:0] unused_awburst, unused_arburst;
  wire [5:0] unused_awsize, unused_awprot, unused_arsize, unused_arprot;
  wire [7:0] unused_awcache, unused_awqos, unused_awregion;
  wire [7:0] unused_arcache, unused_arqos, unused_arregion;
  wire [15:0] unused_awlen;

  wire [2*16-1:0] bursts;  // for the bench
  wire [3:0]      ok;
  wire [1:0]      bad;
  wire [31:0]     reported;

  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : g_place
      localparam [15:0] SEED = 16'hace1 + 16'h1357 * i;
      localparam [0:0]  SELF = i;

      traffic_manager #(.MANAGER(SELF)) u_manager (
        .clk          (clk),
        .rst          (rst),
        .seed         (SEED),
        .m_axi_awaddr (to_awaddr[i*16 +: 16]),
        .m_axi_awlen  (to_awlen[i*8 +: 8]),
        .m_axi_awvalid(to_awvalid[i]),
        .m_axi_awready(to_awready[i]),
        .m_axi_wdata  (to_wdata[i*32 +: 32]),
        .m_axi_wlast  (to_wlast[i]),
        .m_axi_wvalid (to_wvalid[i]),
        .m_axi_wready (to_wready[i]),
        .m_axi_bresp  (to_bresp[i*2 +: 2]),
        .m_axi_bvalid (to_bvalid[i]),
        .m_axi_bready (to_bready[i]),
        .m_axi_araddr (to_araddr[i*16 +: 16]),
        .m_axi_arlen  (to_arlen[i*8 +: 8]),
        .m_axi_arvalid(to_arvalid[i]),
        .m_axi_arready(to_arready[i]),
        .m_axi_rdata  (to_rdata[i*32 +: 32]),
        .m_axi_rresp  (to_rresp[i*2 +: 2]),
        .m_axi_rlast  (to_rlast[i]),
        .m_axi_rvalid (to_rvalid[i]),
        .m_axi_rready (to_rready[i]),
        .bursts       (bursts[i*16 +: 16]),
        .ok           (ok[i*2 +: 2]),
        .error        (bad[i])
      );

      block_memory u_memory (
        .clk          (clk),
        .rst          (rst),
        .s_axi_awaddr (from_awaddr[i*16 +: 12]),
        .s_axi_awvalid(from_awvalid[i]),
        .s_axi_awready(from_awready[i]),
        .s_axi_wdata  (from_wdata[i*32 +: 32]),
        .s_axi_wstrb  (from_wstrb[i*4 +: 4]),
        .s_axi_wlast  (from_wlast[i]),
        .s_axi_wvalid (from_wvalid[i]),
        .s_axi_wready (from_wready[i]),
        .s_axi_bvalid (from_bvalid[i]),
        .s_axi_bready (from_bready[i]),
        .s_axi_araddr (from_araddr[i*16 +: 12]),
        .s_axi_arlen  (from_arlen[i*8 +: 8]),
        .s_axi_arvalid(from_arvalid[i]),
        .s_axi_arready(from_arready[i]),
        .s_axi_rdata  (from_rdata[i*32 +: 32]),
        .s_axi_rlast  (from_rlast[i]),
        .s_axi_rvalid (from_rvalid[i]),
        .s_axi_rready (from_rready[i])
      );
    end
  endgenerate

  torus_2_2_axi4_network u_network (
    .clk           (clk),
    .rst           (rst),
    .s_axi_awid    (2'd0),
    .s_axi_awaddr  (to_awaddr),
    .s_axi_awlen   (to_awlen),
    .s_axi_awsize  ({2{3'd2}}),
    .s_axi_awburst ({2{2'b01}}),
    .s_axi_awlock  (2'd0),
    .s_axi_awcache ({2{4'b0011}}),
    .s_axi_awprot  (6'd0),
    .s_axi_awqos   (8'd0),
    .s_axi_awregion(8'd0),
    .s_axi_awvalid (to_awvalid),
    .s_axi_awready (to_awready),
    .s_axi_wdata   (to_wdata),
    .s_axi_wstrb   (8'hff),
    .s_axi_wlast   (to_wlast),
    .s_axi_wvalid  (to_wvalid),
    .s_axi_wready  (to_wready),
    .s_axi_bid     (unused_bid),
    .s_axi_bresp   (to_bresp),
    .s_axi_bvalid  (to_bvalid),
    .s_axi_bready  (to_bready),
    .s_axi_arid    (2'd0),
    .s_axi_araddr  (to_araddr),
    .s_axi_arlen   (to_arlen),
    .s_axi_arsize  ({2{3'd2}}),
    .s_axi_arburst ({2{2'b01}}),
    .s_axi_arlock  (2'd0),
    .s_axi_arcache ({2{4'b0011}}),
    .s_axi_arprot  (6'd0),
    .s_axi_arqos   (8'd0),
    .s_axi_arregion(8'd0),
    .s_axi_arvalid (to_arvalid),
    .s_axi_arready (to_arready),
    .s_axi_rid     (unused_rid),
    .s_axi_rdata   (to_rdata),
    .s_axi_rresp   (to_rresp),
    .s_axi_rlast   (to_rlast),
    .s_axi_rvalid  (to_rvalid),
    .s_axi_rready  (to_rready),
    .m_axi_awid    (unused_awid),
    .m_axi_awaddr  (from_awaddr),
    .m_axi_awlen   (unused_awlen),
    .m_axi_awsize  (unused_awsize),
    .m_axi_awburst (unused_awburst),
    .m_axi_awlock  (unused_awlock),
    .m_axi_awcache (unused_awcache),
    .m_axi_awprot  (unused_awprot),
    .m_axi_awqos   (unused_awqos),
    .m_axi_awregion(unused_awregion),
    .m_axi_awvalid (from_awvalid),
    .m_axi_awready (from_awready),
    .m_axi_wdata   (from_wdata),
    .m_axi_wstrb   (from_wstrb),
    .m_axi_wlast   (from_wlast),
    .m_axi_wvalid  (from_wvalid),
    .m_axi_wready  (from_wready),
    .m_axi_bid     (2'd0),
    .m_axi_bresp   (4'd0),
    .m_axi_bvalid  (from_bvalid),
    .m_axi_bready  (from_bready),
    .m_axi_arid    (unused_arid),
    .m_axi_araddr  (from_araddr),
    .m_axi_arlen   (from_arlen),
    .m_axi_arsize  (unused_arsize),
    .m_axi_arburst (unused_arburst),
    .m_axi_arlock  (unused_arlock),
    .m_axi_arcache (unused_arcache),
    .m_axi_arprot  (unused_arprot),
    .m_axi_arqos   (unused_arqos),
    .m_axi_arregion(unused_arregion),
    .m_axi_arvalid (from_arvalid),
    .m_axi_arready (from_arready),
    .m_axi_rid     (2'd0),
    .m_axi_rdata   (from_rdata),
    .m_axi_rresp   (4'd0),
    .m_axi_rlast   (from_rlast),
    .m_axi_rvalid  (from_rvalid),
    .m_axi_rready  (from_rready),
    .clear_error   (1'b0),
    .error         (reported)
  );

  wire error = (|bad) | (|reported);
  assign led = {heartbeat[HEARTBEAT_BITS-1], ok, error, ~error & ~rst, (&ok) & ~error};

  assign wifi_gpio0 = 1'b1;

  wire unused = &{
    1'b0, btn[0], from_awaddr[31:28], from_awaddr[15:12], from_araddr[31:28], from_araddr[15:12],
    unused_awid, unused_awlock, unused_arid, unused_arlock, unused_bid, unused_rid,
    unused_awburst, unused_arburst, unused_awsize, unused_awprot, unused_arsize, unused_arprot,
    unused_awcache, unused_awqos, unused_awregion, unused_arcache, unused_arqos, unused_arregion,
    unused_awlen, bursts
  };

endmodule

`default_nettype wire

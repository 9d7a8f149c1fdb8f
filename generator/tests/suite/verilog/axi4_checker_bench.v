// Plays traces into an axi4_checker; with `ask` in a clock it prints what has been broken before it,
// and what is in flight.
`default_nettype none

module axi4_checker_bench;

  localparam BITS = `BITS;

  reg [BITS-1:0] lines [0:`CLOCKS-1];
  reg            ask, clk, rst;
  reg            awvalid, awready, awlock, wvalid, wready, wlast, bvalid, bready, arvalid, arready;
  reg            arlock, rvalid, rready, rlast, user;
  reg [1:0]      awid, bid, arid, rid, awburst, arburst, bresp, rresp;
  reg [12:0]     awaddr, araddr;
  reg [7:0]      awlen, arlen;
  reg [2:0]      awsize, arsize, awprot, arprot;
  reg [3:0]      awcache, awqos, awregion, arcache, arqos, arregion, wstrb;
  reg [31:0]     wdata, rdata;
  wire [31:0]    broken;
  wire [15:0]    reads, writes;
  integer        t;

  axi4_checker #(
    .ADDR_WIDTH(13), .DATA_WIDTH(32), .ID_WIDTH(2), .OUTSTANDING(3), .AHEAD_BITS(2), .MAX_WAIT(6),
    .WHOLE_READS(1), .MESSAGES(1)
  ) port (
    .clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr),
    .awlen(awlen), .awsize(awsize), .awburst(awburst), .awlock(awlock), .awcache(awcache),
    .awprot(awprot), .awqos(awqos), .awregion(awregion), .awuser(user), .wvalid(wvalid),
    .wready(wready), .wdata(wdata), .wstrb(wstrb), .wlast(wlast), .wuser(user), .bvalid(bvalid),
    .bready(bready), .bid(bid), .bresp(bresp), .buser(user), .arvalid(arvalid),
    .arready(arready), .arid(arid), .araddr(araddr), .arlen(arlen), .arsize(arsize),
    .arburst(arburst), .arlock(arlock), .arcache(arcache), .arprot(arprot), .arqos(arqos),
    .arregion(arregion), .aruser(user), .rvalid(rvalid), .rready(rready), .rid(rid),
    .rdata(rdata), .rresp(rresp), .rlast(rlast), .ruser(user), .broken(broken),
    .in_flight_reads(reads), .in_flight_writes(writes)
  );

  initial begin
    $readmemb("stimulus.bin", lines);
    clk = 1'b0;
    for (t = 0; t < `CLOCKS; t = t + 1) begin
      {ask, rst, awvalid, awready, awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot,
       awqos, awregion, wvalid, wready, wdata, wstrb, wlast, bvalid, bready, bid, bresp, arvalid,
       arready, arid, araddr, arlen, arsize, arburst, arlock, arcache, arprot, arqos, arregion,
       rvalid, rready, rid, rdata, rresp, rlast, user} = lines[t];
      #5;
      if (ask) $display("= %b %0d %0d", broken, reads, writes);
      clk = 1'b1;
      #5;
      clk = 1'b0;
    end
    $finish(0);
  end

endmodule

`default_nettype wire

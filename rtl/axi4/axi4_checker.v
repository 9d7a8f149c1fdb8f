// axi4_checker: watches one AXI4 port in simulation for the rules of the protocol, which
// docs/axi4_checker.md lists. It drives nothing of the port; it stands at manager and subordinate
// alike, and takes whichever of the two breaks a rule.
//
//   aw*, w*, b*, ar*, r*    the port; signals that it has not are tied to 0
//   broken     bit n: rule n has been broken since the last reset, one clock behind it, with
//              rules 18 to 20 later
//   in_flight_reads, in_flight_writes    requests whose answer has not ended
//
//   OUTSTANDING   most requests of a direction in flight that it can follow
//   AHEAD_BITS    2^AHEAD_BITS: most beats of write data before their address, and the other way
//   MAX_WAIT      rule 31: most clocks from valid to ready; 0: any number
//   WHOLE_READS   1: rule 28, beats of two reads are not mixed
//   MESSAGES      clocks after a reset of which it tells, in a line for each rule
`default_nettype none

module axi4_checker #(
  parameter ADDR_WIDTH    = 32,
  parameter DATA_WIDTH    = 64,
  parameter ID_WIDTH      = 4,
  parameter AW_USER_WIDTH = 1,
  parameter W_USER_WIDTH  = 1,
  parameter B_USER_WIDTH  = 1,
  parameter AR_USER_WIDTH = 1,
  parameter R_USER_WIDTH  = 1,
  parameter OUTSTANDING   = 16,
  parameter AHEAD_BITS    = 9,
  parameter MAX_WAIT      = 0,
  parameter WHOLE_READS   = 0,
  parameter MESSAGES      = 10
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire                     awvalid,
  input  wire                     awready,
  input  wire [ID_WIDTH-1:0]      awid,
  input  wire [ADDR_WIDTH-1:0]    awaddr,
  input  wire [7:0]               awlen,
  input  wire [2:0]               awsize,
  input  wire [1:0]               awburst,
  input  wire                     awlock,
  input  wire [3:0]               awcache,
  input  wire [2:0]               awprot,
  input  wire [3:0]               awqos,
  input  wire [3:0]               awregion,
  input  wire [AW_USER_WIDTH-1:0] awuser,
  input  wire                     wvalid,
  input  wire                     wready,
  input  wire [DATA_WIDTH-1:0]    wdata,
  input  wire [DATA_WIDTH/8-1:0]  wstrb,
  input  wire                     wlast,
  input  wire [W_USER_WIDTH-1:0]  wuser,
  input  wire                     bvalid,
  input  wire                     bready,
  input  wire [ID_WIDTH-1:0]      bid,
  input  wire [1:0]               bresp,
  input  wire [B_USER_WIDTH-1:0]  buser,
  input  wire                     arvalid,
  input  wire                     arready,
  input  wire [ID_WIDTH-1:0]      arid,
  input  wire [ADDR_WIDTH-1:0]    araddr,
  input  wire [7:0]               arlen,
  input  wire [2:0]               arsize,
  input  wire [1:0]               arburst,
  input  wire                     arlock,
  input  wire [3:0]               arcache,
  input  wire [2:0]               arprot,
  input  wire [3:0]               arqos,
  input  wire [3:0]               arregion,
  input  wire [AR_USER_WIDTH-1:0] aruser,
  input  wire                     rvalid,
  input  wire                     rready,
  input  wire [ID_WIDTH-1:0]      rid,
  input  wire [DATA_WIDTH-1:0]    rdata,
  input  wire [1:0]               rresp,
  input  wire                     rlast,
  input  wire [R_USER_WIDTH-1:0]  ruser,
  output reg  [31:0]              broken,
  output wire [15:0]              in_flight_reads,
  output wire [15:0]              in_flight_writes
);

  localparam STRBS   = DATA_WIDTH / 8;
  localparam REQUEST = ID_WIDTH + ADDR_WIDTH + 29;
  localparam AW      = REQUEST + AW_USER_WIDTH;
  localparam W       = DATA_WIDTH + STRBS + 1 + W_USER_WIDTH;
  localparam B       = ID_WIDTH + 2 + B_USER_WIDTH;
  localparam AR      = REQUEST + AR_USER_WIDTH;
  localparam R       = ID_WIDTH + DATA_WIDTH + 3 + R_USER_WIDTH;

  // What the five channels break, from bit 0 up: AW, W, B, AR, R
  wire [4:0] shown, taken, in_reset, fallen, changed, unclear, unknown, waited;
  wire       unused = &{1'b0, shown[1]};

  wire [AW-1:0] aw = {awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot, awqos,
                      awregion, awuser};
  wire [W-1:0]  w  = {wdata, wstrb, wlast, wuser};
  wire [B-1:0]  b  = {bid, bresp, buser};
  wire [AR-1:0] ar = {arid, araddr, arlen, arsize, arburst, arlock, arcache, arprot, arqos,
                      arregion, aruser};
  wire [R-1:0]  r  = {rid, rdata, rresp, rlast, ruser};

  // Bytes of data without a strobe may be anything, and so may data of reads.
  reg [DATA_WIDTH-1:0] strobed;
  integer              k;
  always @* begin
    for (k = 0; k < STRBS; k = k + 1) strobed[8*k +: 8] = {8{wstrb[k]}};
  end
  wire [W-1:0] w_known = {strobed, {STRBS + 1 + W_USER_WIDTH{1'b1}}};
  wire [R-1:0] r_known = {{ID_WIDTH{1'b1}}, {DATA_WIDTH{1'b0}}, {3 + R_USER_WIDTH{1'b1}}};

  axi4_channel_rules #(.PAYLOAD(AW), .MAX_WAIT(MAX_WAIT)) u_aw (
    .clk(clk), .rst(rst), .valid(awvalid), .ready(awready), .payload(aw), .known({AW{1'b1}}),
    .shown(shown[0]), .taken(taken[0]), .in_reset(in_reset[0]), .fallen(fallen[0]),
    .changed(changed[0]), .unclear(unclear[0]), .unknown(unknown[0]), .waited(waited[0])
  );
  axi4_channel_rules #(.PAYLOAD(W), .MAX_WAIT(MAX_WAIT)) u_w (
    .clk(clk), .rst(rst), .valid(wvalid), .ready(wready), .payload(w), .known(w_known),
    .shown(shown[1]), .taken(taken[1]), .in_reset(in_reset[1]), .fallen(fallen[1]),
    .changed(changed[1]), .unclear(unclear[1]), .unknown(unknown[1]), .waited(waited[1])
  );
  axi4_channel_rules #(.PAYLOAD(B), .MAX_WAIT(MAX_WAIT)) u_b (
    .clk(clk), .rst(rst), .valid(bvalid), .ready(bready), .payload(b), .known({B{1'b1}}),
    .shown(shown[2]), .taken(taken[2]), .in_reset(in_reset[2]), .fallen(fallen[2]),
    .changed(changed[2]), .unclear(unclear[2]), .unknown(unknown[2]), .waited(waited[2])
  );
  axi4_channel_rules #(.PAYLOAD(AR), .MAX_WAIT(MAX_WAIT)) u_ar (
    .clk(clk), .rst(rst), .valid(arvalid), .ready(arready), .payload(ar), .known({AR{1'b1}}),
    .shown(shown[3]), .taken(taken[3]), .in_reset(in_reset[3]), .fallen(fallen[3]),
    .changed(changed[3]), .unclear(unclear[3]), .unknown(unknown[3]), .waited(waited[3])
  );
  axi4_channel_rules #(.PAYLOAD(R), .MAX_WAIT(MAX_WAIT)) u_r (
    .clk(clk), .rst(rst), .valid(rvalid), .ready(rready), .payload(r), .known(r_known),
    .shown(shown[4]), .taken(taken[4]), .in_reset(in_reset[4]), .fallen(fallen[4]),
    .changed(changed[4]), .unclear(unclear[4]), .unknown(unknown[4]), .waited(waited[4])
  );

  wire [9:0] aw_rules, ar_rules;

  axi4_address_rules #(.DATA_WIDTH(DATA_WIDTH)) u_aw_address (
    .shown(shown[0]), .addr(awaddr[11:0]), .len(awlen), .size(awsize), .burst(awburst),
    .lock(awlock), .cache(awcache[3:1]), .reserved(aw_rules[0]), .wide(aw_rules[1]),
    .wrap_length(aw_rules[2]), .wrap_start(aw_rules[3]), .fixed_length(aw_rules[4]),
    .page(aw_rules[5]), .allocate(aw_rules[6]), .exclusive_length(aw_rules[7]),
    .exclusive_bytes(aw_rules[8]), .exclusive_start(aw_rules[9])
  );
  axi4_address_rules #(.DATA_WIDTH(DATA_WIDTH)) u_ar_address (
    .shown(shown[3]), .addr(araddr[11:0]), .len(arlen), .size(arsize), .burst(arburst),
    .lock(arlock), .cache(arcache[3:1]), .reserved(ar_rules[0]), .wide(ar_rules[1]),
    .wrap_length(ar_rules[2]), .wrap_start(ar_rules[3]), .fixed_length(ar_rules[4]),
    .page(ar_rules[5]), .allocate(ar_rules[6]), .exclusive_length(ar_rules[7]),
    .exclusive_bytes(ar_rules[8]), .exclusive_start(ar_rules[9])
  );

  wire w_early, w_late, w_outside, b_stranger, b_soon, b_exokay, w_overflow;

  axi4_write_rules #(
    .DATA_WIDTH(DATA_WIDTH), .ID_WIDTH(ID_WIDTH), .OUTSTANDING(OUTSTANDING),
    .AHEAD_BITS(AHEAD_BITS)
  ) u_writes (
    .clk(clk), .rst(rst), .aw(taken[0]), .awid(awid), .awaddr(awaddr[11:0]), .awlen(awlen),
    .awsize(awsize), .awburst(awburst), .awlock(awlock), .w(taken[1]), .wstrb(wstrb),
    .wlast(wlast), .shown(shown[2]), .b(taken[2]), .bid(bid), .bresp(bresp), .early(w_early),
    .late(w_late), .outside(w_outside), .stranger(b_stranger), .soon(b_soon), .exokay(b_exokay),
    .overflow(w_overflow), .in_flight(in_flight_writes)
  );

  wire r_exclusive, r_stranger, r_early, r_late, r_exokay, r_mixed, r_overflow;

  axi4_read_rules #(.ID_WIDTH(ID_WIDTH), .OUTSTANDING(OUTSTANDING)) u_reads (
    .clk(clk), .rst(rst), .ar(taken[3]), .arid(arid), .arlen(arlen), .arlock(arlock),
    .shown(shown[4]), .r(taken[4]), .rid(rid), .rresp(rresp), .rlast(rlast), .asked(awid),
    .exclusive(r_exclusive), .stranger(r_stranger), .early(r_early), .late(r_late),
    .exokay(r_exokay), .mixed(r_mixed), .overflow(r_overflow), .in_flight(in_flight_reads)
  );

  wire too_soon   = shown[0] & awlock & r_exclusive;
  wire read_mixed = r_mixed & (WHOLE_READS != 0);

  // The rules that are broken in this clock, from number 31 down, on each channel
  wire [31:0] on_aw = {
    waited[0], unknown[0], unclear[0], 11'd0, too_soon, aw_rules, 2'd0, changed[0], fallen[0],
    1'b0, in_reset[0], 1'b0
  };
  wire [31:0] on_w = {
    waited[1], unknown[1], unclear[1], 8'd0, w_outside, w_late, w_early, 13'd0, changed[1],
    fallen[1], 1'b0, in_reset[1], w_overflow
  };
  wire [31:0] on_b = {
    waited[2], unknown[2], unclear[2], 5'd0, b_exokay, b_soon, b_stranger, 14'd0, changed[2],
    fallen[2], 2'd0, in_reset[2], 2'd0
  };
  wire [31:0] on_ar = {
    waited[3], unknown[3], unclear[3], 12'd0, ar_rules, 2'd0, changed[3], fallen[3], 1'b0,
    in_reset[3], 1'b0
  };
  wire [31:0] on_r = {
    waited[4], unknown[4], unclear[4], read_mixed, r_exokay, r_late, r_early, r_stranger, 17'd0,
    changed[4], fallen[4], 2'd0, in_reset[4], 1'b0, r_overflow
  };

  wire [159:0] on_all = {on_r, on_ar, on_b, on_w, on_aw};

  // What hangs on unknown signals is not told beside rules 29 and 30.
  reg [31:0] now;
  integer    at;
  always @* begin
    now = 32'd0;
    for (at = 0; at < 160; at = at + 1) now[at[4:0]] = now[at[4:0]] | (on_all[at] === 1'b1);
  end

  always @(posedge clk) broken <= rst ? now : broken | now;

`ifndef SYNTHESIS
  function [8*56-1:0] text;
    input integer number;
    case (number)
      0:       text = "more is in flight than OUTSTANDING and AHEAD_BITS allow";
      1, 2:    text = "valid is 1 in reset or in the clock behind it";
      3, 5:    text = "valid fell before ready";
      4, 6:    text = "what valid makes valid changed before ready";
      7:       text = "the burst type is reserved";
      8:       text = "a beat is wider than the data";
      9:       text = "a WRAP has 2, 4, 8 or 16 beats";
      10:      text = "a WRAP starts at a multiple of its beats' bytes";
      11:      text = "a FIXED has at most 16 beats";
      12:      text = "a burst crosses 4096 bytes";
      13:      text = "cache allocates and is not modifiable";
      14:      text = "an exclusive access has at most 16 beats";
      15:      text = "an exclusive access has 1, 2, 4 .. 128 bytes";
      16:      text = "an exclusive access starts at a multiple of its bytes";
      17:      text = "an exclusive write waits for the read of its ID";
      18:      text = "wlast came before the last beat";
      19:      text = "the last beat has no wlast";
      20:      text = "a strobe is outside of the bytes of its beat";
      21:      text = "no write of this ID is in flight";
      22:      text = "the last beat of this write has not come";
      23, 27:  text = "EXOKAY, and the access is not exclusive";
      24:      text = "no read of this ID is in flight";
      25:      text = "rlast came before the last beat";
      26:      text = "the last beat has no rlast";
      28:      text = "a beat of another read inside a burst";
      29:      text = "valid or ready is neither 0 nor 1";
      30:      text = "valid is 1, and a signal is neither 0 nor 1";
      default: text = "ready has not come for MAX_WAIT clocks";
    endcase
  endfunction

  function [15:0] name;
    input integer channel;
    case (channel)
      0:       name = "AW";
      1:       name = "W";
      2:       name = "B";
      3:       name = "AR";
      default: name = "R";
    endcase
  endfunction

  integer told, c, n;

  always @(posedge clk)
    if (now != 32'd0) begin
      for (c = 0; c < 5; c = c + 1)
        for (n = 0; n < 32; n = n + 1)
          if (on_all[32*c+n] === 1'b1 && MESSAGES != 0 && told < MESSAGES)
            $display("%m: AXI4 rule %0d on %0s: %0s (time %0t)", n, name(c), text(n), $time);
      told <= told + 1;
    end else if (rst) told <= 0;
`endif

endmodule
`default_nettype wire

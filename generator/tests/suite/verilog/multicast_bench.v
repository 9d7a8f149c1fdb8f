// One multicast router of rdt:16 at (5, 5), rank 1: clocks, heads, acks, set-up and shoot-down, by the
// letter of docs/multicast_router.md. Prints PASS, or FAIL and what was seen.
`timescale 1ns / 1ns
`default_nettype none

module multicast_bench;

  localparam W = 36;
  localparam [1:0] UNICAST = 0, MULTICAST = 1, SET_UP = 2;
  localparam [1:0] BEGIN = 0, ROOT = 1, SOUTH = 2, LEAF = 3;
  localparam [W-1:0] CROSSED = 36'h000800000;  // bit 3 + 20
  localparam [1:0] ACK = 0, NACK = 1, REPORT = 2;

  reg             clk, rst;
  reg  [7:0]      node;
  reg  [9:0]      in_valid, in_head, in_tail, out_credit_valid;
  reg  [19:0]     in_vc, out_credit_vc;
  reg  [10*W-1:0] in_data;
  wire [9:0]      in_credit_valid, out_valid, out_head, out_tail;
  wire [19:0]     in_credit_vc, out_vc;
  wire [10*W-1:0] out_data;
  wire [3:0]      error;

  rdt_16_multicast_router #(.FLIT_WIDTH(W)) dut (
    .clk(clk), .rst(rst), .node(node), .in_valid(in_valid), .in_head(in_head), .in_tail(in_tail),
    .in_vc(in_vc), .in_data(in_data), .in_credit_valid(in_credit_valid), .in_credit_vc(in_credit_vc),
    .out_valid(out_valid), .out_head(out_head), .out_tail(out_tail), .out_vc(out_vc),
    .out_data(out_data), .out_credit_valid(out_credit_valid), .out_credit_vc(out_credit_vc), .error(error)
  );

  integer t, failures, i, from;

  // The next clock, with nothing on the links.
  task step;
    begin
      #5 clk = 1;
      #5 clk = 0;
      t = t + 1;
      in_valid = 0;
      out_credit_valid = 0;
    end
  endtask

  task put;
    input integer   port;
    input           head, tail;
    input [1:0]     vc;
    input [W-1:0]   data;
    begin
      in_valid[port] = 1;
      in_head[port] = head;
      in_tail[port] = tail;
      in_vc[2*port +: 2] = vc;
      in_data[W*port +: W] = data;
    end
  endtask

  task credit;
    input integer port;
    input [1:0]   vc;
    begin
      out_credit_valid[port] = 1;
      out_credit_vc[2*port +: 2] = vc;
    end
  endtask

  task see;
    input integer   port;
    input           head, tail;
    input [1:0]     vc;
    input [W-1:0]   data;
    begin
      if (out_valid[port] !== 1 || out_head[port] !== head || out_tail[port] !== tail ||
          out_vc[2*port +: 2] !== vc || out_data[W*port +: W] !== data) begin
        failures = failures + 1;
        $display("FAIL clock %0d output %0d: %b head %b tail %b vc %0d %h, expected head %b tail %b vc %0d %h",
                 t, port, out_valid[port], out_head[port], out_tail[port], out_vc[2*port +: 2],
                 out_data[W*port +: W], head, tail, vc, data);
      end
    end
  endtask

  // No other output than those of the mask has a flit, and no other input a credit.
  task only;
    input [9:0] outputs, credits;
    begin
      if (out_valid !== outputs || in_credit_valid !== credits) begin
        failures = failures + 1;
        $display("FAIL clock %0d: outputs %b credits %b, expected %b %b", t, out_valid, in_credit_valid, outputs, credits);
      end
    end
  endtask

  task errors;
    input [3:0] expected;
    if (error !== expected) begin
      failures = failures + 1;
      $display("FAIL clock %0d: error %b, expected %b", t, error, expected);
    end
  endtask

  task idle;
    input integer clocks;
    for (i = 0; i < clocks; i = i + 1) begin
      step;
      only(0, 0);
    end
  endtask

  // Flit 0 with a vector in rank 0, and of a multicast
  function [W-1:0] unicast;
    input [3:0] vx, vy;
    unicast = {vy, vx, 1'b0, UNICAST};
  endfunction

  function [W-1:0] multicast;
    input [1:0] phase;
    input [2:0] stage;
    input [6:0] tag;
    input       pe;
    multicast = {tag, stage, phase, pe, MULTICAST};
  endfunction

  function [W-1:0] message;
    input [1:0] kind;
    input [6:0] tag;
    message = {tag, kind};
  endfunction

  // A set-up packet at port 9, which leaves nothing behind but its credit.
  task set_up;
    input [3:0]  register;
    input [31:0] value;
    begin
      put(9, 1, 0, 0, SET_UP);            step; only(0, 0);
      put(9, 0, 0, 0, {value, register}); step; only(0, 0);
      put(9, 0, 1, 0, 36'd5);             step; only(0, 0);
      idle(2);
      step; only(0, 10'h200);
    end
  endtask

  task reset;
    begin
      rst = 1;
      node = 8'h55;
      step;
      rst = 0;
      node = 0;
      only(0, 0);
      errors(0);
    end
  endtask

  initial begin
    failures = 0;
    t = 0;
    clk = 0;
    rst = 1;
    node = 8'h55;
    in_valid = 0;
    out_credit_valid = 0;
    step; step;
    rst = 0;
    node = 0;
    only(0, 0);
    errors(0);

    // A unicast from x- to x+: three clocks, one off its vector, credit one clock behind the tail.
    put(2, 1, 0, 0, unicast(2, 0)); step; only(0, 0);
    put(2, 0, 0, 0, 36'h111111111); step; only(0, 0);
    put(2, 0, 1, 0, 36'h222222222); step;
    only(2, 0); see(1, 1, 0, 0, unicast(1, 0)); step;
    only(2, 0); see(1, 0, 0, 0, 36'h111111111); step;
    only(2, 0); see(1, 0, 1, 0, 36'h222222222); step;
    only(0, 4);
    if (in_credit_vc[5:4] !== 2'd0) failures = failures + 1;

    // The next one to x+ finds the buffer there taken; behind its dateline it takes the other one.
    put(2, 1, 0, 0, unicast(1, 0)); step; only(0, 0);
    put(2, 0, 1, 0, 36'h333333333); step; only(0, 0);
    put(2, 1, 0, 1, unicast(1, 0) | CROSSED); step; only(0, 0);
    put(2, 0, 1, 1, 36'h333333333); step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 1, unicast(0, 0));
    step; only(2, 0); see(1, 0, 1, 1, 36'h333333333);
    step; only(0, 4);
    if (in_credit_vc[5:4] !== 2'd1) failures = failures + 1;
    credit(1, 0); step; only(0, 0);
    step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 0, unicast(0, 0));
    step; only(2, 0); see(1, 0, 1, 0, 36'h333333333);
    step; only(0, 4);
    credit(1, 0); step; only(0, 0);
    credit(1, 1);

    // A unicast for this node comes as it left the last router.
    put(3, 1, 0, 0, 36'd4); step; only(0, 0);
    put(3, 0, 1, 0, 36'h444444444); step; only(0, 0);
    step; only(10'h200, 0); see(9, 1, 0, 0, 36'd4);
    step; only(10'h200, 0); see(9, 0, 1, 0, 36'h444444444);
    step; only(0, 8);
    credit(9, 0);

    // BEGIN of stage 0 with the whole map: five copies in t+5.
    put(0, 1, 0, 0, multicast(BEGIN, 0, 7'h15, 0)); step; only(0, 0);
    put(0, 0, 0, 0, 36'h0000000FF); step; only(0, 0);
    put(0, 0, 1, 0, 36'h555555555); step; only(0, 0);
    step; only(0, 0);
    step; only(10'h01F, 0);
    see(0, 1, 0, 0, multicast(LEAF, 0, 0, 0));
    see(1, 1, 0, 0, multicast(LEAF, 0, 0, 0));
    see(2, 1, 0, 0, multicast(LEAF, 0, 0, 0));
    see(3, 1, 0, 0, multicast(SOUTH, 0, 0, 0));
    see(4, 1, 0, 0, multicast(LEAF, 0, 0, 0));
    step; only(10'h01F, 0);
    for (from = 0; from < 5; from = from + 1) see(from, 0, 0, 0, 36'h0FF);
    // Acks of two neighbours in one clock, taken one after the other
    put(1, 1, 1, 3, message(ACK, 0));
    put(2, 1, 1, 3, message(ACK, 0));
    step; only(10'h01F, 0);
    for (from = 0; from < 5; from = from + 1) see(from, 0, 1, 0, 36'h555555555);
    step; only(0, 10'h001);
    step; only(0, 10'h002);
    if (in_credit_vc[3:2] !== 2'd3) failures = failures + 1;
    step; only(0, 10'h004);
    put(0, 1, 1, 3, message(ACK, 0)); step; only(0, 0);
    put(3, 1, 1, 3, message(ACK, 0)); step; only(0, 0);
    step; only(0, 1);
    step; only(0, 8);
    // The last one; the ack of all is on the link three clocks later, before a packet for the same port.
    put(4, 1, 1, 3, message(ACK, 0)); put(1, 1, 0, 0, 36'd0); step; only(0, 0);
    put(1, 0, 0, 0, 36'h666666666); step; only(0, 0);
    put(1, 0, 1, 0, 36'h777777777); step; only(1, 16); see(0, 1, 1, 3, message(ACK, 7'h15));
    step; only(1, 0); see(0, 1, 0, 1, 36'd0);
    step; only(1, 0); see(0, 0, 0, 1, 36'h666666666);
    step; only(1, 0); see(0, 0, 1, 1, 36'h777777777);
    credit(0, 1); step; only(0, 2);
    credit(0, 3); step; only(0, 0);
    credit(0, 0); credit(1, 0); credit(2, 0); credit(3, 0); credit(4, 0); step; only(0, 0);

    // SOUTH of stage 1 from uy- on VC 1: SS keeps VC 1; S goes on to rank 0, to the local port 9.
    put(8, 1, 0, 1, multicast(SOUTH, 1, 7'h04, 1)); step; only(0, 0);
    put(8, 0, 1, 1, {16'd0, 8'hF0, 8'h01}); step; only(0, 0);
    step; only(0, 0); step; only(0, 0);
    step; only(10'h2E0, 0);
    see(5, 1, 0, 0, multicast(LEAF, 1, 7'h06, 1));
    see(6, 1, 0, 0, multicast(LEAF, 1, 7'h06, 1));
    see(7, 1, 0, 1, multicast(LEAF, 1, 7'h06, 1));
    see(9, 1, 0, 0, multicast(LEAF, 0, 7'h06, 1));
    step; only(10'h2E0, 0);
    step; only(0, 10'h100);
    put(5, 1, 1, 3, message(ACK, 7'h06)); step; only(0, 0);
    put(6, 1, 1, 3, message(NACK, 7'h06)); step; only(0, 0);
    put(7, 1, 1, 3, message(ACK, 7'h06)); step; only(0, 10'h020);
    put(9, 1, 1, 3, message(ACK, 7'h06)); step; only(0, 10'h040);
    step; only(0, 10'h080);
    step; only(10'h100, 10'h200); see(8, 1, 1, 3, message(NACK, 7'h04));
    credit(8, 3); step; only(0, 0);
    credit(5, 0); credit(6, 0); credit(7, 1); credit(9, 0); step; only(0, 0);

    // BEGIN of stage 2 at a node of rank 1: a move to the first neighbour of rank 2, x+ on VC 2.
    put(9, 1, 0, 1, multicast(BEGIN, 2, 7'h0A, 0)); step; only(0, 0);
    put(9, 0, 1, 1, 36'h00FFFFFF); step; only(0, 0);
    step; only(0, 0); step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 2, multicast(ROOT, 2, 7'h08, 0));
    step; only(2, 0); step; only(0, 10'h200);
    credit(1, 2); put(1, 1, 1, 3, message(ACK, 7'h08)); step; only(0, 0);
    step; only(0, 0);
    step; only(10'h200, 2); see(9, 1, 1, 3, message(ACK, 7'h0A));
    credit(9, 3); step; only(0, 0);

    // No branch at all: acknowledged at once, the buffer empty.
    put(0, 1, 0, 0, multicast(BEGIN, 0, 7'h03, 0)); step; only(0, 0);
    put(0, 0, 1, 0, 36'd0); step; only(0, 0);
    step; only(0, 0);
    step; only(1, 0); see(0, 1, 1, 3, message(ACK, 7'h03));
    credit(0, 3); step; only(0, 1);

    // A nack for an unused entry is taken and forgotten; kinds 2 and 3 are not taken.
    put(0, 1, 1, 3, message(NACK, 0)); step; only(0, 0);
    put(0, 1, 1, 3, message(REPORT, 0)); step; only(0, 0);
    put(0, 1, 1, 3, message(3, 0)); step; only(0, 1);
    if (in_credit_vc[1:0] !== 2'd3) failures = failures + 1;
    idle(4);

    // A2: multicasts of class (0, BEGIN) until it is full.
    for (from = 0; from < dut.ACK_WAYS; from = from + 1) begin
      put(0, 1, 0, 0, multicast(BEGIN, 0, 7'h1A + from, 0)); step; only(0, 0);
      put(0, 0, 1, 0, 36'h002); step; only(0, 0);
      step; only(0, 0); step; only(0, 0);
      step; only(2, 0); see(1, 1, 0, 0, multicast(LEAF, 0, 7'h20 * from, 0));
      step; only(2, 0); step; only(0, 1);
      credit(1, 0);
    end
    // One more waits on VC 0; stage 1 on VC 1 of the port does not.
    put(9, 1, 0, 0, multicast(BEGIN, 0, 7'h01, 0)); step; only(0, 0);
    put(9, 0, 1, 0, 36'h002); step; only(0, 0);
    put(9, 1, 0, 1, multicast(BEGIN, 1, 7'h02, 0)); step; only(0, 0);
    put(9, 0, 1, 1, 36'h200); step; only(0, 0);
    step; only(0, 0); step; only(0, 0);
    step; only(10'h020, 0); see(5, 1, 0, 0, multicast(LEAF, 1, 7'h04, 0));
    step; only(10'h020, 0);
    step; only(0, 10'h200);
    if (in_credit_vc[19:18] !== 2'd1) failures = failures + 1;
    // There is no stage 4; its ack is not one of stage 0.
    put(0, 1, 1, 3, message(ACK, 7'h10)); step; only(0, 0);
    step; only(0, 0); step; only(0, 1);
    idle(3);
    // The entry is unused in the clock in which its ack is on the link; three clocks later a copy is.
    put(1, 1, 1, 3, message(ACK, 0)); step; only(0, 0);
    step; only(0, 0);
    step; only(1, 2); see(0, 1, 1, 3, message(ACK, 7'h1A));
    credit(0, 3); credit(5, 0); step; only(0, 0);
    step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 0, multicast(LEAF, 0, 0, 0));
    step; only(2, 0); step; only(0, 10'h200);
    if (in_credit_vc[19:18] !== 2'd0) failures = failures + 1;

    // Class (0, LEAF) full: it waits on VC 0 of y-, SOUTH on VC 1 and a move on VC 2 do not.
    for (from = 0; from < dut.ACK_WAYS; from = from + 1) begin
      put(2, 1, 0, 0, multicast(LEAF, 0, 0, 0)); step; only(0, 0);
      put(2, 0, 1, 0, 0); step; only(0, 0);
      step; only(0, 0); step; only(0, 0);
      step; only(1, 0); see(0, 1, 0, 0, multicast(LEAF, 0, 7'h20 * from + 3, 0));
      step; only(1, 0); step; only(0, 4);
      credit(0, 0);
    end
    put(4, 1, 0, 0, multicast(LEAF, 0, 7'h03, 0)); step; only(0, 0);
    put(4, 0, 1, 0, 0); step; only(0, 0);
    put(4, 1, 0, 1, multicast(SOUTH, 0, 7'h02, 1)); step; only(0, 0);
    put(4, 0, 1, 1, 36'h010); step; only(0, 0);
    put(4, 1, 0, 2, multicast(ROOT, 1, 7'h05, 0)); step; only(0, 0);
    put(4, 0, 1, 2, 36'h200); step; only(0, 0);
    step; only(10'h200, 0); see(9, 1, 0, 0, multicast(LEAF, 0, 7'h02, 1));
    step; only(10'h200, 0);
    step; only(0, 10'h010);
    step; only(10'h020, 0); see(5, 1, 0, 0, multicast(LEAF, 1, 7'h05, 0));
    step; only(10'h020, 0);
    step; only(0, 10'h010);
    // No stage 4 again
    put(0, 1, 1, 3, message(ACK, 7'h13)); step; only(0, 0);
    step; only(0, 0); step; only(0, 1);
    idle(3);
    put(0, 1, 1, 3, message(ACK, 7'h03)); step; only(0, 0);
    step; only(0, 0);
    step; only(4, 1); see(2, 1, 1, 3, message(ACK, 0));
    step; only(0, 0);
    step; only(0, 0);
    step; only(1, 0); see(0, 1, 0, 0, multicast(LEAF, 0, 7'h03, 0));
    step; only(1, 0); step; only(0, 10'h010);
    reset;

    // E1: a head at once tail of a multicast, no head, a packet for this node, a packet of 17 flits.
    put(0, 1, 1, 0, multicast(BEGIN, 0, 0, 0)); step; errors(2);
    put(0, 0, 0, 0, 36'd0); step; errors(2);
    put(9, 1, 1, 1, unicast(0, 0)); step; errors(6);
    put(9, 1, 0, 1, unicast(1, 0)); step;
    for (from = 1; from < 17; from = from + 1) begin
      put(9, 0, from == 16, 1, 36'd7);
      step;
      errors(from < 15 ? 6 : 14);
    end
    step; only(2, 0); see(1, 0, 1, 0, 36'd7);
    step; only(0, 10'h200);
    reset;
    // A head within a packet is dropped, a tail or not; the packet goes on.
    put(9, 1, 0, 1, unicast(1, 0)); step; only(0, 0);
    put(9, 1, 1, 1, unicast(1, 0)); step; only(0, 0); errors(2);
    put(9, 0, 0, 1, 36'h111); step; only(2, 0); see(1, 1, 0, 0, unicast(0, 0));
    put(9, 0, 1, 1, 36'h222); step; only(2, 0); see(1, 0, 0, 0, 36'h111);
    step; only(2, 0); see(1, 0, 1, 0, 36'h222);
    step; only(0, 10'h200);
    // A packet that waits, for the buffer at x+, and one that overflows.
    put(9, 1, 0, 1, unicast(1, 0)); step; only(0, 0);
    put(9, 0, 1, 1, 36'h333); step; only(0, 0);
    idle(2);
    put(9, 1, 0, 1, unicast(1, 0)); step; only(0, 0); errors(3);
    put(9, 0, 0, 1, 36'h444); credit(1, 0); step; only(0, 0);
    step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 0, unicast(0, 0));
    step; only(2, 0); see(1, 0, 1, 0, 36'h333);
    step; only(0, 10'h200);
    // The buffer is empty, the dropped packet still open: no head ends it, its tail does.
    put(9, 1, 1, 1, unicast(1, 0)); credit(1, 0); step; only(0, 0);
    put(9, 0, 1, 1, 36'h555); step; only(0, 0);
    put(9, 1, 0, 1, unicast(1, 0)); step; only(0, 0);
    put(9, 0, 1, 1, 36'h666); step; only(0, 0);
    step; only(2, 0); see(1, 1, 0, 0, unicast(0, 0));
    step; only(2, 0); see(1, 0, 1, 0, 36'h666);
    step; only(0, 10'h200); errors(3);
    idle(6);
    reset;

    // Outputs x+ and x- disabled, ticks every 40 clocks: what needs them is shot down at the fourth tick.
    // The tail of the last set-up advances in clock 16: the counter is 0 in 17.
    t = 0;
    set_up(2, 32'h6);
    set_up(0, 32'd30);
    set_up(0, 32'd40);
    put(2, 1, 0, 0, unicast(1, 0)); step; only(0, 0);
    put(2, 0, 0, 0, 36'hABCDEF123); step; only(0, 0);
    put(2, 0, 1, 0, 36'd9); step; only(0, 0);
    put(4, 1, 0, 0, multicast(SOUTH, 0, 7'h01, 0)); step; only(0, 0);
    put(4, 0, 1, 0, 36'h0000000F0); step; only(0, 0);
    step; only(0, 0); step; only(0, 0);
    step; only(10'h009, 0);
    see(0, 1, 0, 0, multicast(LEAF, 0, 7'h02, 0));
    see(3, 1, 0, 0, multicast(LEAF, 0, 7'h02, 0));
    step; only(10'h009, 0);
    put(0, 1, 1, 3, message(ACK, 7'h02)); step; only(0, 0);
    put(3, 1, 1, 3, message(ACK, 7'h02)); step; only(0, 0);
    step; only(0, 1);
    step; only(0, 8);
    while (t < 172) begin
      step; only(0, 0);
    end
    // x+ and x- are enabled from clock 177 on.
    put(9, 1, 0, 0, SET_UP); step; only(0, 0);
    put(9, 0, 0, 0, 36'd2);  step; only(0, 0);
    put(9, 0, 1, 0, 36'd5);  step; only(0, 0);
    // The fourth tick is in clock 17 + 4 * 40 - 1 = 176. From 177 on: the unicast granted in 177, advances
    // in 178 .. 180, its report waits in 181 and is on the link in 182, its credit too; the branches nacked
    // in 177 and 178, the nack of all done in 179 and on the link in 180, the buffer left in 179, its credit
    // in 181. In 177 nothing of it is granted, though it could be.
    step; only(0, 0);
    step; only(0, 0);
    step; only(0, 10'h200);
    step; only(0, 0);
    step; only(10'h010, 0); see(4, 1, 1, 3, message(NACK, 7'h01));
    step; only(0, 10'h010);
    step; only(10'h001, 10'h004); see(0, 1, 1, 3, {34'h2BCDEF123, REPORT});

    // A unicast of one flit is reported with flit 1 = 0. Ticks in 216, 256, 296 and 336.
    credit(0, 3);
    set_up(2, 32'h6);
    put(2, 1, 1, 0, unicast(1, 0));
    while (t < 339) begin
      step; only(0, 0);
    end
    step; only(10'h001, 10'h004); see(0, 1, 1, 3, {34'd0, REPORT});

    if (failures == 0) $display("PASS");
    $finish;
  end

endmodule

// A network of multicast routers, `NODES nodes. The first `SOURCES of every `EVERY nodes each send `PACKETS broadcasts of 4 flits by
// both local ports; the sinks take every flit and acknowledge every tail (docs/multicast_router.md, A6, N2-N4). Each node must get each packet
// once, each source one ack for it. wiring.v says the link of (node, port): LINK(node, port, far node, far port).
`timescale 1ns / 1ns
`default_nettype none

module multicast_network_bench;

  localparam W = 36, NODES = `NODES, PORTS = 10, LENGTH = 4, TOTAL = NODES * `PACKETS;

  reg clk, rst;
  reg  [NODES*PORTS-1:0]   in_valid, in_head, in_tail, out_credit_valid;
  reg  [NODES*PORTS*2-1:0] in_vc, out_credit_vc;
  reg  [NODES*PORTS*W-1:0] in_data;
  wire [NODES*PORTS-1:0]   in_credit_valid, out_valid, out_head, out_tail;
  wire [NODES*PORTS*2-1:0] in_credit_vc, out_vc;
  wire [NODES*PORTS*W-1:0] out_data;
  wire [NODES*4-1:0]       error;

  genvar g;
  generate
    for (g = 0; g < NODES; g = g + 1) begin : g_node
      localparam [`ADDRESS_BITS-1:0] ADDRESS = g;
      `ROUTER #(.FLIT_WIDTH(W), .ACK_WAYS(`WAYS)) router (
        .clk(clk), .rst(rst), .node(ADDRESS),
        .in_valid(in_valid[g*PORTS +: PORTS]), .in_head(in_head[g*PORTS +: PORTS]), .in_tail(in_tail[g*PORTS +: PORTS]),
        .in_vc(in_vc[2*g*PORTS +: 2*PORTS]), .in_data(in_data[W*g*PORTS +: W*PORTS]),
        .in_credit_valid(in_credit_valid[g*PORTS +: PORTS]), .in_credit_vc(in_credit_vc[2*g*PORTS +: 2*PORTS]),
        .out_valid(out_valid[g*PORTS +: PORTS]), .out_head(out_head[g*PORTS +: PORTS]), .out_tail(out_tail[g*PORTS +: PORTS]),
        .out_vc(out_vc[2*g*PORTS +: 2*PORTS]), .out_data(out_data[W*g*PORTS +: W*PORTS]),
        .out_credit_valid(out_credit_valid[g*PORTS +: PORTS]), .out_credit_vc(out_credit_vc[2*g*PORTS +: 2*PORTS]),
        .error(error[4*g +: 4])
      );
    end
  endgenerate

  // Interfaces, one a local port: 2 * node + (1 for port 9). Packet number = source node * PACKETS + count.
  reg [7:0]   got    [0:TOTAL*NODES-1];
  reg [7:0]   acked  [0:TOTAL-1];
  reg [1:0]   free   [0:2*NODES-1];  // buffers of VC 0, 1
  reg         slot   [0:2*NODES-1];
  reg [6:0]   queue  [0:2*NODES*64-1];  // acks to be sent
  integer     first  [0:2*NODES-1], last [0:2*NODES-1], index [0:2*NODES-1], count [0:2*NODES-1];
  reg         vc     [0:2*NODES-1];
  reg [6:0]   tag    [0:2*NODES*2-1];  // of the packet that comes in on a VC
  integer     packet [0:2*NODES*2-1], place [0:2*NODES*2-1];
  integer     n, p, e, l, t, failures, number, delivered, answered, active, sending;
  reg [1:0]   v;
  reg [W-1:0] data;

  task fail;
    input integer what;
    begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL clock %0d node %0d port %0d: %0d", t, n, p, what);
    end
  endtask

  task link;
    input integer node, port, far, far_port;
    begin
      in_valid[far*PORTS+far_port]         = out_valid[node*PORTS+port];
      in_head[far*PORTS+far_port]          = out_head[node*PORTS+port];
      in_tail[far*PORTS+far_port]          = out_tail[node*PORTS+port];
      in_vc[2*(far*PORTS+far_port) +: 2]   = out_vc[2*(node*PORTS+port) +: 2];
      in_data[W*(far*PORTS+far_port) +: W] = out_data[W*(node*PORTS+port) +: W];
      out_credit_valid[node*PORTS+port]         = in_credit_valid[far*PORTS+far_port];
      out_credit_vc[2*(node*PORTS+port) +: 2]   = in_credit_vc[2*(far*PORTS+far_port) +: 2];
    end
  endtask

  // What interface e at link l = node n, port p does with the router's outputs of this clock.
  task serve;
    begin
      out_credit_valid[l] = 0;
      v = out_vc[2*l +: 2];
      data = out_data[W*l +: W];
      if (out_valid[l] === 1'b1) begin
        if (v == 3) begin
          out_credit_valid[l] = 1;
          out_credit_vc[2*l +: 2] = 3;
          number = n * `PACKETS + data[8:2];
          if (data[1:0] != 0) fail(1);
          if (data[8:2] >= `PACKETS || (data[2] != (p == 9))) fail(2);
          else begin
            acked[number] = acked[number] + 1;
            answered = answered + 1;
          end
        end else begin
          if (out_head[l]) begin
            place[2*e+v] = 0;
            tag[2*e+v] = data[14:8];
            if (data[7:0] !== {3'd0, 2'd3, p == 9, 2'd1}) fail(3);
          end
          if (place[2*e+v] == 2) packet[2*e+v] = data;
          if (out_tail[l]) begin
            if (place[2*e+v] != LENGTH - 1 || data !== ~packet[2*e+v] + 36'd0) fail(4);
            got[packet[2*e+v]*NODES+n] = got[packet[2*e+v]*NODES+n] + 1;
            delivered = delivered + 1;
            queue[64*e+last[e]] = tag[2*e+v];
            out_credit_valid[l] = 1;
            out_credit_vc[2*l +: 2] = v;
          end
          place[2*e+v] = place[2*e+v] + 1;
        end
      end
      if (in_credit_valid[l] === 1'b1 && in_credit_vc[2*l +: 2] == 3) slot[e] = 1;
      else if (in_credit_valid[l] === 1'b1) free[e] = free[e] | 1 << in_credit_vc[2*l +: 2];
      in_valid[l] = 0;
      sending = index[e] != 0 ? 1 : 0;
      if (slot[e] && first[e] != last[e]) begin
        in_valid[l] = 1;
        in_head[l] = 1;
        in_tail[l] = 1;
        in_vc[2*l +: 2] = 3;
        in_data[W*l +: W] = {queue[64*e+first[e]], 2'd0};
        first[e] = (first[e] + 1) % 64;
        slot[e] = 0;
      end else if (sending || (n % `EVERY < `SOURCES && count[e] < `PACKETS && free[e] != 0)) begin
        if (!sending) begin
          vc[e] = ~free[e][0];
          free[e] = free[e] & ~(1 << vc[e]);
        end
        number = n * `PACKETS + count[e];
        in_valid[l] = 1;
        in_head[l] = index[e] == 0;
        in_tail[l] = index[e] == LENGTH - 1;
        in_vc[2*l +: 2] = vc[e];
        // The copies are for port 0 or 9 by the number.
        case (index[e])
          0: data = {count[e][6:0], `STAGE, 2'd0, number[0], 2'd1} | 36'h0_007F_8000;
          1: data = 36'h0_FFFF_FFFF;
          2: data = number;
          default: data = ~number;
        endcase
        in_data[W*l +: W] = data;
        index[e] = index[e] + 1;
        if (index[e] == LENGTH) begin
          index[e] = 0;
          count[e] = count[e] + 2;
        end
      end
      // The ack of a tail on the link in this clock goes in the next.
      if (out_valid[l] === 1'b1 && v != 3 && out_tail[l]) last[e] = (last[e] + 1) % 64;
    end
  endtask

  initial begin
    failures = 0;
    delivered = 0;
    answered = 0;
    active = 0;
    clk = 0;
    rst = 1;
    in_valid = 0;
    out_credit_valid = 0;
    for (n = 0; n < TOTAL * NODES; n = n + 1) got[n] = 0;
    for (n = 0; n < TOTAL; n = n + 1) acked[n] = 0;
    for (e = 0; e < 2 * NODES; e = e + 1) begin
      free[e] = 3;
      slot[e] = 1;
      first[e] = 0;
      last[e] = 0;
      index[e] = 0;
      count[e] = e % 2;
    end
    for (n = 0; n < NODES; n = n + 1) if (n % `EVERY < `SOURCES) active = active + 1;
    #5 clk = 1; #5 clk = 0;
    rst = 0;
    t = 0;
    while (t < `CLOCKS && (answered < active * `PACKETS || t % 64 != 0)) begin
      `include "wiring.v"
      for (n = 0; n < NODES; n = n + 1) begin
        e = 2 * n;
        p = 0;
        l = n * PORTS;
        serve;
        e = 2 * n + 1;
        p = 9;
        l = n * PORTS + 9;
        serve;
      end
      #5 clk = 1; #5 clk = 0;
      t = t + 1;
    end
    p = 10;
    for (n = 0; n < TOTAL; n = n + 1) begin
      for (e = 0; e < NODES; e = e + 1) begin
        if (got[n*NODES+e] != (n / `PACKETS % `EVERY < `SOURCES ? 1 : 0)) fail(5);
      end
      if (acked[n] != (n / `PACKETS % `EVERY < `SOURCES ? 1 : 0)) fail(6);
    end
    for (e = 0; e < 2 * NODES; e = e + 1) if (free[e] != 3 || !slot[e]) fail(7);
    if (error != 0) fail(8);
    if (failures == 0) $display("PASS %0d clocks, %0d copies, %0d acks", t, delivered, answered);
    $finish;
  end

endmodule

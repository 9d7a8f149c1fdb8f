// Beside network_bench, on a torus of 3 x 3 with two VCs and counters: counts from the wires of every router's links, reads a register in
// every clock, and prints those that differ (docs/counters.md). Macro: DEPTH.
`default_nettype none
module counters_watch;

  localparam N = 9, P = 5, V = 2;

  wire clk = network_bench.clk;
  wire rst = network_bench.rst;

  // All that a register can hold, by node, port and register; what is not there is 0.
  reg [31:0] value [0:2047];
  reg [10:0] address = 0;
  reg        clear = 0;
  reg [31:0] first = 0, second = 0;
  reg [10:0] first_address = 0, second_address = 0;
  integer    clocks = 0, reads = 0, picked = 0, k;

  initial begin
    for (k = 0; k < 2048; k = k + 1) value[k] = 0;
    force network_bench.dut.counter_address = address;
    force network_bench.dut.counter_clear = clear;
  end

  // The wires of all nodes, node n's from n * P on
`define ALL(wires) {network_bench.dut.u_node_8.wires, network_bench.dut.u_node_7.wires, network_bench.dut.u_node_6.wires, \
  network_bench.dut.u_node_5.wires, network_bench.dut.u_node_4.wires, network_bench.dut.u_node_3.wires, \
  network_bench.dut.u_node_2.wires, network_bench.dut.u_node_1.wires, network_bench.dut.u_node_0.wires}
  wire [N*P-1:0] all_in_valid = `ALL(in_valid);
  wire [N*P-1:0] all_in_tail = `ALL(in_tail);
  wire [N*P-1:0] all_in_vc = `ALL(in_vc);
  wire [N*P-1:0] all_in_credit_valid = `ALL(in_credit_valid);
  wire [N*P-1:0] all_in_credit_vc = `ALL(in_credit_vc);
  wire [N*P-1:0] all_out_valid = `ALL(out_valid);
  wire [N*P-1:0] all_out_tail = `ALL(out_tail);

  genvar n, p;
  generate
    for (n = 0; n < N; n = n + 1) begin : g_node
      for (p = 0; p < P; p = p + 1) begin : g_port
        localparam BASE = (n * 8 + p) * 16;
        wire in_valid   = all_in_valid[n*P+p];
        wire in_tail    = all_in_tail[n*P+p];
        wire in_vc      = all_in_vc[n*P+p];
        wire credit     = all_in_credit_valid[n*P+p];
        wire credit_vc  = all_in_credit_vc[n*P+p];
        wire out_valid  = all_out_valid[n*P+p];
        wire out_tail   = all_out_tail[n*P+p];
        integer taken [0:V-1];
        integer v, r;

        always @(posedge clk) begin
          if (rst) begin
            for (r = 0; r < 16; r = r + 1) value[BASE+r] <= 0;
            for (v = 0; v < V; v = v + 1) taken[v] = 0;
          end else begin
            value[BASE+0] <= clear ? 0 : value[BASE+0] + (in_valid ? 1 : 0);
            value[BASE+1] <= clear ? 0 : value[BASE+1] + (in_valid && in_tail ? 1 : 0);
            value[BASE+2] <= clear ? 0 : value[BASE+2] + (out_valid ? 1 : 0);
            value[BASE+3] <= clear ? 0 : value[BASE+3] + (out_valid && out_tail ? 1 : 0);
            value[BASE+4] <= clear ? 0 : value[BASE+4] + (taken[0] + taken[1] > 0 && !credit ? 1 : 0);
            if (in_valid) taken[in_vc] = taken[in_vc] + 1;
            if (credit) taken[credit_vc] = taken[credit_vc] - 1;
            for (v = 0; v < V; v = v + 1) begin
              if (taken[v] < 0 || taken[v] > `DEPTH) $display("COUNTER taken %0d", taken[v]);
              if (clear || taken[v] > value[BASE+8+v]) value[BASE+8+v] <= taken[v];
            end
          end
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    clocks <= clocks + 1;
    clear  <= clocks % 61 == 60;
    // Some addresses are of no node, no port or no register.
    picked = {$random} % 7;
    address[10:7] <= {$random} % 9;
    address[6:4]  <= {$random} % 5;
    address[3:0]  <= (picked > 4) ? picked + 3 : picked;
    if (clocks % 8 == 0) address <= {$random} % 2048;
    first   <= value[address];
    second  <= first;
    first_address  <= address;
    second_address <= first_address;
    if (!rst && clocks > 5) begin
      if (network_bench.dut.counter_data !== second) begin
        $display("COUNTER register %0d of port %0d of node %0d: %0d, not %0d", second_address[3:0],
                 second_address[6:4], second_address[10:7], network_bench.dut.counter_data, second);
      end
      if (second != 0) reads <= reads + 1;
    end
    if (clocks == 100) $display("READS %0d", reads);
  end

endmodule

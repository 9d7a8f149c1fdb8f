// Simulation of the example: prints the LEDs after CLOCKS clocks, in binary; then how many beats the
// generators sent, each a flit of the network, how many the checkers took, and at how many nodes
// something was wrong. With BREAK_AT, the links between the routers are stuck at 0 from that clock on.
`timescale 1ns / 1ns

module bench;

  reg clk = 0;
  wire wifi_gpio0;
  wire [7:0] led;

  top #(.HEARTBEAT_BITS(8)) dut (.clk_25mhz(clk), .btn(2'b01), .wifi_gpio0(wifi_gpio0), .led(led));

  always #20 clk = ~clk;

`ifdef BREAK_AT
  initial begin
    repeat (`BREAK_AT) @(negedge clk);
    force dut.u_network.u_node_0.flit_out = 0;
    force dut.u_network.u_node_1.flit_out = 0;
    force dut.u_network.u_node_2.flit_out = 0;
    force dut.u_network.u_node_3.flit_out = 0;
  end
`endif

  // How many of the sixteen nodes
  function integer count;
    input [15:0] nodes;
    integer      n;
    begin
      count = 0;
      for (n = 0; n < 16; n = n + 1) count = count + {31'd0, nodes[n]};
    end
  endfunction

  integer sent = 0;
  integer taken = 0;

  always @(negedge clk) begin
    if (dut.rst === 1'b0) begin
      sent  = sent + count(dut.to_valid & dut.to_ready);
      taken = taken + count(dut.from_valid & dut.from_ready);
    end
  end

  initial begin
    repeat (`CLOCKS) @(negedge clk);
    $display("%b", led[6:0]);
    $display("%0d flits sent, %0d taken, errors at %0d nodes", sent, taken, count(dut.bad));
    $finish;
  end

endmodule

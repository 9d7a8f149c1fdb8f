// Simulation of the example: prints the LEDs after CLOCKS clocks, in binary. With BREAK_AT, the links
// between the routers are stuck at 0 from that clock on.
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
    force dut.u_network.flit_out = 0;
  end
`endif

  initial begin
    repeat (`CLOCKS) @(negedge clk);
    $display("%b", led[6:0]);
    $finish;
  end

endmodule

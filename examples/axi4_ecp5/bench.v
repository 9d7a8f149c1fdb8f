// Simulation of the example for CLOCKS clocks: prints PASS, or FAIL if something was wrong or a
// manager has not read back 16 bursts of each memory; how many bursts each did, and the LEDs 6 to
// 0. With FAULT_AT, from that clock on bit 0 of what memory 0 gives is stuck at 1.
`timescale 1ns / 1ns

module bench;

  reg clk = 0;
  wire wifi_gpio0;
  wire [7:0] led;

  top #(.HEARTBEAT_BITS(8)) dut (.clk_25mhz(clk), .btn(2'b01), .wifi_gpio0(wifi_gpio0), .led(led));

  always #20 clk = ~clk;

`ifdef FAULT_AT
  initial begin
    repeat (`FAULT_AT) @(negedge clk);
    force dut.from_rdata[0] = 1'b1;
  end
`endif

  initial begin
    repeat (`CLOCKS) @(negedge clk);
    $display("%0s: %0d bursts read back by manager 0, %0d by 1; errors at %0d managers; LEDs %b",
             led[0] ? "PASS" : "FAIL", dut.bursts[15:0], dut.bursts[31:16],
             {31'd0, dut.bad[0]} + {31'd0, dut.bad[1]}, led[6:0]);
    $finish;
  end

endmodule

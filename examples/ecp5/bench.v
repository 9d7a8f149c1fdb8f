// Simulation of the example: prints the LEDs after CLOCKS clocks, in binary.
`timescale 1ns / 1ns

module bench;

  reg clk = 0;
  wire [7:0] led;

  top #(.HEARTBEAT_BITS(8)) dut (.clk_25mhz(clk), .btn(2'b01), .led(led));

  always #20 clk = ~clk;

  initial begin
    repeat (`CLOCKS) @(negedge clk);
    $display("%b", led[6:0]);
    $finish;
  end

endmodule

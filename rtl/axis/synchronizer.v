// synchronizer: a level, or a Gray code, of another clock (docs/axi_interface.md, K1, K2).
//
//   in   straight from registers of the other clock; of all bits one at most changes at a time, or
//        each stands for itself
//   out  the same on clk
//
// Latency: 2 clocks, or 3 if in changes just as clk rises. Never reset: a reset goes through it too.
`default_nettype none

module synchronizer #(
  parameter WIDTH = 1
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] in,
  output wire [WIDTH-1:0] out
);

  // Side by side, and no shift register: the first may be undecided for a while.
  (* ASYNC_REG = "TRUE", shreg_extract = "no" *) reg [WIDTH-1:0] first;
  (* ASYNC_REG = "TRUE", shreg_extract = "no" *) reg [WIDTH-1:0] second;

  always @(posedge clk) begin
    first  <= in;
    second <= first;
  end

  assign out = second;

endmodule
`default_nettype wire

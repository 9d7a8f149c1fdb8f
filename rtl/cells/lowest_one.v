// lowest_one: the lowest bit of a vector that is set, one-hot; zero if there is none.
// Combinational.
`default_nettype none

module lowest_one #(
  parameter WIDTH = 4
) (
  input  wire [WIDTH-1:0] in,
  output reg  [WIDTH-1:0] one
);

  integer i;

  always @* begin
    for (i = 0; i < WIDTH; i = i + 1) begin
      one[i] = in[i] & ~(|(in & ~({WIDTH{1'b1}} << i)));
    end
  end

`ifdef TORUSMITH_FORMAL
`include "lowest_one.vh"
`endif

endmodule
`default_nettype wire

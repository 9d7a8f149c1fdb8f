// lowest_one: keeps the lowest set bit of a vector, as one-hot. Combinational.
//
//   in    any vector
//   one   the lowest bit of in that is set; zero if there is none
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

// onehot_index: the index of the set bit of a one-hot vector; 0 if none is set. Combinational.
`default_nettype none

module onehot_index #(
  parameter WIDTH      = 4,
  parameter INDEX_BITS = 2
) (
  input  wire [WIDTH-1:0]      onehot,
  output reg  [INDEX_BITS-1:0] index
);

  integer i;

  always @* begin
    index = {INDEX_BITS{1'b0}};
    for (i = 0; i < WIDTH; i = i + 1) begin
      if (onehot[i]) index = index | i[INDEX_BITS-1:0];
    end
  end

`ifdef TORUSMITH_FORMAL
`include "onehot_index.vh"
`endif

endmodule
`default_nettype wire

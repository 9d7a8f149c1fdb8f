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

`ifdef FORMAL
  integer j;

  always @* begin
    assume ((onehot & (onehot - 1'b1)) == {WIDTH{1'b0}});
    if (onehot == {WIDTH{1'b0}}) assert (index == {INDEX_BITS{1'b0}});
    for (j = 0; j < WIDTH; j = j + 1) if (onehot[j]) assert (index == j);
  end
`endif

endmodule

`default_nettype wire

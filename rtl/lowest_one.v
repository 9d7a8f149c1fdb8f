// lowest_one: keeps the lowest set bit of a vector, as one-hot. Combinational.
//
//   in    any vector
//   one   the lowest bit of in that is set; zero if there is none
`default_nettype none

module lowest_one #(
  parameter WIDTH = 4
) (
  input  wire [WIDTH-1:0] in,
  output wire [WIDTH-1:0] one
);

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : g_bit
      if (i == 0) begin : g_first
        assign one[i] = in[i];
      end else begin : g_rest
        assign one[i] = in[i] & ~(|in[i-1:0]);
      end
    end
  endgenerate

endmodule

`default_nettype wire

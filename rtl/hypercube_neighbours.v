// hypercube_neighbours: the addresses of a node's neighbours in a hypercube (docs/networks.md).
// Combinational.
//
//   next  of the neighbour behind output p, whose address differs in bit p - 1, at
//         [p*DIMENSIONS +: DIMENSIONS]; at 0 the node itself
`default_nettype none

module hypercube_neighbours #(
  parameter DIMENSIONS = 6
) (
  input  wire [DIMENSIONS-1:0]                node,
  output wire [(DIMENSIONS+1)*DIMENSIONS-1:0] next
);

  assign next[DIMENSIONS-1:0] = node;

  genvar d;
  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam [DIMENSIONS-1:0] ONE = 1;
      assign next[(d+1)*DIMENSIONS +: DIMENSIONS] = node ^ (ONE << d);
    end
  endgenerate

endmodule

`default_nettype wire

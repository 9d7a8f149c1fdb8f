// rdt_rank: the rank of the upper torus of an RDT's node (docs/networks.md). Combinational.
//
//   x, y  the node's coordinates mod 4
//   rank  one-hot, 1 .. MAX_RANK
//
// Ranks 1 to 4 are laid out in 4 x 4 nodes, odd ones in odd columns; those above MAX_RANK count on
// from 1.
`default_nettype none

module rdt_rank #(
  parameter MAX_RANK = 4
) (
  input  wire [1:0]        x,
  input  wire [1:0]        y,
  output wire [MAX_RANK:1] rank
);

  wire       upper = x[1] ^ y[1] ^ y[0];  // of the two odd or the two even ranks
  wire [4:1] unfolded = {~x[0] & upper, x[0] & upper, ~x[0] & ~upper, x[0] & ~upper};

  generate
    if (MAX_RANK == 4) begin : g_all
      assign rank = unfolded;
    end else if (MAX_RANK == 3) begin : g_three
      assign rank = {unfolded[3], unfolded[2], unfolded[1] | unfolded[4]};
    end else if (MAX_RANK == 2) begin : g_two
      assign rank = {unfolded[2] | unfolded[4], unfolded[1] | unfolded[3]};
    end else begin : g_one
      assign rank = 1'b1;
      wire unused = &{1'b0, unfolded};
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "rdt_rank.vh"
`endif

endmodule
`default_nettype wire

// head_call: which head of an input port asks for a VC (docs/router.md, VA1, VA5). PIPELINE = 3.
//
//   called    one-hot or zero; a register
//   head_req  per VC, as follows: RQ3
//   comes     a head on the link, which is the front in the next clock
//   leaves    a tail wins the switch, and a head behind it comes to the front
//   asks, granted  the called head: asks for an output, and is given a VC
//
// Grants and the switch's tails come last: all else is ready before them.
`default_nettype none

module head_call #(
  parameter NUM_VCS = 2
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [NUM_VCS-1:0] head_req,
  input  wire [NUM_VCS-1:0] comes,
  input  wire [NUM_VCS-1:0] leaves,
  input  wire               asks,
  input  wire               granted,
  output reg  [NUM_VCS-1:0] called
);

  wire [NUM_VCS-1:0] others = head_req & ~called;
  wire [NUM_VCS-1:0] other;
  wire [NUM_VCS-1:0] first = (|others) ? other : comes;
  wire               turn  = granted | ~asks;
  wire               stays = (|called) & ~granted;

  rr_arbiter #(.WIDTH(NUM_VCS)) u_others (
    .clk (clk),
    .rst (rst),
    .req (others),
    .step((|others) & turn),
    .gnt (other)
  );

  always @(posedge clk) begin
    if (rst) called <= {NUM_VCS{1'b0}};
    else if (turn) called <= (|first) ? first : stays ? called : leaves;
  end

endmodule

`default_nettype wire

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

`ifdef FORMAL
  // VA5 by the letter, but for the order among the others, which is the arbiter's.
  reg  [NUM_VCS-1:0] expected;
  reg                started;
  wire [NUM_VCS-1:0] waiting = ~called & head_req;

  initial assume (rst);

  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) expected <= {NUM_VCS{1'b0}};
    else if (asks && !granted) expected <= called;
    else if (waiting != 0) expected <= other;
    else if (comes != 0) expected <= comes;
    else if (called != 0 && !granted) expected <= called;
    else expected <= leaves;
  end

  initial started = 1'b0;

  always @* begin
    assume ((comes & (comes - 1'b1)) == 0);
    assume ((leaves & (leaves - 1'b1)) == 0);
    assume (!granted || asks);
    assume (!asks || called != 0);
    if (started) begin
      assert (called == expected);
      assert ((called & (called - 1'b1)) == 0);
    end
    if (!rst) assert ((other != 0) == (waiting != 0) && (other & ~waiting) == 0);
  end
`endif

endmodule

`default_nettype wire

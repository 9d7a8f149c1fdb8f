// credit_counter: free places in the buffer at the other end of an output VC [VC2].
//
//   send     a flit for this VC wins the switch; only while there is a credit
//   credit   a credit for this VC is on the link
//
// In the next cycle there will be:
//   credit_available    a credit, if no flit is sent in this cycle
//   credit_after_send   a credit, even if a flit is sent in this cycle
`default_nettype none

module credit_counter #(
  parameter DEPTH = 4
) (
  input  wire clk,
  input  wire rst,
  input  wire send,
  input  wire credit,
  output wire credit_available,
  output wire credit_after_send
);

//# if depth <= 4
  reg  [DEPTH:1] credits;  // a bar: bit n is set if there are n or more
  wire [DEPTH:1] one_more = {credits[DEPTH-1:1], 1'b1};
  wire [DEPTH:1] one_less = {1'b0, credits[DEPTH:2]};

  always @(posedge clk) begin
    if (rst) credits <= {DEPTH{1'b1}};
    else credits <= send ? (credit ? credits : one_less) : (credit ? one_more : credits);
  end

  assign credit_available  = credits[1] | credit;
  assign credit_after_send = credits[2] | (credits[1] & credit);
//# else
  localparam BITS = (DEPTH > 63) ? 7 : (DEPTH > 31) ? 6 : (DEPTH > 15) ? 5 :
                    (DEPTH >  7) ? 4 : (DEPTH >  3) ? 3 : 2;
  localparam [31:0] ALL = DEPTH;

  reg [BITS-1:0] credits;

  always @(posedge clk) begin
    if (rst) credits <= ALL[BITS-1:0];
    else if (send & ~credit) credits <= credits - 1'b1;
    else if (credit & ~send) credits <= credits + 1'b1;
  end

  wire two_or_more = |credits[BITS-1:1];

  assign credit_available  = (|credits) | credit;
  assign credit_after_send = two_or_more | (credits[0] & credit);
//# endif

`ifdef TORUSMITH_FORMAL
`include "credit_counter.vh"
`endif

endmodule
`default_nettype wire

// rr_arbiter: round robin among WIDTH requesters [SA4].
//
//   request   the requesters
//   grant     one-hot; zero without a request. Combinational
//   advance   the grant counts: the requester after the granted one comes first in the next cycle.
//             Only while there is a request
`default_nettype none

module rr_arbiter #(
  parameter WIDTH = 4
) (
  input  wire             clk,
  input  wire             rst,
  input  wire [WIDTH-1:0] request,
  input  wire             advance,
  output wire [WIDTH-1:0] grant
);

  // The places above the lowest bit that is set
  function [WIDTH-1:0] above;
    input [WIDTH-1:0] set;
    integer place;
    begin
      above[0] = 1'b0;
      for (place = 1; place < WIDTH; place = place + 1) begin
        above[place] = above[place-1] | set[place-1];
      end
    end
  endfunction

  // The requesters above the last granted one come first. None above it: back to requester 0.
  reg  [WIDTH-1:0] above_last;
  wire [WIDTH-1:0] preferred = request & above_last;

  assign grant = (|preferred) ? preferred & ~above(preferred) : request & ~above(request);

  always @(posedge clk) begin
    if (rst) above_last <= {WIDTH{1'b0}};
    else if (advance) above_last <= above(grant);
  end

`ifdef TORUSMITH_FORMAL
`include "rr_arbiter.vh"
`endif

endmodule
`default_nettype wire

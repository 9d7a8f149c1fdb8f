// next_after: the first requester after the last one, and round from there [VA5, VA7]: the choice of
// a round robin whose pointer is kept as the requester that had the last turn. Combinational.
//
//   request   the requesters; not the last one
//   last      the one that had the last turn, one-hot; zero: the order begins at 0
//   next      one-hot, zero without a request
`default_nettype none

module next_after #(
  parameter WIDTH = 4
) (
  input  wire [WIDTH-1:0] request,
  input  wire [WIDTH-1:0] last,
  output wire [WIDTH-1:0] next
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

  wire [WIDTH-1:0] preferred = request & above(last);

  assign next = (|preferred) ? preferred & ~above(preferred) : request & ~above(request);

`ifdef TORUSMITH_FORMAL
`include "next_after.vh"
`endif

endmodule
`default_nettype wire

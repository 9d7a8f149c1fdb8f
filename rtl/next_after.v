// next_after: the first who asks after the one whose turn it is, and round from there
// (docs/router.md, VA5, VA7). Combinational.
//
//   req   who asks; not the one whose turn it is
//   last  the one whose turn it is, one-hot; zero: nobody's, the order begins at 0
//   gnt   one-hot, zero if nobody asks
`default_nettype none

module next_after #(
  parameter WIDTH = 4
) (
  input  wire [WIDTH-1:0] req,
  input  wire [WIDTH-1:0] last,
  output wire [WIDTH-1:0] gnt
);

  wire [WIDTH-1:0] after;
  wire [WIDTH-1:0] first = req & after;
  wire [WIDTH-1:0] gnt_first;
  wire [WIDTH-1:0] gnt_any;

  genvar i;
  generate
    assign after[0] = 1'b0;
    for (i = 1; i < WIDTH; i = i + 1) begin : g_after
      assign after[i] = |last[i-1:0];
    end
  endgenerate

  lowest_one #(.WIDTH(WIDTH)) u_first (.in(first), .one(gnt_first));
  lowest_one #(.WIDTH(WIDTH)) u_any (.in(req), .one(gnt_any));

  assign gnt = gnt_first | (gnt_any & ~{WIDTH{|first}});

  wire unused = &{1'b0, last};

`ifdef TORUSMITH_FORMAL
`include "next_after.vh"
`endif

endmodule

`default_nettype wire

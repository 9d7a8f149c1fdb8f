// ring4_class: the class of a hop between basic modules, in a ring of four that has classes under
// the VC rule balanced (docs/networks.md, TTN, MTN). Combinational.
//
//   here, there  positions, not the same
//   plus         the packet goes '+'; what goes '-' counts positions from the other end
//   upper        class 1, else class 0
//
// Class 0 is that of the last hop to any place and, from position 0 to 2, of the one before it;
// every other hop is of class 1.
`default_nettype none

module ring4_class (
  input  wire [1:0] here,
  input  wire [1:0] there,
  input  wire       plus,
  output wire       upper
);

  wire [1:0] from = here ^ {2{~plus}};
  wire [1:0] to   = there ^ {2{~plus}};
  wire [1:0] left = to - from;

  assign upper = ~((left == 2'd1) | ((from == 2'd0) & (to == 2'd2)));

endmodule
`default_nettype wire

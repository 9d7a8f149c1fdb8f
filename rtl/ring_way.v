// ring_way: which way round a ring of SIDE nodes, and over its wrap link or not. Combinational.
//
//   here, there  positions 0 .. SIDE-1
//   differ       there is a way to go
//   plus         the shorter way is '+'
//   ahead        there > here: the wrap link lies on the way of '-' and not on that of '+'
//   TIES         where both ways are as short (docs/networks.md): 0 '+'; 1 the way without the
//                wrap link; 2 balanced, '+' from an even position, '-' from an odd one
`default_nettype none

module ring_way #(
  parameter SIDE = 4,
  parameter BITS = 2,
  parameter TIES = 0
) (
  input  wire [BITS-1:0] here,
  input  wire [BITS-1:0] there,
  output wire            differ,
  output wire            plus,
  output wire            ahead
);

  localparam [31:0]     LENGTH = SIDE;
  localparam [BITS-1:0] HALF   = LENGTH[BITS:1];
  localparam [BITS-1:0] WRAP   = LENGTH[BITS-1:0];  // 0 for 2^BITS: the difference wraps by itself
  localparam            EVEN   = ~LENGTH[0];

  wire [BITS-1:0] distance = there - here + (ahead ? {BITS{1'b0}} : WRAP);

  assign differ = here != there;
  assign ahead  = there > here;

  generate
    if (EVEN && TIES == 1) begin : g_tie
      assign plus = (distance < HALF) | ((distance == HALF) & ahead);
    end else if (SIDE == 2) begin : g_pair
      assign plus = 1'b1;
      wire unused = &{1'b0, distance, HALF};
    end else if (EVEN && TIES == 2) begin : g_balanced
      assign plus = (distance < HALF) | ((distance == HALF) & ~here[0]);
    end else begin : g_plus
      assign plus = distance <= HALF;
    end
  endgenerate

endmodule

`default_nettype wire

// ring_class: the class of a hop in a ring of SIDE nodes, five or more, under the VC rule balanced
// (docs/networks.md, torus). Combinational.
//
//   here, there  positions 0 .. SIDE-1, not the same
//   plus         the packet goes '+'
//   wraps        the wrap link is still ahead
//   upper        class 1, else class 0
//
// To a place that some ways reach behind the wrap link, so that they go on there, the class is that
// of a dateline: 1 before and on that link, 0 behind it. To the others it is 0 on the last NEAR
// hops and 1 before them.
`default_nettype none

module ring_class #(
  parameter SIDE = 8,
  parameter BITS = 3
) (
  input  wire [BITS-1:0] here,
  input  wire [BITS-1:0] there,
  input  wire            plus,
  input  wire            wraps,
  output wire            upper
);

  localparam [31:0]     LENGTH = SIDE;
  localparam [BITS-1:0] WRAP   = LENGTH[BITS-1:0];  // 0 for 2^BITS
  localparam [31:0]     EIGHTH = (LENGTH + 7) / 8;
  localparam [BITS-1:0] NEAR   = EIGHTH[BITS-1:0];

  // Those places: 1 .. REACH for '+', and the same counted from the other end for '-'
  localparam [31:0]     REACH  = LENGTH[0] ? LENGTH / 2 : LENGTH / 2 - 2;
  localparam [31:0]     MIRROR = LENGTH - 1 - REACH;
  localparam [31:0]     END    = LENGTH - 1;

  wire dateline = plus ? (there != {BITS{1'b0}}) & (there <= REACH[BITS-1:0])
                       : (there != END[BITS-1:0]) & (there >= MIRROR[BITS-1:0]);

  wire early;  // before the last NEAR hops
  generate
    if (WRAP == {BITS{1'b0}}) begin : g_power_of_two
      // In '+' direction, as ring_way has it; in '-' direction it is the rest of the ring.
      localparam [BITS-1:0] FAR = {BITS{1'b0}} - NEAR;
      wire [BITS-1:0] distance = there - here;
      assign early = plus ? distance > NEAR : distance < FAR;
    end else begin : g_other
      wire [BITS-1:0] way  = plus ? there - here : here - there;
      wire [BITS-1:0] left = way + (wraps ? WRAP : {BITS{1'b0}});
      assign early = left > NEAR;
    end
  endgenerate

  assign upper = dateline ? wraps : early;

endmodule

`default_nettype wire

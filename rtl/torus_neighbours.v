// torus_neighbours: the addresses of a node's neighbours in a torus of two to four dimensions, or
// in a mesh (docs/networks.md). Combinational.
//
//   node  ((w * Z + z) * Y + y) * X + x
//   next  of the neighbour behind output p at [p*ADDRESS_BITS +: ADDRESS_BITS]; 1 x+, 2 x-, 3 y+,
//         4 y-, 5 z+, 6 z-, 7 w+, 8 w-; at 0 the node itself. Without meaning over a mesh's edge
//
// X .. W are the sides.
`default_nettype none

module torus_neighbours #(
  parameter DIMENSIONS   = 2,
  parameter X            = 8,
  parameter Y            = 8,
  parameter Z            = 1,
  parameter W            = 1,
  parameter ADDRESS_BITS = 6
) (
  input  wire [ADDRESS_BITS-1:0]                  node,
  output wire [(2*DIMENSIONS+1)*ADDRESS_BITS-1:0] next
);

  assign next[ADDRESS_BITS-1:0] = node;

  localparam BITS = ADDRESS_BITS + 1;  // twice the number of nodes is not reached

  genvar d;
  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam [31:0] LENGTH = d == 0 ? X : d == 1 ? Y : d == 2 ? Z : W;
      localparam [31:0] APART  = d == 0 ? 1 : d == 1 ? X : d == 2 ? X * Y : X * Y * Z;
      localparam [31:0] RETURN = APART * (LENGTH - 1);  // from the last node of a ring to its first
      localparam [BITS-1:0] SIDE = LENGTH[BITS-1:0];
      localparam [BITS-1:0] STEP = APART[BITS-1:0];
      localparam [BITS-1:0] BACK = RETURN[BITS-1:0];
      wire [BITS-1:0] place = {1'b0, node};
      wire [BITS-1:0] plus, minus;

      if ((LENGTH & (LENGTH - 1)) == 0 && (APART & (APART - 1)) == 0) begin : g_digit
        localparam [BITS-1:0] DIGIT = BACK;  // the bits of the coordinate
        wire [BITS-1:0] others = place & ~DIGIT;
        assign plus  = others | ((place + STEP) & DIGIT);
        assign minus = others | ((place - STEP) & DIGIT);
      end else begin : g_other
        wire [BITS-1:0] at = (place / STEP) % SIDE;
        assign plus  = (at == SIDE - 1) ? place - BACK : place + STEP;
        assign minus = (at == 0) ? place + BACK : place - STEP;
      end

      assign next[(2*d+1)*ADDRESS_BITS +: ADDRESS_BITS] = plus[ADDRESS_BITS-1:0];
      assign next[(2*d+2)*ADDRESS_BITS +: ADDRESS_BITS] = minus[ADDRESS_BITS-1:0];
      wire unused = &{1'b0, plus, minus};
    end
  endgenerate

endmodule

`default_nettype wire

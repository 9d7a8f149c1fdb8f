// torus_position: row and column of the node number row * COLUMNS + column. Combinational.
//
// Two slices if COLUMNS is a power of two, else a division by the constant, one step a row bit.
`default_nettype none

module torus_position #(
  parameter COLUMNS      = 8,
  parameter ADDRESS_BITS = 6,
  parameter ROW_BITS     = 3,
  parameter COLUMN_BITS  = 3
) (
  input  wire [ADDRESS_BITS-1:0] address,
  output wire [ROW_BITS-1:0]     row,
  output wire [COLUMN_BITS-1:0]  column
);

  generate
    if (COLUMNS == (1 << COLUMN_BITS)) begin : g_slices
      assign {row, column} = address;
    end else begin : g_divide
      localparam [ADDRESS_BITS-1:0] DIVISOR = COLUMNS;
      reg [ADDRESS_BITS-1:0] rest;
      reg [ROW_BITS-1:0]     quotient;
      integer b;

      always @* begin
        rest = address;
        for (b = ROW_BITS - 1; b >= 0; b = b - 1) begin
          quotient[b] = rest >= (DIVISOR << b);
          if (quotient[b]) rest = rest - (DIVISOR << b);
        end
      end
      assign row    = quotient;
      assign column = rest[COLUMN_BITS-1:0];
      wire unused = &{1'b0, rest};
    end
  endgenerate

endmodule

`default_nettype wire

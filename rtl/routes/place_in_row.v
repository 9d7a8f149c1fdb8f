// place_in_row: row and column of the node with the number row * COLUMNS + column: a division by a
// constant, one step a row bit. Combinational.
`default_nettype none

module place_in_row #(
  parameter COLUMNS      = 5,
  parameter ADDRESS_BITS = 6,
  parameter ROW_BITS     = 3,
  parameter COLUMN_BITS  = 3
) (
  input  wire [ADDRESS_BITS-1:0] address,
  output reg  [ROW_BITS-1:0]     row,
  output wire [COLUMN_BITS-1:0]  column
);

  localparam [31:0] SIDE = COLUMNS;
  localparam [ADDRESS_BITS-1:0] DIVISOR = SIDE[ADDRESS_BITS-1:0];

  reg [ADDRESS_BITS-1:0] rest;
  integer bit_of_row;

  always @* begin
    rest = address;
    for (bit_of_row = ROW_BITS - 1; bit_of_row >= 0; bit_of_row = bit_of_row - 1) begin
      row[bit_of_row] = rest >= (DIVISOR << bit_of_row);
      if (row[bit_of_row]) rest = rest - (DIVISOR << bit_of_row);
    end
  end

  assign column = rest[COLUMN_BITS-1:0];

endmodule
`default_nettype wire

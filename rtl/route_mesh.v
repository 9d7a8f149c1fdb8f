// route_mesh: RC of the 2D mesh (docs/networks.md; docs/router.md, RC1-RC3). Combinational.
//
//   node, header  addresses, row * COLUMNS + column; header is the destination
//   port          one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-
//   either        0: there is one candidate
//   vcs           all: there is one class
//
// x first, then y. FROM is the input port: what came by a row goes on in its direction, turns from
// x to y, or has arrived, so there is less to decide.
`default_nettype none

module route_mesh #(
  parameter COLUMNS      = 8,
  parameter ADDRESS_BITS = 6,
  parameter ROW_BITS     = 3,
  parameter COLUMN_BITS  = 3,
  parameter NUM_VCS      = 1,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [4:0]              port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam LOCAL = 0, X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4;

  // A '+' link leads from output x+ to input x-.
  localparam MOVES_X_PLUS  = FROM == X_MINUS;
  localparam MOVES_X_MINUS = FROM == X_PLUS;
  localparam MOVES_Y_PLUS  = FROM == Y_MINUS;
  localparam MOVES_Y_MINUS = FROM == Y_PLUS;
  localparam X_DONE = MOVES_Y_PLUS || MOVES_Y_MINUS;

  wire [ROW_BITS-1:0]    row_here, row_there;
  wire [COLUMN_BITS-1:0] column_here, column_there;

  torus_position #(
    .COLUMNS     (COLUMNS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .ROW_BITS    (ROW_BITS),
    .COLUMN_BITS (COLUMN_BITS)
  ) u_here (
    .address(node),
    .row    (row_here),
    .column (column_here)
  );
  torus_position #(
    .COLUMNS     (COLUMNS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .ROW_BITS    (ROW_BITS),
    .COLUMN_BITS (COLUMN_BITS)
  ) u_there (
    .address(header),
    .row    (row_there),
    .column (column_there)
  );

  wire x      = (column_here != column_there) & ~X_DONE;
  wire y      = ~x & (row_here != row_there);
  wire x_plus = MOVES_X_PLUS ? 1'b1 : MOVES_X_MINUS ? 1'b0 : column_there > column_here;
  wire y_plus = MOVES_Y_PLUS ? 1'b1 : MOVES_Y_MINUS ? 1'b0 : row_there > row_here;

  assign port[LOCAL]   = ~x & ~y;
  assign port[X_PLUS]  = x & x_plus;
  assign port[X_MINUS] = x & ~x_plus;
  assign port[Y_PLUS]  = y & y_plus;
  assign port[Y_MINUS] = y & ~y_plus;

  assign either = 1'b0;
  assign vcs    = {NUM_VCS{1'b1}};

endmodule

`default_nettype wire

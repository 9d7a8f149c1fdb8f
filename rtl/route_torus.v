// route_torus: RC of the 2D torus (docs/networks.md; docs/router.md, RC1-RC3). Combinational.
//
//   node, header  addresses, row * COLUMNS + column; header is the destination
//   port          one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-
//   either        0: there is one candidate
//   vcs           the VCs of the hop's class: 1 while the wrap link of the ring is still ahead, 0
//                 else; without meaning at the local port
//
// x first, then y, the shorter way round. FROM is the input port: what came by a ring goes on in
// its direction, turns from x to y, or has arrived, so there is less to decide.
`default_nettype none

module route_torus #(
  parameter ROWS         = 8,
  parameter COLUMNS      = 8,
  parameter ADDRESS_BITS = 6,
  parameter ROW_BITS     = 3,
  parameter COLUMN_BITS  = 3,
  parameter NUM_VCS      = 2,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [4:0]              port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam LOCAL = 0, X_PLUS = 1, X_MINUS = 2, Y_PLUS = 3, Y_MINUS = 4;

  // A ring's '+' links lead from output x+ to input x-.
  localparam MOVES_X_PLUS  = FROM == X_MINUS;
  localparam MOVES_X_MINUS = FROM == X_PLUS;
  localparam MOVES_Y_PLUS  = FROM == Y_MINUS;
  localparam MOVES_Y_MINUS = FROM == Y_PLUS;
  localparam X_DONE = MOVES_Y_PLUS || MOVES_Y_MINUS;

  wire [ROW_BITS-1:0]    row_here, row_there;
  wire [COLUMN_BITS-1:0] column_here, column_there;
  wire x_differ, x_shorter, x_ahead, y_differ, y_shorter, y_ahead;

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
  ring_way #(.SIDE(COLUMNS), .BITS(COLUMN_BITS)) u_x (
    .here  (column_here),
    .there (column_there),
    .differ(x_differ),
    .plus  (x_shorter),
    .ahead (x_ahead)
  );
  ring_way #(.SIDE(ROWS), .BITS(ROW_BITS)) u_y (
    .here  (row_here),
    .there (row_there),
    .differ(y_differ),
    .plus  (y_shorter),
    .ahead (y_ahead)
  );

  wire x      = x_differ & ~X_DONE;
  wire x_plus = MOVES_X_PLUS ? 1'b1 : MOVES_X_MINUS ? 1'b0 : x_shorter;
  wire y_plus = MOVES_Y_PLUS ? 1'b1 : MOVES_Y_MINUS ? 1'b0 : y_shorter;
  wire wrap   = x ? x_plus ^ x_ahead : y_plus ^ y_ahead;

  assign port[LOCAL]   = ~x & ~y_differ;
  assign port[X_PLUS]  = x & x_plus;
  assign port[X_MINUS] = x & ~x_plus;
  assign port[Y_PLUS]  = ~x & y_differ & y_plus;
  assign port[Y_MINUS] = ~x & y_differ & ~y_plus;

  assign either = 1'b0;

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(2)) u_vcs (
    .of_class({wrap, ~wrap}),
    .vcs     (vcs)
  );

endmodule

`default_nettype wire

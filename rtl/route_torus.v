// route_torus: RC of a torus of two to four dimensions (docs/networks.md; docs/router.md, RC1-RC3).
// Combinational.
//
//   node, header  addresses, ((w * Z + z) * Y + y) * X + x; header is the destination
//   port          one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 z+, 6 z-, 7 w+, 8 w-
//   either        0: there is one candidate
//   vcs           the VCs of the hop's class: 1 while the wrap link of the ring is still ahead, 0
//                 else; without meaning at the local port
//
// X .. W are the sides. x first, then y, z, w, the shorter way round. FROM is the input port: what
// came by a ring goes on in its direction, turns to a later dimension, or has arrived, so there is
// less to decide.
`default_nettype none

module route_torus #(
  parameter DIMENSIONS   = 2,
  parameter X            = 8,
  parameter Y            = 8,
  parameter Z            = 1,
  parameter W            = 1,
  parameter ADDRESS_BITS = 6,
  parameter NUM_VCS      = 2,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [2*DIMENSIONS:0]   port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

  // What is left of the addresses when the coordinates before dimension d are taken off, at d, in
  // as many low bits as it needs
  wire [DIMENSIONS*ADDRESS_BITS-1:0] here_from, there_from;
  assign here_from[ADDRESS_BITS-1:0]  = node;
  assign there_from[ADDRESS_BITS-1:0] = header;

  // There is a way in dimension d; it is the one to go; it is over the wrap link
  wire [DIMENSIONS-1:0] differ, goes, wraps;

  genvar d;
  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam SIDE = d == 0 ? X : d == 1 ? Y : d == 2 ? Z : W;
      localparam REST = d == 0 ? Y * Z * W : d == 1 ? Z * W : d == 2 ? W : 1;
      localparam BITS = clog2(SIDE);
      localparam LEFT = clog2(SIDE * REST);

      // A ring's '+' links lead from output 2d+1 to input 2d+2.
      localparam MOVES_PLUS  = FROM == 2 * d + 2;
      localparam MOVES_MINUS = FROM == 2 * d + 1;
      localparam DONE = FROM > 2 * d + 2;

      wire [BITS-1:0] here, there;
      wire            differs, shorter, ahead;

      if (d == DIMENSIONS - 1) begin : g_last
        assign here  = here_from[d*ADDRESS_BITS +: BITS];
        assign there = there_from[d*ADDRESS_BITS +: BITS];
      end else begin : g_position
        localparam OVER = clog2(REST);
        torus_position #(
          .COLUMNS     (SIDE),
          .ADDRESS_BITS(LEFT),
          .ROW_BITS    (OVER),
          .COLUMN_BITS (BITS)
        ) u_here (
          .address(here_from[d*ADDRESS_BITS +: LEFT]),
          .row    (here_from[(d+1)*ADDRESS_BITS +: OVER]),
          .column (here)
        );
        torus_position #(
          .COLUMNS     (SIDE),
          .ADDRESS_BITS(LEFT),
          .ROW_BITS    (OVER),
          .COLUMN_BITS (BITS)
        ) u_there (
          .address(there_from[d*ADDRESS_BITS +: LEFT]),
          .row    (there_from[(d+1)*ADDRESS_BITS +: OVER]),
          .column (there)
        );
        assign here_from[(d+1)*ADDRESS_BITS+OVER +: ADDRESS_BITS-OVER] =
          {(ADDRESS_BITS - OVER){1'b0}};
        assign there_from[(d+1)*ADDRESS_BITS+OVER +: ADDRESS_BITS-OVER] =
          {(ADDRESS_BITS - OVER){1'b0}};
      end

      ring_way #(.SIDE(SIDE), .BITS(BITS)) u_way (
        .here  (here),
        .there (there),
        .differ(differs),
        .plus  (shorter),
        .ahead (ahead)
      );
      assign differ[d] = differs & ~DONE;

      wire plus = MOVES_PLUS ? 1'b1 : MOVES_MINUS ? 1'b0 : shorter;
      assign port[2*d+1] = goes[d] & plus;
      assign port[2*d+2] = goes[d] & ~plus;
      assign wraps[d]    = plus ^ ahead;

      if (d == 0) begin : g_first
        assign goes[d] = differ[d];
      end else begin : g_later
        assign goes[d] = differ[d] & ~(|differ[d-1:0]);
      end
    end
  endgenerate

  assign port[0] = ~(|differ);
  assign either  = 1'b0;

  reg     wrap;
  integer k;
  always @* begin
    wrap = wraps[DIMENSIONS-1];
    for (k = DIMENSIONS - 2; k >= 0; k = k - 1) if (differ[k]) wrap = wraps[k];
  end

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(2)) u_vcs (
    .of_class({wrap, ~wrap}),
    .vcs     (vcs)
  );

  wire unused = &{1'b0, here_from, there_from};

endmodule

`default_nettype wire

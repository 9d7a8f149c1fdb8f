// route_torus: RC of a torus of two to four dimensions (docs/networks.md; docs/router.md, RC1-RC3).
// Combinational.
//
//   node, header  addresses, ((w * Z + z) * Y + y) * X + x; header is the destination
//   port          one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 z+, 6 z-, 7 w+, 8 w-
//   either        0: there is one candidate
//   vcs           the VCs of the hop's class; without meaning at the local port
//   TIES          of two ways of equal length 0: '+'; 2: '+' from an even place in the ring, '-'
//                 from an odd one
//   BALANCED      the VC rule 0: dateline, class 1 while the wrap link of the ring is still ahead,
//                 else class 0; 1: balanced, see ring_class, and any VC in a ring of up to four
//   CLASSES       of the rule: 1 if all rings are so short, else 2
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
  parameter TIES         = 0,
  parameter BALANCED     = 0,
  parameter CLASSES      = 2,
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

  // There is a way in dimension d; it is the one to go; its hop is of class 1; of any class
  wire [DIMENSIONS-1:0] differ, goes, upper, any;

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

      ring_way #(.SIDE(SIDE), .BITS(BITS), .TIES(TIES)) u_way (
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

      wire wraps = plus ^ ahead;
      if (BALANCED != 0 && SIDE > 4) begin : g_balanced
        ring_class #(.SIDE(SIDE), .BITS(BITS)) u_class (
          .here (here),
          .there(there),
          .plus (plus),
          .wraps(wraps),
          .upper(upper[d])
        );
      end else begin : g_dateline
        assign upper[d] = wraps;
      end
      assign any[d] = BALANCED != 0 && SIDE <= 4;

      if (d == 0) begin : g_first
        assign goes[d] = differ[d];
      end else begin : g_later
        assign goes[d] = differ[d] & ~(|differ[d-1:0]);
      end
    end
  endgenerate

  assign port[0] = ~(|differ);
  assign either  = 1'b0;

  reg     upper_there, any_there;
  integer k;
  always @* begin
    upper_there = upper[DIMENSIONS-1];
    any_there   = any[DIMENSIONS-1];
    for (k = DIMENSIONS - 2; k >= 0; k = k - 1) begin
      if (differ[k]) begin
        upper_there = upper[k];
        any_there   = any[k];
      end
    end
  end

  wire [1:0] of_class = {upper_there | any_there, ~upper_there | any_there};

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(CLASSES)) u_vcs (
    .of_class(of_class[CLASSES-1:0]),
    .vcs     (vcs)
  );

  wire unused = &{1'b0, here_from, there_from, of_class};

endmodule

`default_nettype wire

// vector_encoder: the routing bits of an RDT's head flit, for the network interface at the source
// (docs/networks.md, Vectors). Combinational; the router does not use it.
//
//   from, to  addresses, y * N + x; N = 2^SIDE_BITS
//   route     vectors v_0x, v_0y of four bits and v_rx, v_ry of three, r = 1 .. MAX_RANK, two's
//             complement, and `crossed`, which is 0
//
// A rank takes the way that is left to the next one's, which is a quarter of its diagonals to the
// nearest, and keeps the rest: adders and shifts.
`default_nettype none

module vector_encoder #(
  parameter SIDE_BITS = 4,
  parameter MAX_RANK  = 2
) (
  input  wire [2*SIDE_BITS-1:0] from,
  input  wire [2*SIDE_BITS-1:0] to,
  output wire [6*MAX_RANK+8:0]  route
);

  localparam BITS = SIDE_BITS + 2;  // the sum of two differences of -N/2+1 .. N/2

  // The shorter way, half way round is '+'
  wire [SIDE_BITS-1:0] dx = to[SIDE_BITS-1:0] - from[SIDE_BITS-1:0];
  wire [SIDE_BITS-1:0] dy = to[2*SIDE_BITS-1:SIDE_BITS] - from[2*SIDE_BITS-1:SIDE_BITS];
  wire                 x_minus = dx[SIDE_BITS-1] & (|dx[SIDE_BITS-2:0]);
  wire                 y_minus = dy[SIDE_BITS-1] & (|dy[SIDE_BITS-2:0]);

  // What is left for the ranks r and above, in steps of rank r: [r*BITS +: BITS]
  wire [(MAX_RANK+1)*BITS-1:0] a, b;
  assign a[BITS-1:0] = {{2{x_minus}}, dx};
  assign b[BITS-1:0] = {{2{y_minus}}, dy};

  genvar r;
  generate
    for (r = 0; r < MAX_RANK; r = r + 1) begin : g_rank
      localparam VECTOR = r == 0 ? 4 : 3;          // bits of a component
      localparam LOW    = r == 0 ? 0 : 6 * r + 2;  // where they are
      wire [BITS-1:0]   sum        = a[r*BITS +: BITS] + b[r*BITS +: BITS];
      wire [BITS-1:0]   difference = b[r*BITS +: BITS] - a[r*BITS +: BITS];
      wire [BITS-1:0]   g, f;

      quarter #(.BITS(BITS)) u_g (
        .in (sum),
        .out(g)
      );
      quarter #(.BITS(BITS)) u_f (
        .in (difference),
        .out(f)
      );
      assign a[(r+1)*BITS +: BITS] = g;
      assign b[(r+1)*BITS +: BITS] = f;
      assign route[LOW +: VECTOR] =
        a[r*BITS +: VECTOR] + {f[VECTOR-2:0] - g[VECTOR-2:0], 1'b0};
      assign route[LOW+VECTOR +: VECTOR] =
        b[r*BITS +: VECTOR] - {f[VECTOR-2:0] + g[VECTOR-2:0], 1'b0};
    end
  endgenerate

  assign route[6*MAX_RANK+2 +: 3] = a[MAX_RANK*BITS +: 3];
  assign route[6*MAX_RANK+5 +: 3] = b[MAX_RANK*BITS +: 3];
  assign route[6*MAX_RANK+8] = 1'b0;

  wire unused = &{1'b0, a, b};

endmodule
`default_nettype wire

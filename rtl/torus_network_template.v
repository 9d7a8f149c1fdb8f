// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@, wired up (docs/networks.md).
//
//   local_*  port 0 of every node, node n's slice is [n*width +: width]; n = row * COLUMNS + column
//   error    three bits a node, see @{ c.slug }@_router
`default_nettype none

module @{ c.slug }@_network #(
  parameter FLIT_WIDTH   = @{ c.flit_width }@,
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@,
  parameter NUM_VCS      = @{ c.num_vcs }@,
  parameter VC_BITS      = (NUM_VCS > 4) ? 3 : (NUM_VCS > 2) ? 2 : 1,
  parameter PIPELINE     = @{ c.pipeline }@,
  parameter [NUM_VCS-1:0] REUSE_EMPTY = @{ c.num_vcs }@'b@{ c.reuse_bits }@
) (
  input  wire clk,
  input  wire rst,
@{ local_ports }@
);

  localparam ROWS         = @{ rows }@;
  localparam COLUMNS      = @{ columns }@;
  localparam NODES        = ROWS * COLUMNS;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam LINKS        = 4;  // a node's ports 1 and up
  localparam FLIT_BITS    = 3 + VC_BITS + FLIT_WIDTH;
  localparam CREDIT_BITS  = 1 + VC_BITS;

  // Ports, less one, in the bundles of a node
  localparam X_PLUS = 0, X_MINUS = 1, Y_PLUS = 2, Y_MINUS = 3;

  wire [NODES*LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [NODES*LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [ADDRESS_BITS-1:0] ADDRESS = n;
      localparam COLUMN = n - (n / COLUMNS) * COLUMNS;
      localparam FIRST  = n - COLUMN;  // of this row
      localparam EAST   = COLUMN == COLUMNS - 1 ? FIRST : n + 1;
      localparam WEST   = COLUMN == 0 ? FIRST + COLUMNS - 1 : n - 1;
      localparam NEXT   = n + COLUMNS < NODES ? n + COLUMNS : COLUMN;
      localparam LAST   = n >= COLUMNS ? n - COLUMNS : NODES - COLUMNS + COLUMN;

      // This node's outputs drive the neighbours' inputs, and take their credits.
<%- for (port, neighbour, far) in links %>
      assign flit_in[(@{ neighbour }@*LINKS+@{ far }@)*FLIT_BITS +: FLIT_BITS] =
        flit_out[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS];
      assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] =
        credit_out[(@{ neighbour }@*LINKS+@{ far }@)*CREDIT_BITS +: CREDIT_BITS];
<%- endfor %>

      @{ c.slug }@_node #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .NUM_VCS     (NUM_VCS),
        .VC_BITS     (VC_BITS),
        .PIPELINE    (PIPELINE),
        .REUSE_EMPTY (REUSE_EMPTY)
      ) u_node (
        .clk       (clk),
        .rst       (rst),
        .address   (ADDRESS),
        .flit_in   (flit_in[n*LINKS*FLIT_BITS +: LINKS*FLIT_BITS]),
        .credit_out(credit_out[n*LINKS*CREDIT_BITS +: LINKS*CREDIT_BITS]),
        .flit_out  (flit_out[n*LINKS*FLIT_BITS +: LINKS*FLIT_BITS]),
        .credit_in (credit_in[n*LINKS*CREDIT_BITS +: LINKS*CREDIT_BITS]),
@{ local_connections }@
      );
    end
  endgenerate

endmodule

`default_nettype wire

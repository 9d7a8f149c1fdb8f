// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@ (docs/networks.md): the basic
// modules and the links between them.
//
//   local_*  port 0 of every node, node n's slice is [n*width +: width]; n is the node's address
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

  localparam BM_NODES    = 64;
  localparam MODULES     = 16;
  localparam EDGE        = @{ gate_planes * 4 }@;  // links on each side of a basic module
  localparam EDGES       = 4 * EDGE;
  localparam FLIT_BITS   = 3 + VC_BITS + FLIT_WIDTH;
  localparam CREDIT_BITS = 1 + VC_BITS;
  localparam FLITS       = EDGE * FLIT_BITS;  // bits of a side
  localparam CREDITS     = EDGE * CREDIT_BITS;

  // The sides of a basic module, see there
  localparam NORTH = 0, SOUTH = 1, EAST = 2, WEST = 3;

  wire [MODULES*EDGES*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [MODULES*EDGES*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar b;
  generate
    for (b = 0; b < MODULES; b = b + 1) begin : g_module
      localparam [3:0] BASE = b;  // Y * 4 + X
      localparam X          = b & 3;
      localparam HERE       = 4 * b;  // of its four sides
      localparam NORTHWARDS = 4 * ((b + 4) & 15);  // of those of the neighbour
      localparam EASTWARDS  = 4 * (b - X + ((X + 1) & 3));
<%- for (side, there, far) in [("NORTH", "NORTHWARDS", "SOUTH"), ("EAST", "EASTWARDS", "WEST")] %>

      assign flit_in[(@{ there }@+@{ far }@)*FLITS +: FLITS] = flit_out[(HERE+@{ side }@)*FLITS +: FLITS];
      assign flit_in[(HERE+@{ side }@)*FLITS +: FLITS] = flit_out[(@{ there }@+@{ far }@)*FLITS +: FLITS];
      assign credit_in[(HERE+@{ side }@)*CREDITS +: CREDITS] =
        credit_out[(@{ there }@+@{ far }@)*CREDITS +: CREDITS];
      assign credit_in[(@{ there }@+@{ far }@)*CREDITS +: CREDITS] =
        credit_out[(HERE+@{ side }@)*CREDITS +: CREDITS];
<%- endfor %>

      @{ c.slug }@_basic_module #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .NUM_VCS     (NUM_VCS),
        .VC_BITS     (VC_BITS),
        .PIPELINE    (PIPELINE),
        .REUSE_EMPTY (REUSE_EMPTY)
      ) u_module (
        .clk            (clk),
        .rst            (rst),
        .base           (BASE),
        .edge_flit_in   (flit_in[b*EDGES*FLIT_BITS +: EDGES*FLIT_BITS]),
        .edge_credit_out(credit_out[b*EDGES*CREDIT_BITS +: EDGES*CREDIT_BITS]),
        .edge_flit_out  (flit_out[b*EDGES*FLIT_BITS +: EDGES*FLIT_BITS]),
        .edge_credit_in (credit_in[b*EDGES*CREDIT_BITS +: EDGES*CREDIT_BITS]),
@{ module_connections }@
      );
    end
  endgenerate

endmodule

`default_nettype wire

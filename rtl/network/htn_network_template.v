// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@ (docs/networks.md): the basic
// modules and the links between them.
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam BM_NODES    = 64;
  localparam MODULES     = 16;
  localparam EDGE        = @{ gate_planes * 4 }@;  // links on each side of a basic module
  localparam EDGES       = 4 * EDGE;
  localparam FLIT_BITS   = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS = @{ c.vc_bits + 1 }@;
  localparam FLITS       = EDGE * FLIT_BITS;  // bits of a side
  localparam CREDITS     = EDGE * CREDIT_BITS;

  // The sides of a basic module, see there
  localparam NORTH = 0, SOUTH = 1, EAST = 2, WEST = 3;

  wire [MODULES*EDGES*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [MODULES*EDGES*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar b<% if !slices.is_empty() %>, k<% endif %>;
  generate
    for (b = 0; b < MODULES; b = b + 1) begin : g_module
      localparam [3:0] BASE = b;  // Y * 4 + X
      localparam X          = b & 3;
      localparam HERE       = 4 * b;  // of its four sides
      localparam NORTHWARDS = 4 * ((b + 4) & 15);  // of those of the neighbour
      localparam EASTWARDS  = 4 * (b - X + ((X + 1) & 3));
<%- if slices.is_empty() %>
<%- for (side, there, far) in [("NORTH", "NORTHWARDS", "SOUTH"), ("EAST", "EASTWARDS", "WEST")] %>

      assign flit_in[(@{ there }@+@{ far }@)*FLITS +: FLITS] = flit_out[(HERE+@{ side }@)*FLITS +: FLITS];
      assign flit_in[(HERE+@{ side }@)*FLITS +: FLITS] = flit_out[(@{ there }@+@{ far }@)*FLITS +: FLITS];
      assign credit_in[(HERE+@{ side }@)*CREDITS +: CREDITS] =
        credit_out[(@{ there }@+@{ far }@)*CREDITS +: CREDITS];
      assign credit_in[(@{ there }@+@{ far }@)*CREDITS +: CREDITS] =
        credit_out[(HERE+@{ side }@)*CREDITS +: CREDITS];
<%- endfor %>
<%- else %>
      localparam Y          = b >> 2;

      // Registers on the links northwards and eastwards, and back (L5)
      localparam NORTH_SLICES = @{ slices[0] }@;
      localparam EAST_SLICES  = @{ slices[1] }@;

      for (k = 0; k < EDGE; k = k + 1) begin : g_link
<%- for (side, there, far) in [("NORTH", "NORTHWARDS", "SOUTH"), ("EAST", "EASTWARDS", "WEST")] %>
        localparam @{ side }@_HERE  = (HERE + @{ side }@) * EDGE + k;
        localparam @{ side }@_THERE = (@{ there }@ + @{ far }@) * EDGE + k;
<%- for (name, from, to) in [("", "HERE", "THERE"), ("_back", "THERE", "HERE")] %>

        @{ c.slug }@_link_slice #(
          .SLICES     (@{ side }@_SLICES),
          .FLIT_BITS  (FLIT_BITS),
          .CREDIT_BITS(CREDIT_BITS)
        ) u_@{ side|lower }@@{ name }@ (
          .clk       (clk),
          .rst       (@{ c.rst_of("b*BM_NODES") }@),
          .flit_in   (flit_out[@{ side }@_@{ from }@*FLIT_BITS +: FLIT_BITS]),
          .flit_out  (flit_in[@{ side }@_@{ to }@*FLIT_BITS +: FLIT_BITS]),
          .credit_in (credit_out[@{ side }@_@{ to }@*CREDIT_BITS +: CREDIT_BITS]),
          .credit_out(credit_in[@{ side }@_@{ from }@*CREDIT_BITS +: CREDIT_BITS])
        );
<%- endfor %>
<%- endfor %>
      end
<%- endif %>

<%- let bundle = "edge" %>
<%- let count = "EDGES" %>
<%- let align = "     " %>
<% include "partials/basic_module_instance.v" %>
    end
  endgenerate

endmodule
`default_nettype wire

// @{ c.slug }@_basic_module: one basic module of @{ c.network }@ (docs/networks.md):
// 4 x 4 x 4 nodes in a torus, and the ends of the links between basic modules.
//
//   base      the address digits Y, X of the basic module, constant
//   edge_*    the inter-BM links by the four sides of the gate planes, link k of a side at
//             [(side*EDGE + k)*width +: width]; sides 0 north, 1 south: k = z * 4 + x, port ey;
//             2 east, 3 west: k = z * 4 + y, port ex
//   @{ local.names }@  @{ local.are }@, node n's slice is [n*width +: width]; n = z * 16 + y * 4 + x
//   error     @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% let base_bits = 4 -%>
<% let bundle = "edge" -%>
<% let bundle_links = gate_planes * 16 -%>
<% include "partials/basic_module_declaration.v" %>

  localparam NODES       = 64;
  localparam LINKS       = @{ c.num_ports - 1 }@;  // a node's ports 1 and up
  localparam GATE_PLANES = @{ gate_planes }@;
  localparam EDGE        = 4 * GATE_PLANES;  // links on each side

  // Ports, less one, in the bundles of a node
  localparam X_PLUS = 0, X_MINUS = 1, Y_PLUS = 2, Y_MINUS = 3, Z_PLUS = 4, Z_MINUS = 5;
  localparam EY = 6, EX = 7;

  wire [NODES*LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [NODES*LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [5:0] PLACE = n;
      localparam X     = n & 3;
      localparam Y     = (n >> 2) & 3;
      localparam Z     = n >> 4;
      localparam EAST  = n - X + ((X + 1) & 3);
      localparam WEST  = n - X + ((X + 3) & 3);
      localparam NEXT  = n - 4 * Y + 4 * ((Y + 1) & 3);
      localparam LAST  = n - 4 * Y + 4 * ((Y + 3) & 3);
      localparam ABOVE = (n + 16) & (NODES - 1);
      localparam BELOW = (n + 48) & (NODES - 1);

      // The inter-BM links of this node, and their places among those of the basic module
      localparam HAS_EY  = Z < GATE_PLANES && (Y == 0 || Y == 3);
      localparam HAS_EX  = Z < GATE_PLANES && (X == 0 || X == 3);
      localparam EY_EDGE = (Y == 3 ? 0 : EDGE) + 4 * Z + X;
      localparam EX_EDGE = (X == 3 ? 2 * EDGE : 3 * EDGE) + 4 * Z + Y;
      localparam [LINKS:0] PRESENT = {HAS_EX, HAS_EY, 7'b1111111};

<% include "partials/neighbour_links.v" %>

      // A node without an inter-BM link has these wires tied off.
<%- for port in ["EY", "EX"] %>
      if (HAS_@{ port }@) begin : g_@{ port|lower }@
        assign edge_flit_out[@{ port }@_EDGE*FLIT_BITS +: FLIT_BITS] =
          flit_out[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS];
        assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] =
          edge_credit_in[@{ port }@_EDGE*CREDIT_BITS +: CREDIT_BITS];
        assign flit_in[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS] =
          edge_flit_in[@{ port }@_EDGE*FLIT_BITS +: FLIT_BITS];
        assign edge_credit_out[@{ port }@_EDGE*CREDIT_BITS +: CREDIT_BITS] =
          credit_out[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS];
      end else begin : g_no_@{ port|lower }@
        assign flit_in[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS] = {FLIT_BITS{1'b0}};
        assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] = {CREDIT_BITS{1'b0}};
      end
<%- endfor %>

<% include "partials/basic_module_node.v" %>
    end
  endgenerate

  // The wires of links that are not there
  wire unused = &{1'b0, flit_out, credit_out};

endmodule
`default_nettype wire

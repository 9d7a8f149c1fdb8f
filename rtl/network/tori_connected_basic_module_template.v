// @{ c.slug }@_basic_module: one basic module of @{ c.network }@ (docs/networks.md):
// 2^M x 2^M nodes in a @{ shape }@, and the ends of the links of all levels above.
//
//   base      the address digits above the basic module, constant
//   up_*      the inter-BM links. Ring r serves address digit 2 + r / GROUPS, group r mod GROUPS.
//             At [r] what moves in '+' direction@{ minus_note }@
//   @{ local.names }@  @{ local.are }@, node n's slice is [n*width +: width]; n = row * 2^M + column
//   error     @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% let bundle = "up" -%>
<% let bundle_links = up_links -%>
<% include "partials/basic_module_declaration.v" %>

  localparam M     = @{ m }@;
  localparam SIDE  = 1 << M;
  localparam NODES = SIDE * SIDE;
  localparam LINKS = @{ c.num_ports - 1 }@;  // a node's ports 1 and up
  localparam RINGS = @{ rings }@;

  // Ports, less one, in the bundles of a node. A link that leaves by UP_PLUS arrives at UP_FROM.
  localparam X_PLUS = 0, X_MINUS = 1, Y_PLUS = 2, Y_MINUS = 3, UP_PLUS = 4;
  localparam UP_FROM = @{ up_from }@;

  // The node with the output, and that with the input, of each ring, ring 0 at the right
  localparam [RINGS*2*M-1:0] OUTLETS = {@{ outlets }@};
  localparam [RINGS*2*M-1:0] INLETS  = {@{ inlets }@};
  localparam [NODES-1:0] HAS_OUTLET = @{ bm_nodes }@'h@{ has_outlet }@;
  localparam [NODES-1:0] HAS_INLET  = @{ bm_nodes }@'h@{ has_inlet }@;

  wire [NODES*LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [NODES*LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar n, r;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [2*M-1:0] PLACE = n;
      localparam HAS_UP = HAS_OUTLET[n] | HAS_INLET[n];
<%- if wraps %>
      localparam [LINKS:0] PRESENT = {{(LINKS-4){HAS_UP}}, 5'b11111};
<%- endif %>
      localparam ROW    = n >> M;
      localparam COLUMN = n & (SIDE - 1);
      localparam EAST   = ROW * SIDE + ((COLUMN + 1) & (SIDE - 1));
      localparam WEST   = ROW * SIDE + ((COLUMN - 1) & (SIDE - 1));
      localparam NEXT   = (n + SIDE) & (NODES - 1);
      localparam LAST   = (n - SIDE) & (NODES - 1);
<%- if wraps %>

<% include "partials/neighbour_links.v" %>
<%- else %>

      // The links in the basic module that this node has: over an edge there is none.
      localparam HAS_X_PLUS  = COLUMN != SIDE - 1;
      localparam HAS_X_MINUS = COLUMN != 0;
      localparam HAS_Y_PLUS  = ROW != SIDE - 1;
      localparam HAS_Y_MINUS = ROW != 0;
      localparam [LINKS:0] PRESENT =
        {{(LINKS-4){HAS_UP}}, HAS_Y_MINUS, HAS_Y_PLUS, HAS_X_MINUS, HAS_X_PLUS, 1'b1};

<% include "partials/neighbour_links_of_mesh.v" %>
<%- endif %>

      // A node without an inter-BM link has these wires tied off.
      if (!HAS_INLET[n]) begin : g_no_inlet
        assign flit_in[(n*LINKS+UP_FROM)*FLIT_BITS +: FLIT_BITS] = {FLIT_BITS{1'b0}};
<%- if bidirectional %>
        assign credit_in[(n*LINKS+UP_FROM)*CREDIT_BITS +: CREDIT_BITS] = {CREDIT_BITS{1'b0}};
<%- endif %>
      end
      if (!HAS_OUTLET[n]) begin : g_no_outlet
        assign credit_in[(n*LINKS+UP_PLUS)*CREDIT_BITS +: CREDIT_BITS] = {CREDIT_BITS{1'b0}};
<%- if bidirectional %>
        assign flit_in[(n*LINKS+UP_PLUS)*FLIT_BITS +: FLIT_BITS] = {FLIT_BITS{1'b0}};
<%- endif %>
      end

<% include "partials/basic_module_node.v" %>
    end

    for (r = 0; r < RINGS; r = r + 1) begin : g_ring
      localparam [2*M-1:0] OUTLET = OUTLETS[r*2*M +: 2*M];
      localparam [2*M-1:0] INLET  = INLETS[r*2*M +: 2*M];
      localparam PLUS_OUT = OUTLET * LINKS + UP_PLUS;
      localparam PLUS_IN  = INLET * LINKS + UP_FROM;

      assign up_flit_out[r*FLIT_BITS +: FLIT_BITS] = flit_out[PLUS_OUT*FLIT_BITS +: FLIT_BITS];
      assign credit_in[PLUS_OUT*CREDIT_BITS +: CREDIT_BITS] =
        up_credit_in[r*CREDIT_BITS +: CREDIT_BITS];
      assign flit_in[PLUS_IN*FLIT_BITS +: FLIT_BITS] = up_flit_in[r*FLIT_BITS +: FLIT_BITS];
      assign up_credit_out[r*CREDIT_BITS +: CREDIT_BITS] =
        credit_out[PLUS_IN*CREDIT_BITS +: CREDIT_BITS];
<%- if bidirectional %>

      // The '-' direction uses the same two ports the other way.
      assign up_flit_out[(RINGS+r)*FLIT_BITS +: FLIT_BITS] =
        flit_out[PLUS_IN*FLIT_BITS +: FLIT_BITS];
      assign credit_in[PLUS_IN*CREDIT_BITS +: CREDIT_BITS] =
        up_credit_in[(RINGS+r)*CREDIT_BITS +: CREDIT_BITS];
      assign flit_in[PLUS_OUT*FLIT_BITS +: FLIT_BITS] =
        up_flit_in[(RINGS+r)*FLIT_BITS +: FLIT_BITS];
      assign up_credit_out[(RINGS+r)*CREDIT_BITS +: CREDIT_BITS] =
        credit_out[PLUS_OUT*CREDIT_BITS +: CREDIT_BITS];
<%- endif %>
    end
  endgenerate

  // The wires of links that are not there
  wire unused = &{1'b0, flit_out, credit_out};

endmodule
`default_nettype wire

// @{ c.slug }@_network: all @{ c.nodes }@ nodes of @{ c.network }@ (docs/networks.md): the basic
// modules and the links between them.
//
//   @{ local.names }@ @{ local.are }@, node n's slice is [n*width +: width]; n is the node's address
//   error    @{ local.errors }@ bits a node, see @{ c.slug }@_@{ local.errors_of }@
`default_nettype none

<% include "partials/network_declaration.v" %>

  localparam M           = @{ m }@;
  localparam SIDE        = 1 << M;
  localparam BM_NODES    = SIDE * SIDE;
  localparam BASE_BITS   = @{ base_bits }@;  // the address digits above the basic module
  localparam MODULES     = 1 << BASE_BITS;
  localparam GROUPS      = @{ groups }@;
  localparam RINGS       = @{ rings }@;
  localparam UP_LINKS    = @{ up_links }@;
  localparam FLIT_BITS   = @{ c.vc_bits + 3 }@ + FLIT_WIDTH;
  localparam CREDIT_BITS = @{ c.vc_bits + 1 }@;

  wire [MODULES*UP_LINKS*FLIT_BITS-1:0]   flit_in, flit_out;
  wire [MODULES*UP_LINKS*CREDIT_BITS-1:0] credit_in, credit_out;

  genvar b, r;
  generate
    for (b = 0; b < MODULES; b = b + 1) begin : g_module
      localparam [BASE_BITS-1:0] BASE = b;

      for (r = 0; r < RINGS; r = r + 1) begin : g_ring
<%- if twisted %>
        // The basic module behind the '+' link: this one with 1 added to the ring's digit. The odd
        // digits are rows: from the last to the first, half a row is added to the column, the digit
        // below.
        localparam SHIFT  = (r / GROUPS) * M;
        localparam DIGIT  = (b >> SHIFT) & (SIDE - 1);
        localparam TURNED = (r / GROUPS) % 2 == 1 && DIGIT == SIDE - 1;
        localparam TWIST  = TURNED ? (SIDE / 2) << (SHIFT - M) : 0;
        localparam THERE  = (b + ((((DIGIT + 1) & (SIDE - 1)) - DIGIT) << SHIFT)) ^ TWIST;
        localparam OUT    = b * UP_LINKS + r;
        localparam IN     = THERE * UP_LINKS + r;
<%- else %>
        // The basic module behind the '+' link: this one with 1 added to the ring's digit.
        localparam SHIFT = (r / GROUPS) * M;
        localparam DIGIT = (b >> SHIFT) & (SIDE - 1);
        localparam THERE = b + ((((DIGIT + 1) & (SIDE - 1)) - DIGIT) << SHIFT);
        localparam OUT   = b * UP_LINKS + r;
        localparam IN    = THERE * UP_LINKS + r;
<%- endif %>
<%- if let Some(slices) = slices %>
        localparam SLICES = @{ slices }@;  // L5

        @{ c.slug }@_link_slice #(
          .SLICES     (SLICES),
          .FLIT_BITS  (FLIT_BITS),
          .CREDIT_BITS(CREDIT_BITS)
        ) u_plus (
          .clk       (clk),
          .rst       (@{ c.rst_of("b*BM_NODES") }@),
          .flit_in   (flit_out[OUT*FLIT_BITS +: FLIT_BITS]),
          .flit_out  (flit_in[IN*FLIT_BITS +: FLIT_BITS]),
          .credit_in (credit_out[IN*CREDIT_BITS +: CREDIT_BITS]),
          .credit_out(credit_in[OUT*CREDIT_BITS +: CREDIT_BITS])
        );
<%- if bidirectional %>
        @{ c.slug }@_link_slice #(
          .SLICES     (SLICES),
          .FLIT_BITS  (FLIT_BITS),
          .CREDIT_BITS(CREDIT_BITS)
        ) u_minus (
          .clk       (clk),
          .rst       (@{ c.rst_of("b*BM_NODES") }@),
          .flit_in   (flit_out[(IN+RINGS)*FLIT_BITS +: FLIT_BITS]),
          .flit_out  (flit_in[(OUT+RINGS)*FLIT_BITS +: FLIT_BITS]),
          .credit_in (credit_out[(OUT+RINGS)*CREDIT_BITS +: CREDIT_BITS]),
          .credit_out(credit_in[(IN+RINGS)*CREDIT_BITS +: CREDIT_BITS])
        );
<%- endif %>
<%- else %>

        assign flit_in[IN*FLIT_BITS +: FLIT_BITS]     = flit_out[OUT*FLIT_BITS +: FLIT_BITS];
        assign credit_in[OUT*CREDIT_BITS +: CREDIT_BITS] =
          credit_out[IN*CREDIT_BITS +: CREDIT_BITS];
<%- if bidirectional %>
        assign flit_in[(OUT+RINGS)*FLIT_BITS +: FLIT_BITS] =
          flit_out[(IN+RINGS)*FLIT_BITS +: FLIT_BITS];
        assign credit_in[(IN+RINGS)*CREDIT_BITS +: CREDIT_BITS] =
          credit_out[(OUT+RINGS)*CREDIT_BITS +: CREDIT_BITS];
<%- endif %>
<%- endif %>
      end

<%- let bundle = "up" %>
<%- let count = "UP_LINKS" %>
<%- let align = "   " %>
<% include "partials/basic_module_instance.v" %>
    end
  endgenerate

endmodule
`default_nettype wire

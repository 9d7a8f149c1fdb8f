// The wires of a network top, or of one basic module, whose parts are those of wiring_*_body.v. Macros:
// NETWORK, or BASIC_MODULE and BASE, its address; EDGES, inter-BM links of a basic module.
// All vectors change at once: a change of a part costs Icarus as much as one of the whole.
module wiring_bench;

  localparam VC_BITS = 14, FLIT_BITS = 3 + VC_BITS + 1, CREDIT_BITS = 1 + VC_BITS;

`ifdef NETWORK
  `NETWORK #(.FLIT_WIDTH(1), .VC_BITS(VC_BITS)) u_network (.clk(1'b0), .rst(1'b0));
`else
  // 1024 + k comes by inter-BM link k.
  reg  [`EDGES*FLIT_BITS-1:0]   flits, next_flits;
  reg  [`EDGES*CREDIT_BITS-1:0] credits, next_credits;
  wire [`EDGES*FLIT_BITS-1:0]   flit_out;
  wire [`EDGES*CREDIT_BITS-1:0] credit_out;
  integer k;

  `BASIC_MODULE #(.FLIT_WIDTH(1), .VC_BITS(VC_BITS)) u_module (
    .clk(1'b0), .rst(1'b0), .base(`BASE),
    .edge_flit_in(flits), .edge_credit_out(credit_out),
    .edge_flit_out(flit_out), .edge_credit_in(credits)
  );

  initial begin
    for (k = 0; k < `EDGES; k = k + 1) begin
      next_flits[k*FLIT_BITS +: FLIT_BITS]       = 1024 + k;
      next_credits[k*CREDIT_BITS +: CREDIT_BITS] = 1024 + k;
    end
    flits   = next_flits;
    credits = next_credits;
    #3;
    for (k = 0; k < `EDGES; k = k + 1) begin
      $display("edge %0d %0d %0d", k, flit_out[k*FLIT_BITS +: FLIT_BITS],
               credit_out[k*CREDIT_BITS +: CREDIT_BITS]);
    end
  end
`endif

endmodule

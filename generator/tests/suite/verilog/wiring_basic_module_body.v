  // In the place of what a basic module holds: sends {base, k} by inter-BM link k, as a flit and as a
  // credit, and prints base, k, and what came by flit and credit wires.
  reg [`EDGES*FLIT_BITS-1:0]   flits, next_flits;
  reg [`EDGES*CREDIT_BITS-1:0] credits, next_credits;
  integer k;

  assign edge_flit_out   = flits;
  assign edge_credit_out = credits;

  initial begin
    #1;
    for (k = 0; k < `EDGES; k = k + 1) begin
      next_flits[k*FLIT_BITS +: FLIT_BITS]       = {base, k[5:0]};
      next_credits[k*CREDIT_BITS +: CREDIT_BITS] = {base, k[5:0]};
    end
    flits   = next_flits;
    credits = next_credits;
    #1;
    for (k = 0; k < `EDGES; k = k + 1) begin
      $display("%0d %0d %0d %0d", base, k, edge_flit_in[k*FLIT_BITS +: FLIT_BITS],
               edge_credit_in[k*CREDIT_BITS +: CREDIT_BITS]);
    end
  end

endmodule

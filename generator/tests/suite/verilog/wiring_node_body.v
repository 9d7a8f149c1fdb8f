  // In the place of what a node holds: sends its place in the basic module and the port, place * 16 +
  // port, by every port, as a flit and as a credit, and prints its address, the port, and what came by
  // flit and credit wires; by a port that it does not have nothing may come. Macros: PLACE_BITS, bits of
  // the place; LINKS, ports less one.
  reg [`LINKS*FLIT_BITS-1:0]   flits, next_flits;
  reg [`LINKS*CREDIT_BITS-1:0] credits, next_credits;
  reg [FLIT_BITS-1:0]     flit;
  reg [CREDIT_BITS-1:0]   credit;
  integer p;

  assign flit_out   = flits;
  assign credit_out = credits;

  initial begin
    #1;
    for (p = 1; p <= `LINKS; p = p + 1) begin
      next_flits[(p-1)*FLIT_BITS +: FLIT_BITS]       = {address[`PLACE_BITS-1:0], p[3:0]};
      next_credits[(p-1)*CREDIT_BITS +: CREDIT_BITS] = {address[`PLACE_BITS-1:0], p[3:0]};
    end
    flits   = next_flits;
    credits = next_credits;
    #1;
    for (p = 1; p <= `LINKS; p = p + 1) begin
      flit   = flit_in[(p-1)*FLIT_BITS +: FLIT_BITS];
      credit = credit_in[(p-1)*CREDIT_BITS +: CREDIT_BITS];
      if (PORTS_PRESENT[p]) $display("node %0d %0d %0d %0d", address, p, flit, credit);
      else if (flit !== 0 || credit !== 0) $display("node %0d port %0d: not tied", address, p);
    end
  end

endmodule

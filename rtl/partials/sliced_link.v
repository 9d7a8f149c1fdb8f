<# pad: spaces before #>
      @{ pad }@@{ c.slug }@_link_slice #(
        @{ pad }@.SLICES     (@{ port }@_SLICES),
        @{ pad }@.FLIT_BITS  (FLIT_BITS),
        @{ pad }@.CREDIT_BITS(CREDIT_BITS)
      @{ pad }@) u_@{ port|lower }@ (
        @{ pad }@.clk       (clk),
        @{ pad }@.rst       (@{ c.rst_of("n") }@),
        @{ pad }@.flit_in   (flit_out[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS]),
        @{ pad }@.flit_out  (flit_in[(@{ neighbour }@*LINKS+@{ far }@)*FLIT_BITS +: FLIT_BITS]),
        @{ pad }@.credit_in (credit_out[(@{ neighbour }@*LINKS+@{ far }@)*CREDIT_BITS +: CREDIT_BITS]),
        @{ pad }@.credit_out(credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS])
      @{ pad }@);

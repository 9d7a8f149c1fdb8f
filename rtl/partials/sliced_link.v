<# pad: spaces before #>
      @{ pad }@@{ c.slug }@_link_slice #(
        @{ pad }@.SLICES     (@{ link.port }@_SLICES),
        @{ pad }@.FLIT_BITS  (FLIT_BITS),
        @{ pad }@.CREDIT_BITS(CREDIT_BITS)
      @{ pad }@) u_@{ link.port|lower }@ (
        @{ pad }@.clk       (clk),
        @{ pad }@.rst       (@{ c.rst_of("n") }@),
        @{ pad }@.flit_in   (@{ link.flit_out }@),
        @{ pad }@.flit_out  (@{ link.far_flit_in }@),
        @{ pad }@.credit_in (@{ link.far_credit_out }@),
        @{ pad }@.credit_out(@{ link.credit_in }@)
      @{ pad }@);

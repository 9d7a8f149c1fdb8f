<# address: of node n #>
      ) u_node (
        .clk       (clk),
        .rst       (@{ c.rst_of("n") }@),
        .address   (@{ address }@),
        .flit_in   (flit_in[n*LINKS*FLIT_BITS +: LINKS*FLIT_BITS]),
        .credit_out(credit_out[n*LINKS*CREDIT_BITS +: LINKS*CREDIT_BITS]),
        .flit_out  (flit_out[n*LINKS*FLIT_BITS +: LINKS*FLIT_BITS]),
        .credit_in (credit_in[n*LINKS*CREDIT_BITS +: LINKS*CREDIT_BITS]),
@{ local.connections }@
      );

<# address: of node n #>
      ) u_node (
        .clk       (clk),
        .rst       (@{ c.rst_of("n") }@),
        .address   (@{ address }@),
        .flit_in   (@{ wires.flit_in }@),
        .credit_out(@{ wires.credit_out }@),
        .flit_out  (@{ wires.flit_out }@),
        .credit_in (@{ wires.credit_in }@),
@{ local.connections }@
      );

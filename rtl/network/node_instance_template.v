  @{ c.slug }@_@{ c.node }@ #(
    .FLIT_WIDTH   (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
<%- if c.irregular %>
    .PORTS_PRESENT(@{ node.present }@),
<%- endif %>
    .NODE_CONSTANT(1)
  ) @{ node.name }@ (
    .clk       (clk),
    .rst       (@{ c.rst_of(node.number) }@),
    .address   (@{ node.address }@),
<%- if c.num_links != 0 %>
    .flit_in   (@{ node.flit_in }@),
    .credit_out(@{ node.credit_out }@),
    .flit_out  (@{ node.flit_out }@),
    .credit_in (@{ node.credit_in }@),
<%- endif %>
@{ connections }@
  );

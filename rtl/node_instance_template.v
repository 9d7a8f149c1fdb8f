  @{ c.slug }@_@{ c.node }@ #(
    .FLIT_WIDTH   (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
    .NUM_VCS      (NUM_VCS),
    .VC_BITS      (VC_BITS),
    .PIPELINE     (PIPELINE),
    .MESSAGE_CLASSES(MESSAGE_CLASSES),
    .ORDER        (ORDER),
    .TARGET_FPGA  (TARGET_FPGA),
    .REUSE_EMPTY  (REUSE_EMPTY),
    .PORTS_PRESENT(@{ node.present }@),
    .NODE_CONSTANT(1)
  ) @{ node.name }@ (
    .clk       (clk),
    .rst       (@{ c.rst_of(node.number) }@),
    .address   (@{ node.address }@),
    .flit_in   (@{ node.flit_in }@),
    .credit_out(@{ node.credit_out }@),
    .flit_out  (@{ node.flit_out }@),
    .credit_in (@{ node.credit_in }@),
@{ connections }@
  );

<# pad: spaces that line the parentheses up with those of a longer name behind #>
        .FLIT_WIDTH  @{ pad }@(FLIT_WIDTH),
        .BUFFER_DEPTH@{ pad }@(BUFFER_DEPTH),
        .NUM_VCS     @{ pad }@(NUM_VCS),
        .VC_BITS     @{ pad }@(VC_BITS),
        .PIPELINE    @{ pad }@(PIPELINE),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .ORDER       @{ pad }@(ORDER),
        .TARGET_FPGA @{ pad }@(TARGET_FPGA),
        .REUSE_EMPTY @{ pad }@(REUSE_EMPTY)

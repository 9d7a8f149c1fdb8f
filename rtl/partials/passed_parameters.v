<# pad: spaces that line the parentheses up with those of a longer name behind #>
        .FLIT_WIDTH  @{ pad }@(FLIT_WIDTH),
        .BUFFER_DEPTH@{ pad }@(BUFFER_DEPTH)

  parameter FLIT_WIDTH   = @{ c.flit_width }@,
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@

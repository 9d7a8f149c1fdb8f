  parameter FLIT_WIDTH   = @{ c.flit_width }@,
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@,
  parameter NUM_VCS      = @{ c.num_vcs }@,
  parameter VC_BITS      = (NUM_VCS > 4) ? 3 : (NUM_VCS > 2) ? 2 : 1,
  parameter PIPELINE     = @{ c.pipeline }@,
  parameter MESSAGE_CLASSES = @{ c.message_classes }@,
  parameter TARGET_FPGA  = @{ c.target_fpga }@,
  parameter [NUM_VCS-1:0] REUSE_EMPTY = @{ c.num_vcs }@'b@{ c.reuse_bits }@

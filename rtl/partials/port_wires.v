<# ports: the names of a node's ports from 1 up -#>
  // The links by a node's port, node n's slice is [n*width +: width]
<%- for port in ports %>
  wire [NODES*FLIT_BITS-1:0]   @{ port }@_flit_in, @{ port }@_flit_out;
  wire [NODES*CREDIT_BITS-1:0] @{ port }@_credit_in, @{ port }@_credit_out;
<%- endfor %>

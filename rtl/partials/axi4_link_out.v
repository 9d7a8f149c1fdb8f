<# link, bits: the network, and bits of its flits; to the router's local input, and over the own link #>
  output wire               @{ link }@_valid,
  output wire               @{ link }@_head,
  output wire               @{ link }@_tail,
  output wire [@{ c.vc_bits }@-1:0] @{ link }@_vc,
  output wire @{ self.range(&bits) }@ @{ link }@_data,
  input  wire               @{ link }@_credit_valid,
  input  wire [@{ c.vc_bits }@-1:0] @{ link }@_credit_vc,
  output wire               own_@{ link }@_valid,
  input  wire               own_@{ link }@_credit

<# link, bits: the network, and bits of its flits; from the router's local output, and over the own link #>
  input  wire               @{ link }@_valid,
  input  wire               @{ link }@_tail,
  input  wire [@{ c.vc_bits }@-1:0] @{ link }@_vc,
  input  wire @{ self.range(&bits) }@ @{ link }@_data,
  output wire               @{ link }@_credit_valid,
  output wire [@{ c.vc_bits }@-1:0] @{ link }@_credit_vc,
  input  wire               own_@{ link }@_valid,
  input  wire               own_@{ link }@_tail,
  input  wire @{ self.range(&bits) }@ own_@{ link }@_data,
  output wire               own_@{ link }@_credit

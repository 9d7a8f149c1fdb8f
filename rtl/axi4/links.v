//## The links of a side: out, the network into which it gives, and of so many bits; in, the other network.
  output wire ${out}_valid,
  output wire ${out}_head,
  output wire ${out}_tail,
//# if vcs > 1
  output wire ${width(vc_bits)} ${out}_vc,
  input  wire ${width(vc_bits)} ${out}_credit_vc,
//# endif
  output wire ${vector(out_bits)} ${out}_data,
  input  wire ${out}_credit_valid,
  input  wire ${into}_valid,
  input  wire ${into}_tail,
//# if vcs > 1
  input  wire ${width(vc_bits)} ${into}_vc,
  output wire ${width(vc_bits)} ${into}_credit_vc,
//# endif
  input  wire ${vector(into_bits)} ${into}_data,
//# if own
  output wire own_${out}_valid,
  input  wire own_${out}_credit,
  input  wire own_${into}_valid,
  input  wire own_${into}_tail,
  input  wire ${vector(into_bits)} own_${into}_data,
  output wire own_${into}_credit,
//# endif
  output wire ${into}_credit_valid

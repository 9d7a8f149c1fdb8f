// neighbours: the addresses of a node's neighbours. Combinational.
//
//   neighbours   of the one at output p, whose address differs in bit p - 1: bits
//                ${ address_bits }*(p-1) and up
`default_nettype none

module neighbours (
  input  wire ${ width(address_bits) } node,
  output wire ${ width((ports - 1) * address_bits) } neighbours
);

  assign neighbours = {
//# for d in range(address_bits) | reverse
    node ^ ${ address_bits }'d${ 2 ** d }${ "," if not loop.last }
//# endfor
  };

endmodule
`default_nettype wire

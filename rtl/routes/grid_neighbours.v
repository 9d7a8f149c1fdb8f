// neighbours: the addresses of a node's neighbours${ " in a mesh; without meaning over an edge" if mesh }. Combinational.
//
//   neighbours   of the one at output p: bits ${ address_bits }*(p-1) and up. Outputs: ${ port_list }
`default_nettype none

module neighbours (
  input  wire ${ width(address_bits) } node,
  output wire ${ width((ports - 1) * address_bits) } neighbours
);

//# for d in dims
//# if d.digit
//# set digit = "node[" ~ d.high ~ ":" ~ d.low ~ "]" if address_bits > 1 else "node"
  wire ${ width(d.bits) } ${ d.name }_plus = ${ digit } + 1'b1, ${ d.name }_minus = ${ digit } - 1'b1;
//# else
  wire ${ width(address_bits) } ${ d.name }_at = (node / ${ address_bits }'d${ d.apart }) % ${ address_bits }'d${ d.side };
  wire ${ width(address_bits) } ${ d.name }_plus = (${ d.name }_at == ${ address_bits }'d${ d.side - 1 }) ? node - ${ address_bits }'d${ d.back } : node + ${ address_bits }'d${ d.apart };
  wire ${ width(address_bits) } ${ d.name }_minus = (${ d.name }_at == ${ address_bits }'d0) ? node + ${ address_bits }'d${ d.back } : node - ${ address_bits }'d${ d.apart };
//# endif
//# endfor

  assign neighbours = {
//# for d in dims | reverse
    ${ d.minus_text },
    ${ d.plus_text }${ "," if not loop.last }
//# endfor
  };

endmodule
`default_nettype wire

// terminals: the addresses of the terminals of a router. Combinational.
//
//   node        the router's address
//   terminals   of the one at local port k: bits ${ address_bits }*k and up. Without meaning where there is none
`default_nettype none

module terminals (
  input  wire ${ width(router_bits) } node,
  output ${ "wire" if regular else "reg " } ${ width(locals * address_bits) } terminals
);

//# if regular
//# for term in regular
  assign ${ bits_of("terminals", loop.index0 * address_bits, address_bits) } = ${ term };
//# endfor
//# if unused_node

  wire unused = &{1'b0, ${ unused_node }};
//# endif
//# else
  always @* begin
    case (node)
//# for row in rows
      ${ router_bits }'d${ row.router }: terminals = {${ row.terminals }};
//# endfor
      default: terminals = ${ zeros(locals * address_bits) };
    endcase
  end
//# endif

endmodule
`default_nettype wire

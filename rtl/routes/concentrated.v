// route: where a head goes from here [RC1 - RC3]: to the router of its destination, and there to the
// destination's local port. Combinational.
//
//   here           this router's address
//   header         the destination, a terminal: number k of router r has the address ${ each } r + k${ ";\n//                  above it the routing bits" if route_bits }
//   port           the output, one-hot; 0 to ${ each - 1 } are local
//# if class_bits
//   out_class      the class of the output VCs that the head may have, see route_to_router
//# endif
//
// FROM is the input port.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(router_bits) } here,
  input  wire ${ width(header_bits) } header,
//# if class_bits
  output wire ${ width(class_bits) } out_class,
//# endif
  output wire ${ width(ports) } port
);

//# if low
  wire ${ width(base_bits) } router = ${ bits_of("header", low, base_bits) };
  wire ${ width(each) } terminal = ${ bit_0(each) } << ${ bits_of("header", 0, low) };
//# else
  wire ${ width(address_bits) } quotient  = ${ bits_of("header", 0, address_bits) } / ${ address_bits }'d${ each };
  wire ${ width(address_bits) } remainder = ${ bits_of("header", 0, address_bits) } % ${ address_bits }'d${ each };
  wire ${ width(base_bits) } router = ${ bits_of("quotient", 0, base_bits) };
  wire ${ width(each) } terminal = ${ bit_0(each) } << remainder;
//# if address_bits > base_bits
  wire unused = &{1'b0, ${ bits_of("quotient", base_bits, address_bits - base_bits) }};
//# endif
//# endif
  wire ${ width(ports - each + 1) } way;  // bit 0: the destination is here

  route_to_router #(.FROM((FROM < ${ each }) ? 0 : FROM - ${ each - 1 })${ arguments }) u_to_router (
    .here     (here),
    .header   (${ "{" ~ bits_of("header", address_bits, route_bits) ~ ", router}" if route_bits else "router" }),
//# if class_bits
    .out_class(out_class),
//# endif
    .port     (way)
  );

  assign port = {way[${ ports - each }:1], terminal & {${ each }{way[0]}}};

endmodule
`default_nettype wire

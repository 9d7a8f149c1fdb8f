// route_ahead: the route of a head at the next router [RC4, L4]. Combinational.
//
//   next     the addresses of the neighbours at outputs ${ locals } and up
//   header   the head's destination${ " and routing bits" if route_bits }
//   port     the output that it asks for, one-hot
//   hop      its route there, as input_unit keeps it; without meaning for the local port
`default_nettype none

module route_ahead (
  input  wire ${ width((ports - locals) * router_bits) } next,
  input  wire ${ width(header_bits) } header,
  input  wire [${ ports - 1 }:${ locals }] port,
  output wire ${ width(hop_bits) } hop
);

  // An output in the buffer of an input, see input_unit
//# include "router/way_of.v"
//# for o in range(locals, ports)

  wire ${ width(ports) } port_${ o };
//# if class_bits
  wire ${ width(class_bits) } class_${ o };
//# endif
  route #(.FROM(${ far[o] })${ route_arguments }) u_route_${ o } (
    .here     (next${ "" if (ports - locals) * router_bits == 1 else "[" ~ (router_bits * (o - locals + 1) - 1) ~ ":" ~ (router_bits * (o - locals)) ~ "]" }),
    .header   (header),
//# if class_bits
    .out_class(class_${ o }),
//# endif
    .port     (port_${ o })
  );
//# endfor

//# for o in range(locals, ports)
  ${ "assign hop = " if loop.first else "             " }(${ fill(hop_bits, "port[" ~ o ~ "]") } & {${ "class_" ~ o ~ ", " if class_bits }way_of(port_${ o }${ ", " ~ way_bits ~ "'d" ~ (far[o] - 1) if not turns_back })})${ ";" if loop.last else " |" }
//# endfor

endmodule
`default_nettype wire

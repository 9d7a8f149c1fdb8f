// route: where a head goes from here [RC1 - RC3]. Dimension order: ${ order_text }, the
// shorter way round each ring. Combinational.
//
//   here, header   addresses ${ address_text }; header is the destination
//   port           the output, one-hot: ${ port_list }
//# if class_bits
//   out_class      the class of the output VCs that the head may have: see ring_route${ "; a bit for each class" if mixed }. Without
//                  meaning at the local port
//# endif
//
// FROM is the input port. What comes along a ring goes on in its direction or leaves the ring${ ", and\n// has done with the dimensions before" if dims | length > 1 }: so there is less to decide.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(address_bits) } header,
//# if class_bits
  output wire ${ width(class_bits) } out_class,
//# endif
  output wire ${ width(ports) } port
);

//# include "routes/places.v"
//# for d in dims

  wire ${ d.name }_differs, ${ d.name }_plus${ ", " ~ d.name ~ "_class" if d.classed };
//# if d.side == 2
  ${ d.module } u_${ d.name } (
//# else
  ${ d.module } #(
    .GOES_PLUS (FROM == ${ d.minus }),
    .GOES_MINUS(FROM == ${ d.plus })
  ) u_${ d.name } (
//# endif
    .here    (${ d.name }_here),
    .there   (${ d.name }_there),
    .differs (${ d.name }_differs),
//# if d.classed
    .of_class(${ d.name }_class),
//# endif
    .plus    (${ d.name }_plus)
  );
//# endfor

//# set one_hop = dims | length == 1 and dims[0].side == 2
//# include "routes/dimension_order.v"
//# if class_bits

//# if dims | length == 1
  assign out_class = ${ dims[0].class_text };
//# else
//# for d in dims
  ${ "assign out_class = " if loop.first else "                   " }${ "along_" ~ d.name ~ " ? " if not loop.last }${ d.class_text }${ ";" if loop.last else " :" }
//# endfor
//# endif
//# endif

endmodule
`default_nettype wire

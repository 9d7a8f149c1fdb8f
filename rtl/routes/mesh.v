// route: where a head goes from here [RC1 - RC3]. ${ order_text }. Combinational.
//
//   here, header   addresses ${ address_text }; header is the destination
//   port           the output, one-hot: ${ port_list }
//
// FROM is the input port. What comes along a line goes on in its direction or leaves the line${ ", and what\n// comes along y has done with x" if dims | length > 1 }: so there is less to decide.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(address_bits) } header,
  output wire ${ width(ports) } port
);

//# include "routes/places.v"

  // What goes on in '+' direction comes in by the port of '-', and the other way round.
//# for d in dims
  wire ${ d.name }_differs = ${ d.name }_here != ${ d.name }_there;
  wire ${ d.name }_plus    = (FROM == ${ d.minus }) ? 1'b1 : (FROM == ${ d.plus }) ? 1'b0 : ${ d.name }_there > ${ d.name }_here;
//# endfor

//# include "routes/dimension_order.v"

endmodule
`default_nettype wire

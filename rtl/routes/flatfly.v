// route: where a head goes from here [RC1, RC2]: one hop in each dimension in which the addresses differ,
// x first. Combinational.
//
//   here, header   addresses, digits of ${ k } values; header is the destination
//   port           the output, one-hot: 0 local, then of each dimension ${ k - 1 }: the way to the router that is
//                  1, 2, .. places on
//
// FROM is the input port. What comes along a dimension has done with it and with those before.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(address_bits) } header,
  output wire ${ width(ports) } port
);

//# for d in dims
  wire ${ width(place_bits) } ${ d.name }_here = ${ d.here }, ${ d.name }_there = ${ d.there };
//# if slices
  wire ${ width(place_bits) } ${ d.name }_way = ${ d.name }_there - ${ d.name }_here;
//# else
  wire ${ width(place_bits) } ${ d.name }_way = (${ d.name }_there < ${ d.name }_here) ? ${ d.name }_there + ${ place_bits }'d${ k } - ${ d.name }_here : ${ d.name }_there - ${ d.name }_here;
//# endif
  wire ${ d.name }_differs = (FROM < ${ d.first }) & (${ d.name }_here != ${ d.name }_there);
  wire ${ width(k) } ${ d.name }_one = ${ bit_0(k) } << ${ d.name }_way;

//# endfor
  assign port = {
//# for d in dims | reverse
    ${ d.name }_one[${ (k - 1) ~ ":1" if k > 2 else "1" }] & {${ k - 1 }{${ d.name }_differs${ " & " ~ d.before if d.before }}},
//# endfor
    ${ at_home }
  };

  wire unused = &{1'b0${ "" }
//# for d in dims
    , ${ d.name }_one[0]
//# endfor
  };

endmodule
`default_nettype wire

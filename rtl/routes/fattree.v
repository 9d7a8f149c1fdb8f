// route: where a head goes from here [RC1, RC2]: up while the destination is not below this router, then
// down, always by the destination's digit of this level. Combinational.
//
//   here, header   addresses, digits of ${ k } values; header is the destination, a terminal
//   port           the output, one-hot: ${ k } local ports, ${ k } down, ${ k } up
//
// FROM is the input port. What comes from above goes down.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(router_bits) } here,
  input  wire ${ width(address_bits) } header,
  output wire ${ width(ports) } port
);

  wire ${ width(level_bits) } level = ${ level_text };

  // Digits of the destination, and of this router's position in its level
//# for d in digits
  wire ${ width(digit_bits) } to_${ d.number } = ${ d.text };
//# endfor
//# for p in places
  wire ${ width(place_bits) } at_${ p.number } = ${ p.text };
//# endfor

  // The digit of this level
  wire ${ width(digit_bits) } digit =
//# for d in digits
//# if loop.last
    to_${ d.number };
//# else
    (level == ${ level_bits }'d${ d.number }) ? to_${ d.number } :
//# endif
//# endfor

  // The destination is below this router where its digits above that of this level are the position's.
//# for p in places
//# if digit_bits == place_bits
  wire same_${ p.number } = to_${ p.number + 1 } == at_${ p.number };
//# elif digit_bits > place_bits
  wire same_${ p.number } = to_${ p.number + 1 } == {${ digit_bits - place_bits }'d0, at_${ p.number }};
//# else
  wire same_${ p.number } = {${ place_bits - digit_bits }'d0, to_${ p.number + 1 }} == at_${ p.number };
//# endif
//# endfor
  wire below = (FROM >= ${ 2 * k }) ? 1'b1 :
//# for p in places
    (same_${ p.number }${ " | level > " ~ level_bits ~ "'d" ~ p.number })${ ";" if loop.last else " &" }
//# endfor

  wire ${ width(k) } one = ${ bit_0(k) } << digit;
  wire leaf = level == ${ level_bits }'d0;

  assign port = {
    one & {${ k }{~below}},
    one & {${ k }{below & ~leaf}},
    one & {${ k }{below & leaf}}
  };

endmodule
`default_nettype wire

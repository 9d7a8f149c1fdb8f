// ${ module }: the way round a ring of ${ side } nodes${ ", and the class of the VCs of the next hop" if classed }. Combinational.
//
//   here, there   places in the ring
//   differs       there is a way to go
//   plus          it goes '+': ${ tie_text }
//# if classed
//   of_class      of the next hop, by the rule below
//# endif
//# if side > 2
//
// GOES_PLUS, GOES_MINUS: the packet goes round the ring already, and goes on like that.
//# endif
//# if balanced and classed
//
// The class (docs/networks.md, torus, VC rule balanced), in '+' direction; '-' is its mirror image:
//
//   to places 1 .. ${ reach }: class 1 while the wrap link from ${ side - 1 } to 0 is ahead, then class 0
//   to the others: class 1 while there are more than ${ near } hops to go, then class 0
//# elif classed
//
// The class (docs/networks.md, torus, VC rule dateline): 1 while the wrap link between ${ side - 1 } and 0 is
// ahead, then 0. So packets cannot wait for one another round the ring.
//# endif
`default_nettype none

//# if side == 2
module ${ module } (
//# else
module ${ module } #(
  parameter GOES_PLUS  = 0,
  parameter GOES_MINUS = 0
) (
//# endif
  input  wire ${ width(bits) } here,
  input  wire ${ width(bits) } there,
  output wire       differs,
//# if classed
  output wire       of_class,
//# endif
  output wire       plus
);

  assign differs = here != there;

//# if classed or side != 2 ** bits
  wire wrap_is_on_minus = there > here;  // else it is on the way '+'
//# endif
//# if side == 2
  assign plus = 1'b1;
//# else

//# if side == 2 ** bits
  wire ${ width(bits) } hops = there - here;  // in '+' direction; in '-' direction ${ side } less these
//# else
  // In '+' direction; in '-' direction ${ side } less these
  wire ${ width(bits) } hops = there - here + (wrap_is_on_minus ? ${ bits }'d0 : ${ bits }'d${ side });
//# endif
//# if side % 2 == 0 and balanced_ties
  wire shorter = (hops < ${ bits }'d${ side // 2 }) | ((hops == ${ bits }'d${ side // 2 }) & ~here[0]);
//# else
  wire shorter = hops <= ${ bits }'d${ side // 2 };
//# endif

  assign plus = (GOES_PLUS != 0) ? 1'b1 : (GOES_MINUS != 0) ? 1'b0 : shorter;
//# endif
//# if balanced and classed

  wire class_plus  = (there >= ${ bits }'d1 && there <= ${ bits }'d${ reach }) ? ~wrap_is_on_minus : (hops > ${ bits }'d${ near });
  wire class_minus = (there >= ${ bits }'d${ side - 1 - reach } && there <= ${ bits }'d${ side - 2 }) ? wrap_is_on_minus : (hops < ${ bits }'d${ side - near });

  assign of_class = plus ? class_plus : class_minus;
//# elif classed

  assign of_class = plus ^ wrap_is_on_minus;
//# endif

endmodule
`default_nettype wire

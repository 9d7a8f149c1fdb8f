// ring_way: the way round a ring of ${ side } nodes. Combinational.
//
//   here, there   places in the ring
//   differs       there is a way to go
//   plus          the shorter way is '+'${ "; " ~ tie_text }
`default_nettype none

module ring_way (
  input  wire ${ width(bits) } here,
  input  wire ${ width(bits) } there,
  output wire       differs,
  output wire       plus
);

  wire ${ width(bits) } hops = there - here;  // in '+' direction; in '-' direction ${ side } less these

  assign differs = here != there;
//# if ties == 2
  assign plus    = (hops < ${ bits }'d${ side // 2 }) | ((hops == ${ bits }'d${ side // 2 }) & ~here[0]);
//# elif ties == 1
  assign plus    = (hops < ${ bits }'d${ side // 2 }) | ((hops == ${ bits }'d${ side // 2 }) & (there > here));
//# else
  assign plus    = hops <= ${ bits }'d${ side // 2 };
//# endif

endmodule
`default_nettype wire

// route: where a head goes from here [RC1 - RC3]. The highest level at which the addresses differ
// decides: above level 1 the packet goes to the node of the basic module (BM) that has a link of
// that level, at level 1 to the destination's place in the BM. Combinational.
//
//   here     address: ${ 2 * levels } digits of ${ m } bits, (row, column) of the highest level first
//   header   the destination${ ", and above it the routing bit: the group of links between BMs to use" if groups == 2 }
//   port     the output, one-hot: ${ port_list }
//# if class_bits
//   out_class   the class of the output VCs that the head may have${ ", a bit for each class" if mixed }. Without meaning at
//            the local port. ${ rule_text[0] }
//# for line in rule_text[1:]
//            ${ line }
//# endfor
//# endif
//
// In a BM y comes before x${ "; on the way to a link between BMs x before y" if x_first }. FROM is the input port. What comes along a ring goes
// on in its direction or leaves the ring, and does not turn back to the dimension that came first: so
// there is less to decide.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(header_bits) } header,
//# if class_bits
  output wire ${ width(class_bits) } out_class,
//# endif
  output wire ${ width(ports) } port
);

  // What goes on in '+' direction comes in by the port of '-', and the other way round.
  localparam GOES_X_PLUS = FROM == 2, GOES_X_MINUS = FROM == 1;
  localparam GOES_Y_PLUS = FROM == 4, GOES_Y_MINUS = FROM == 3;
//# if bidirectional
  localparam GOES_UP_PLUS = FROM == 6, GOES_UP_MINUS = FROM == 5;
//# endif
  localparam BY_X = GOES_X_PLUS || GOES_X_MINUS${ ", BY_Y = GOES_Y_PLUS || GOES_Y_MINUS" if x_first };
//# if groups == 2

  wire group = header[${ address_bits }];
//# endif

  // Between BMs: a ring for each digit, the highest that differs first
//# for r in rings
//# if bidirectional
  wire ${ r.name }_differs, ${ r.name }_shorter;
//# else
  wire ${ r.name }_differs = header[${ r.high }:${ r.low }] != here[${ r.high }:${ r.low }];
//# endif
//# if r.twisted
  midimew_way #(.BITS(${ m }), .TIES(${ ties })) u_${ r.name } (
    .here        (here[${ r.high }:${ r.low }]),
    .there       (header[${ r.high }:${ r.low }]),
    .column_here (here[${ r.low - 1 }:${ r.low - m }]),
    .column_there(header[${ r.low - 1 }:${ r.low - m }]),
    .differ      (${ r.name }_differs),
    .plus        (${ r.name }_shorter)
  );
//# elif bidirectional
  ring_way u_${ r.name } (
    .here   (here[${ r.high }:${ r.low }]),
    .there  (header[${ r.high }:${ r.low }]),
    .differs(${ r.name }_differs),
    .plus   (${ r.name }_shorter)
  );
//# endif
//# endfor
//# for r in rings
//# if bidirectional
  wire ${ r.name }_plus  = GOES_UP_PLUS ? 1'b1 : GOES_UP_MINUS ? 1'b0 : ${ r.name }_shorter;
//# endif
  wire ${ r.name }_first = ${ r.first };
//# if r.wrap_matters
  wire ${ r.name }_ahead = header[${ r.high }:${ r.low }] > here[${ r.high }:${ r.low }];  // the wrap link is on the way '-'
//# endif
//# endfor
  wire up = ${ up };

  // In the BM: the node with the link, or the destination
  wire ${ width(2 * m) } target = up ? ${ outlet } : header[${ 2 * m - 1 }:0];
  wire x_differs, y_differs;
//# if bm_wraps
  wire x_shorter, y_shorter;

  ring_way u_x (
    .here   (here[${ m - 1 }:0]),
    .there  (target[${ m - 1 }:0]),
    .differs(x_differs),
    .plus   (x_shorter)
  );
  ring_way u_y (
    .here   (here[${ 2 * m - 1 }:${ m }]),
    .there  (target[${ 2 * m - 1 }:${ m }]),
    .differs(y_differs),
    .plus   (y_shorter)
  );
//# else
  assign x_differs = here[${ m - 1 }:0] != target[${ m - 1 }:0];
  assign y_differs = here[${ 2 * m - 1 }:${ m }] != target[${ 2 * m - 1 }:${ m }];
//# endif
//# if wrap_matters or not bm_wraps

  // The wrap link is on the way '-', else on the way '+'.
  wire x_ahead = target[${ m - 1 }:0] > here[${ m - 1 }:0];
  wire y_ahead = target[${ 2 * m - 1 }:${ m }] > here[${ 2 * m - 1 }:${ m }];
//# endif

//# if x_first
  wire x_left  = x_differs & ~(BY_Y & up);
  wire y_left  = y_differs & ~(BY_X & ~up);
  wire along_x = x_left & (up | ~y_left);
  wire along_y = y_left & ~along_x;
//# else
  wire along_y = y_differs & !BY_X;
  wire along_x = x_differs & ~along_y;
//# endif
  wire there   = ~along_x & ~along_y;
  wire x_plus  = GOES_X_PLUS ? 1'b1 : GOES_X_MINUS ? 1'b0 : ${ "x_shorter" if bm_wraps else "x_ahead" };
  wire y_plus  = GOES_Y_PLUS ? 1'b1 : GOES_Y_MINUS ? 1'b0 : ${ "y_shorter" if bm_wraps else "y_ahead" };
//# if bidirectional
  wire up_plus = ${ up_plus };
//# endif

  assign port = {
//# if bidirectional
    there & up & ~up_plus, there & up & up_plus,
//# else
    there & up,
//# endif
    along_y & ~y_plus, along_y & y_plus,
    along_x & ~x_plus, along_x & x_plus,
    there & ~up
  };
//# if rule == "paper4"

  // Level 1 has classes 2 and 3, the others 0 and 1: the higher while the wrap link is ahead.
  wire up_wraps = ${ up_wraps };
  wire bm_wraps = along_y ? y_plus ^ y_ahead : x_plus ^ x_ahead;

  assign out_class = {~up, there ? up_wraps : bm_wraps};
//# elif rule == "levels"

  // A class for each level on the way; from a ring's input to its output at another node one more,
  // once the ring's wrap link is past.
//# for r in rings if r.inlet is not none
  wire ${ r.name }_past = (here[${ 2 * m - 1 }:0] == ${ 2 * m }'d${ r.inlet }) & ${ r.wraps[1:] if r.wraps is startingwith("~") else "~" ~ r.wraps };
//# endfor
  wire ${ width(class_bits) } in_bm = ${ in_bm };
//# if dateline
  wire up_wraps = ${ up_wraps };

  assign out_class = (there & up) ? ${ class_bits }'d1 & ${ fill(class_bits, "up_wraps") } : in_bm;
//# else
  assign out_class = (there & up) ? ${ class_bits }'d0 : in_bm;
//# endif
//# elif rule == "balanced"

  // Any class, but over these wrap links of a BM: ${ marked_text }. There the class is that of
  // the level on the way.
  wire over_wrap = ${ over_wrap };
//# for r in rings if r.inlet is not none
  wire ${ r.name }_past = (here[${ 2 * m - 1 }:0] == ${ 2 * m }'d${ r.inlet }) & ${ r.wraps[1:] if r.wraps is startingwith("~") else "~" ~ r.wraps };
//# endfor
  wire ${ width(class_bits) } in_bm = ${ in_bm };
//# if classed

  // Between BMs rings of rows have two classes.
//# for r in rings if r.classed
  wire ${ r.name }_upper;
  ring4_class u_${ r.name }_class (
    .here (here[${ r.high }:${ r.low }]),
    .there(header[${ r.high }:${ r.low }]),
    .plus (${ r.plus }),
    .upper(${ r.name }_upper)
  );
//# endfor
  wire lower = there & (${ lower });
  wire upper = there & (${ upper });

  assign out_class = lower ? ${ bit_0(class_bits) } : upper ? ${ bit_0(class_bits) } << 1 :
                     over_wrap ? in_bm : ${ ones(class_bits) };
//# else
  assign out_class = over_wrap ? in_bm : ${ ones(class_bits) };
//# endif
//# endif

endmodule
`default_nettype wire

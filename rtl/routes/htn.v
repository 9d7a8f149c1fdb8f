// route: where a head goes from here [RC1 - RC3${ ", RC5" if either }]. In the basic module (BM) of its destination a
// packet mends z, y, x. Elsewhere it goes to the edge of a gate plane: by z, and then by y for a link
// along Y, by x for one along X; Y before X. Combinational.
//
//   here     address: digits Y X of the BM, z y x of the node in it, two bits each
//   header   the destination, and above it the routing bits north, east, ${ "stay" if turn == 3 else "wrap_y" }, wrap_x
//   port     the output, one-hot: 0 local, 1 x+, 2 x-, 3 y+, 4 y-, 5 z+, 6 z-, 7 ey, 8 ex${ "; at a tie in a ring\n//            the escape direction" if either }
//# if either
//   either   a tie: the other way round that ring is the second choice
//# endif
//   out_class   the class of the output VCs that the head may have${ ", a bit for each class" if mixed }. Without meaning at
//            the local port. ${ rule_text[0] }
//# for line in rule_text[1:]
//            ${ line }
//# endfor
//
// FROM is the input port. What comes along a ring goes on in its direction or leaves the ring, and the
// steps before it are done: so there is less to decide.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire [9:0]  here,
  input  wire [13:0] header,
  output wire ${ width(class_bits) } out_class,
//# if either
  output wire        either,
//# endif
  output wire [8:0]  port
);

  // What goes on in '+' direction comes in by the port of '-', and the other way round.
  localparam BY_X = FROM == 1 || FROM == 2, BY_Y = FROM == 3 || FROM == 4;
  localparam BY_Z = FROM == 5 || FROM == 6, BY_EX = FROM == 8;
  localparam GOES_PLUS = FROM == 2 || FROM == 4 || FROM == 6;

  wire [1:0] bm_y, bm_x, z, y, x;
  wire [1:0] to_bm_y, to_bm_x, to_z, to_y, to_x;
  assign {bm_y, bm_x, z, y, x} = here;
  assign {to_bm_y, to_bm_x, to_z, to_y, to_x} = header[9:0];

  wire north = header[10], east = header[11];
//# if balanced and turn != 3
  wire unused = &{1'b0, header[13:12]};  // the others are for other VC rules
//# elif balanced
  wire unused = &{1'b0, header[13]};  // the other is for other VC rules
//# endif
//# if turn == 3
  wire stay = header[12];
//# endif
//# if not balanced
  wire wrap_y = header[12], wrap_x = header[13];
//# endif

  // Between BMs. What came by ex or by x is done with Y.
  wire along_ey = (bm_y != to_bm_y) & !BY_X & !BY_EX;
//# if turn == 0
  wire along_ex = (bm_x != to_bm_x) & ~along_ey & !BY_Y;
//# else
  wire along_ex = (bm_x != to_bm_x) & ~along_ey;
//# endif
  wire arrived  = ~along_ey & ~along_ex;

  // The place in the BM to go to
//# if gate_planes == 4
  wire [1:0] gate = z;
//# elif gate_planes == 2
  wire [1:0] gate = {1'b0, z[1] ^ z[0]};  // of planes 0 and 1 the nearest
//# else
  wire [1:0] gate = 2'd0;
//# endif
  wire [1:0] z_there = arrived  ? to_z : gate;
  wire [1:0] y_there = along_ey ? {2{north}} : to_y;
  wire [1:0] x_there = along_ex ? {2{east}} : to_x;

  // The hops to it in '+' direction; in '-' direction 4 less these
  wire [1:0] z_hops = z_there - z, y_hops = y_there - y, x_hops = x_there - x;

//# if turn
  // Before a link along X y is mended for inner rows, by ${ turn_text }.
  wire inner = to_y[1] ^ to_y[0];
//# if turn == 1
  wire [1:0] share = to_z + to_x;
  wire turns = inner & (&share | (|share & ~(y[1] ^ y[0]))) & !BY_EX;
//# elif turn == 2
  wire turns = inner & !BY_EX;
//# else
  wire turns = inner & ~stay & !BY_EX;
//# endif

  wire along_z = (z_hops != 2'd0) & !BY_X & !BY_Y;
  wire along_y = (y_hops != 2'd0) & ~along_z & (~along_ex | turns) & !BY_X;
//# else
  wire along_z = (z_hops != 2'd0) & !BY_X & !BY_Y;
  wire along_y = (y_hops != 2'd0) & ~along_z & ~along_ex & !BY_X;
//# endif
  wire along_x = (x_hops != 2'd0) & ~along_z & ~along_y & ~along_ey;
  wire there   = ~along_z & ~along_y & ~along_x;

  // The shorter way; of two ways of 2 hops '+' from even places
  wire z_plus = BY_Z ? GOES_PLUS : ~z_hops[1] | (~z_hops[0] & ~z[0]);
  wire y_plus = BY_Y ? GOES_PLUS : ~y_hops[1] | (~y_hops[0] & ~y[0]);
  wire x_plus = BY_X ? GOES_PLUS : ~x_hops[1] | (~x_hops[0] & ~x[0]);

  assign port = {
    there & along_ex, there & along_ey,
    along_z & ~z_plus, along_z & z_plus,
    along_y & ~y_plus, along_y & y_plus,
    along_x & ~x_plus, along_x & x_plus,
    there & arrived
  };
//# if either

  // Half way round a ring, before the first step in it
  assign either = (along_z & (z_hops == 2'd2) & !BY_Z) | (along_y & (y_hops == 2'd2) & !BY_Y) |
                  (along_x & (x_hops == 2'd2) & !BY_X);
//# endif
//# if balanced

//# if channel_selection
  // In a BM class 1 after the links between BMs, class 0 before them; between BMs any.
  wire by_phase = ~there;
//# else
  // Any class, but over or next to the wrap link of a ring of the BM: there class 1 after the links
  // between BMs, class 0 before them.
  wire by_phase = (along_y${ "" if turn else " & (y_plus == y[1])" }) | (along_x & (x_plus == x[1]));
//# endif
  assign out_class = {${ "1'b1, " if channel_selection }~by_phase | arrived, ~by_phase | ~arrived};
//# else

  // Class 1 after the links between BMs, and after the wrap link of a ring of BMs
  wire [1:0] edge_bm = along_ey ? {2{north}} : {2{east}};
  wire ahead   = along_ey ? (north ? bm_y > to_bm_y : bm_y < to_bm_y)
                          : (east ? bm_x > to_bm_x : bm_x < to_bm_x);
  wire wrapped = (along_ey ? wrap_y : wrap_x) & ~ahead;
  wire wraps   = (along_ey ? bm_y : bm_x) == edge_bm;
  wire upper   = arrived | wrapped | (there & wraps);

//# if mixed
  assign out_class = {1'b1, upper, ~upper};
//# elif class_bits == 2
  assign out_class = {1'b0, upper};
//# else
  assign out_class = upper;
//# endif
//# endif

endmodule
`default_nettype wire

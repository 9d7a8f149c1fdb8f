// route: where a head goes from here [RC1 - RC3]: by the one global link to the destination's group.
// Combinational.
//
//   here, header   addresses, ${ a } times the group and the place in it; header is the destination
//   port           the output, one-hot: 0 local, ${ a - 1 } to the router of the group that is 1, 2, .. places
//                  on, ${ h } to other groups
//   out_class      the classes of the output VCs that the head may have, a bit for each: 0 in the
//                  source's group, 1 in the destination's, both from one to the other. Without meaning
//                  at the local port
//
// FROM is the input port. What comes from another group stays in this one.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(address_bits) } header,
  output wire [1:0] out_class,
  output wire ${ width(ports) } port
);

  wire ${ width(address_bits) } group = here / ${ address_bits }'d${ a }, to_group = header / ${ address_bits }'d${ a };
  wire ${ width(address_bits) } place = here % ${ address_bits }'d${ a }, to_place = header % ${ address_bits }'d${ a };
  wire at_home = (FROM >= ${ a }) ? 1'b1 : group == to_group;

  // The group's global link to the destination's group, and the router that has it
  wire ${ width(address_bits) } beyond = to_group - group - ${ address_bits }'d1;
  wire ${ width(address_bits) } link   = (to_group > group) ? beyond : beyond + ${ address_bits }'d${ groups };
  wire ${ width(address_bits) } gate   = link / ${ address_bits }'d${ h };
  wire ${ width(address_bits) } exit   = link % ${ address_bits }'d${ h };

  // The way within the group
  wire ${ width(address_bits) } goal = at_home ? to_place : gate;
  wire ${ width(address_bits) } way  = (goal < place) ? goal + ${ address_bits }'d${ a } - place : goal - place;
  wire ${ width(a) } way_one  = ${ bit_0(a) } << way;
  wire ${ width(h) } exit_one = ${ bit_0(h) } << exit;
  wire arrived = way_one[0];

  assign port      = {exit_one & {${ h }{arrived & ~at_home}}, way_one[${ (a - 1) ~ ":1" if a > 2 else "1" }], arrived & at_home};
  assign out_class = {at_home | arrived, ~at_home};

endmodule
`default_nettype wire

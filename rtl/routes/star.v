// route: where a head goes from here [RC1, RC2]: to the local port of its number. Combinational.
//
//   here, header   addresses; header is the destination, a terminal
//   port           the output, one-hot
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire here,
  input  wire ${ width(address_bits) } header,
  output wire ${ width(ports) } port
);

  assign port = ${ bit_0(ports) } << header;

  wire unused = &{1'b0, here, FROM == 0};

endmodule
`default_nettype wire

// route: where a head goes from here [RC1 - RC3]. E-cube: the lowest bit in which the addresses differ
// comes first. Combinational.
//
//   here, header   addresses; header is the destination
//   port           the output, one-hot: 0 local, d + 1 to the node whose address differs in bit d
//
// FROM is the input port. What comes by port d + 1 has done with the bits up to d.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(address_bits) } header,
  output wire ${ width(ports) } port
);

  localparam ${ width(ports) } LEFT = ${ ones(ports) } << FROM;

  wire ${ width(address_bits) } differ = (here ^ header) & LEFT[${ address_bits - 1 }:0];

  lowest_one #(.WIDTH(${ address_bits })) u_first (
    .in (differ),
    .one(port[${ address_bits }:1])
  );

  assign port[0] = ~(|differ);

endmodule
`default_nettype wire

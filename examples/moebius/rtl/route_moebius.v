// route: where a head goes from here in a Moebius ladder (docs/adding_a_network.md) [RC1 - RC3].
// Combinational.
//
//   here, header  addresses, 0 .. SIDE-1; header is the destination
//   port          one-hot: 0 local, 1 ring+, 2 ring-, 3 across
//   out_class     the class of the hop: on the ring 1 while the wrap link is still ahead, else 0;
//                 without meaning at the local port
//
// A destination more than a quarter of the ring away is reached by the link across, then by the
// ring. FROM is the input port: only what comes from port 0 can go across.
`default_nettype none

module route #(
  parameter SIDE         = 16,
  parameter ADDRESS_BITS = 4,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] here,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire                    out_class,
  output wire [3:0]              port
);

  localparam [31:0]             LENGTH  = SIDE;
  localparam [31:0]             REST    = LENGTH - LENGTH / 4;
  localparam [ADDRESS_BITS-1:0] WRAP    = LENGTH[ADDRESS_BITS-1:0];  // 0 for 2^ADDRESS_BITS
  localparam [ADDRESS_BITS-1:0] QUARTER = LENGTH[ADDRESS_BITS+1:2];
  localparam [ADDRESS_BITS-1:0] BEHIND  = REST[ADDRESS_BITS-1:0];

  wire differ = header != here;
  wire ahead  = header > here;

  // Links to the destination in direction '+'
  wire [ADDRESS_BITS-1:0] links = header - here + (ahead ? {ADDRESS_BITS{1'b0}} : WRAP);

  wire plus  = FROM == 2 | (FROM != 1 & links <= QUARTER);
  wire minus = FROM == 1 | (FROM != 2 & links >= BEHIND);
  wire far   = FROM == 0 & ~plus & ~minus;

  assign port      = {differ & far, differ & minus, differ & plus, ~differ};
  assign out_class = (plus & ~ahead) | (minus & ahead);

endmodule
`default_nettype wire

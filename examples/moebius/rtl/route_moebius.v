// route_moebius: RC of a Moebius ladder (docs/adding_a_network.md; docs/router.md, RC1-RC3).
// Combinational.
//
//   node, header  addresses, 0 .. SIDE-1; header is the destination
//   port          one-hot: 0 local, 1 ring+, 2 ring-, 3 across
//   either        0: there is one candidate
//   vcs           the VCs of the hop's class: on the ring 1 while the wrap link is still ahead, else
//                 0; without meaning at the local port
//
// A destination more than a quarter of the ring away is reached by the link across, then by the
// ring. FROM is the input port: only what comes from port 0 can go across.
`default_nettype none

module route_moebius #(
  parameter SIDE         = 16,
  parameter ADDRESS_BITS = 4,
  parameter NUM_VCS      = 2,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [3:0]              port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam [31:0]             LENGTH  = SIDE;
  localparam [31:0]             REST    = LENGTH - LENGTH / 4;
  localparam [ADDRESS_BITS-1:0] WRAP    = LENGTH[ADDRESS_BITS-1:0];  // 0 for 2^ADDRESS_BITS
  localparam [ADDRESS_BITS-1:0] QUARTER = LENGTH[ADDRESS_BITS+1:2];
  localparam [ADDRESS_BITS-1:0] BEHIND  = REST[ADDRESS_BITS-1:0];

  wire differ = header != node;
  wire ahead  = header > node;

  // Links to the destination in direction '+'
  wire [ADDRESS_BITS-1:0] links = header - node + (ahead ? {ADDRESS_BITS{1'b0}} : WRAP);

  wire plus  = FROM == 2 | (FROM != 1 & links <= QUARTER);
  wire minus = FROM == 1 | (FROM != 2 & links >= BEHIND);
  wire far   = FROM == 0 & ~plus & ~minus;
  wire wrap  = (plus & ~ahead) | (minus & ahead);

  assign port   = {differ & far, differ & minus, differ & plus, ~differ};
  assign either = 1'b0;

  class_vcs #(.NUM_VCS(NUM_VCS), .CLASSES(2)) u_vcs (
    .of_class({wrap, ~wrap}),
    .vcs     (vcs)
  );

endmodule

`default_nettype wire

// route_line: RC of a mesh of one dimension (docs/networks.md; docs/router.md, RC1-RC3).
// Combinational.
//
//   node, header  addresses, the places in the line; header is the destination
//   port          one-hot: 0 local, 1 towards the next node, 2 towards the previous one
//   either        0: there is one candidate
//   vcs           all: there is one class
//
// FROM is the input port: what came by the line goes on in its direction or has arrived.
`default_nettype none

module route_line #(
  parameter ADDRESS_BITS = 3,
  parameter NUM_VCS      = 1,
  parameter FROM         = 0
) (
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire [ADDRESS_BITS-1:0] header,
  output wire [2:0]              port,
  output wire                    either,
  output wire [NUM_VCS-1:0]      vcs
);

  localparam LOCAL = 0, PLUS = 1, MINUS = 2;

  // A '+' link leads from output 1 to input 2.
  wire move = node != header;
  wire plus = FROM == MINUS ? 1'b1 : FROM == PLUS ? 1'b0 : header > node;

  assign port[LOCAL] = ~move;
  assign port[PLUS]  = move & plus;
  assign port[MINUS] = move & ~plus;

  assign either = 1'b0;
  assign vcs    = {NUM_VCS{1'b1}};

endmodule

`default_nettype wire

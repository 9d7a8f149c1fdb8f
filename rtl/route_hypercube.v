// route_hypercube: RC of the binary hypercube, e-cube (docs/networks.md; docs/router.md, RC1-RC3).
// Combinational.
//
//   node, header  addresses; header is the destination
//   port          one-hot: 0 local, d + 1 to the node whose address differs in bit d
//   either        0: there is one candidate
//   vcs           all: there is one class
//
// The lowest bit that differs first. FROM is the input port: what came by port d + 1 has the bits
// up to d behind it, so there is less to decide.
`default_nettype none

module route_hypercube #(
  parameter DIMENSIONS = 6,
  parameter NUM_VCS    = 1,
  parameter FROM       = 0
) (
  input  wire [DIMENSIONS-1:0] node,
  input  wire [DIMENSIONS-1:0] header,
  output wire [DIMENSIONS:0]   port,
  output wire                  either,
  output wire [NUM_VCS-1:0]    vcs
);

  wire [DIMENSIONS-1:0] ahead;
  wire [DIMENSIONS-1:0] differ = (node ^ header) & ahead;

  genvar d;
  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      assign ahead[d] = d >= FROM;
    end
  endgenerate

  assign port[0] = ~(|differ);
  lowest_one #(.WIDTH(DIMENSIONS)) u_lowest (.in(differ), .one(port[DIMENSIONS:1]));

  assign either = 1'b0;
  assign vcs    = {NUM_VCS{1'b1}};

endmodule

`default_nettype wire

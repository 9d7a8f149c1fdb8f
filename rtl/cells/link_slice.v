// link_slice: registers on a link, both ways (docs/router.md, L5).
//
//   flit_in -> flit_out      a flit's bundle, `valid` on top, SLICES clocks later
//   credit_in -> credit_out  a credit's, the other way
//
// Only the valid bits are reset. SLICES = 0: wires.
`default_nettype none

module link_slice #(
  parameter [31:0] SLICES = 1,
  parameter FLIT_BITS   = 36,
  parameter CREDIT_BITS = 2
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire [FLIT_BITS-1:0]   flit_in,
  output wire [FLIT_BITS-1:0]   flit_out,
  input  wire [CREDIT_BITS-1:0] credit_in,
  output wire [CREDIT_BITS-1:0] credit_out
);

  // Before the first register, and behind each
  wire [(SLICES+1)*FLIT_BITS-1:0]   flits;
  wire [(SLICES+1)*CREDIT_BITS-1:0] credits;

  assign flits[FLIT_BITS-1:0]     = flit_in;
  assign credits[CREDIT_BITS-1:0] = credit_in;
  assign flit_out                 = flits[SLICES*FLIT_BITS +: FLIT_BITS];
  assign credit_out               = credits[SLICES*CREDIT_BITS +: CREDIT_BITS];

  genvar s;
  generate
    for (s = 0; s < SLICES; s = s + 1) begin : g_slice
      reg                   valid, credit_valid;
      reg [FLIT_BITS-2:0]   flit;
      reg [CREDIT_BITS-2:0] credit;

      always @(posedge clk) begin
        valid        <= ~rst & flits[(s+1)*FLIT_BITS-1];
        credit_valid <= ~rst & credits[(s+1)*CREDIT_BITS-1];
        flit         <= flits[s*FLIT_BITS +: FLIT_BITS-1];
        credit       <= credits[s*CREDIT_BITS +: CREDIT_BITS-1];
      end
      assign flits[(s+1)*FLIT_BITS +: FLIT_BITS]       = {valid, flit};
      assign credits[(s+1)*CREDIT_BITS +: CREDIT_BITS] = {credit_valid, credit};
    end
  endgenerate

  wire unused = &{1'b0, clk, rst};

`ifdef TORUSMITH_FORMAL
`include "link_slice.vh"
`endif

endmodule
`default_nettype wire

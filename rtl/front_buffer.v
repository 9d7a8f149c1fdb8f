// front_buffer: what an input unit keeps of its flits for two readers at once: write clocked, both
// reads combinational (docs/router.md, L2, RC4).
//
//   raddr -> rdata          of the flit that leaves
//   behind_addr -> behind   of the flit that comes to the front behind it
`default_nettype none

module front_buffer #(
  parameter WIDTH     = 4,
  parameter WORDS     = 8,
  parameter ADDR_BITS = 3
) (
  input  wire                 clk,
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata,
  input  wire [ADDR_BITS-1:0] behind_addr,
  output wire [WIDTH-1:0]     behind
);

  (* ram_style = "distributed" *) reg [WIDTH-1:0] mem [0:WORDS-1];

  always @(posedge clk) begin
    if (we) mem[waddr] <= wdata;
  end

  assign rdata  = mem[raddr];
  assign behind = mem[behind_addr];

endmodule

`default_nettype wire

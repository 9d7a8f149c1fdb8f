// flit_buffer: distributed RAM. Written at the clock edge, read asynchronously, never reset.
//
//   we, waddr, wdata  write port
//   raddr, rdata      read port; the value before a write of the same clock
// Addresses are below WORDS.
`default_nettype none

module flit_buffer #(
  parameter WIDTH     = 32,
  parameter WORDS     = 8,
  parameter ADDR_BITS = 3
) (
  input  wire                 clk,
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata
);

  (* ram_style = "distributed" *)
  reg [WIDTH-1:0] mem [0:WORDS-1];

  always @(posedge clk) begin
    if (we) mem[waddr] <= wdata;
  end

  assign rdata = mem[raddr];

endmodule

`default_nettype wire

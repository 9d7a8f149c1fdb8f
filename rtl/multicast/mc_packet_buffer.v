// mc_packet_buffer: room for one packet of 16 flits (docs/multicast_router.md, P2). Written at the
// clock edge, read asynchronously, never reset.
//
//   we, waddr, wdata  write port
//   raddr, rdata      read port; the value before a write of the same clock
`default_nettype none

module mc_packet_buffer #(
  parameter FLIT_WIDTH = 36
) (
  input  wire                  clk,
  input  wire                  we,
  input  wire [3:0]            waddr,
  input  wire [FLIT_WIDTH-1:0] wdata,
  input  wire [3:0]            raddr,
  output wire [FLIT_WIDTH-1:0] rdata
);

  (* ram_style = "distributed" *)
  reg [FLIT_WIDTH-1:0] mem [0:15];

  always @(posedge clk) begin
    if (we) mem[waddr] <= wdata;
  end

  assign rdata = mem[raddr];

endmodule

`default_nettype wire

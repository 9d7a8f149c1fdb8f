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

`ifdef FORMAL
  // The memory by its ports: what was written in the last clock is read back, and what was read in
  // the last clock is read again if it was not overwritten.
  reg                  started;
  reg                  written;
  reg [3:0]            written_at, read_at;
  reg [FLIT_WIDTH-1:0] written_word, read_word;

  initial started = 1'b0;

  always @(posedge clk) begin
    started      <= 1'b1;
    written      <= we;
    written_at   <= waddr;
    written_word <= wdata;
    read_at      <= raddr;
    read_word    <= rdata;
  end

  always @* begin
    if (started && written && raddr == written_at) assert (rdata == written_word);
    if (started && raddr == read_at && !(written && read_at == written_at)) begin
      assert (rdata == read_word);
    end
  end
`endif

endmodule

`default_nettype wire

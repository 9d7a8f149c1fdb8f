// async_fifo: a first-in first-out buffer with a clock at each end (docs/axi_interface.md, K1, K2).
//
//   wr_*  the end that is written, on wr_clk: a word is taken where valid and ready are 1
//   rd_*  the end that is read, on rd_clk, likewise; rd_data is a register, which holds one word
//         more than the 2^PTR_BITS of the memory
//
// Both resets must be 1 together for some clocks of each end; which one falls first does not matter.
// Latency: a word shows at the read end 3 to 4 clocks of it after it was taken.
`default_nettype none

module async_fifo #(
  parameter WIDTH    = 32,
  parameter PTR_BITS = 4
) (
  input  wire             wr_clk,
  input  wire             wr_rst,
  input  wire             wr_valid,
  output wire             wr_ready,
  input  wire [WIDTH-1:0] wr_data,
  input  wire             rd_clk,
  input  wire             rd_rst,
  output reg              rd_valid,
  input  wire             rd_ready,
  output reg  [WIDTH-1:0] rd_data
);

  localparam [PTR_BITS:0] ONE = 1;

  // Pointers have a bit more than the memory's address, so that full is not empty.
  reg  [PTR_BITS:0] wr_count, rd_count;
  reg  [PTR_BITS:0] wr_gray, rd_gray;
  wire [PTR_BITS:0] wr_seen, rd_seen;  // Gray, at the other end
  wire [PTR_BITS:0] wr_next = wr_count + ONE;
  wire [PTR_BITS:0] rd_next = rd_count + ONE;

  // In Gray code a pointer that is a round ahead differs in its two highest bits.
  reg  wr_open;  // out of reset
  wire full  = (wr_gray ^ rd_seen) == {2'b11, {(PTR_BITS-1){1'b0}}};
  wire empty = wr_seen == rd_gray;
  wire push  = wr_valid & wr_ready;
  wire pull  = ~empty & (~rd_valid | rd_ready);

  assign wr_ready = wr_open & ~full;

`ifndef YOSYS
  (* ram_style = "distributed", ramstyle = "MLAB" *)
`endif
  reg [WIDTH-1:0] mem [0:(1<<PTR_BITS)-1];

  always @(posedge wr_clk) begin
    if (wr_rst) begin
      wr_open  <= 1'b0;
      wr_count <= {(PTR_BITS+1){1'b0}};
      wr_gray  <= {(PTR_BITS+1){1'b0}};
    end else begin
      wr_open <= 1'b1;
      if (push) begin
        wr_count <= wr_next;
        wr_gray  <= wr_next ^ (wr_next >> 1);
      end
    end
    if (push) mem[wr_count[PTR_BITS-1:0]] <= wr_data;
  end

  always @(posedge rd_clk) begin
    if (rd_rst) begin
      rd_valid <= 1'b0;
      rd_count <= {(PTR_BITS+1){1'b0}};
      rd_gray  <= {(PTR_BITS+1){1'b0}};
    end else begin
      rd_valid <= ~empty | (rd_valid & ~rd_ready);
      if (pull) begin
        rd_count <= rd_next;
        rd_gray  <= rd_next ^ (rd_next >> 1);
      end
    end
    if (pull) rd_data <= mem[rd_count[PTR_BITS-1:0]];
  end

  synchronizer #(.WIDTH(PTR_BITS + 1)) u_wr_gray (
    .clk(rd_clk),
    .in (wr_gray),
    .out(wr_seen)
  );
  synchronizer #(.WIDTH(PTR_BITS + 1)) u_rd_gray (
    .clk(wr_clk),
    .in (rd_gray),
    .out(rd_seen)
  );

endmodule
`default_nettype wire

// axi_stream_clocks: a node's streams between its user's clock and the network's
// (docs/axi_interface.md, K1-K4).
//
//   clk, rst    the network's; from_* and to_* are the interface's streams, error its errors
//   axis_clk    the user's; s_axis_* and m_axis_* are his streams, with all that a beat comes with
//               in *_beat, axis_rst his reset, axis_error the errors
//
// Latency: that of async_fifo each way; resets and errors take 2 to 3 clocks of axis_clk.
`default_nettype none

module axi_stream_clocks #(
  parameter S_BITS   = 37,
  parameter M_BITS   = 37,
  parameter PTR_BITS = 4  // of FIFOs with 2^PTR_BITS places
) (
  input  wire              clk,
  input  wire              rst,
  output wire              from_tvalid,
  input  wire              from_tready,
  output wire [S_BITS-1:0] from_beat,
  input  wire              to_tvalid,
  output wire              to_tready,
  input  wire [M_BITS-1:0] to_beat,
  input  wire [2:0]        error,
  input  wire              axis_clk,
  output wire              axis_rst,
  input  wire              s_axis_tvalid,
  output wire              s_axis_tready,
  input  wire [S_BITS-1:0] s_axis_beat,
  output wire              m_axis_tvalid,
  input  wire              m_axis_tready,
  output wire [M_BITS-1:0] m_axis_beat,
  output wire [2:0]        axis_error
);

  // K3
  synchronizer #(.WIDTH(1)) u_rst (
    .clk(axis_clk),
    .in (rst),
    .out(axis_rst)
  );

  // K4: each bit stays, and stands for itself.
  synchronizer #(.WIDTH(3)) u_error (
    .clk(axis_clk),
    .in (error),
    .out(axis_error)
  );

  async_fifo #(.WIDTH(S_BITS), .PTR_BITS(PTR_BITS)) u_into (
    .wr_clk  (axis_clk),
    .wr_rst  (axis_rst),
    .wr_valid(s_axis_tvalid),
    .wr_ready(s_axis_tready),
    .wr_data (s_axis_beat),
    .rd_clk  (clk),
    .rd_rst  (rst),
    .rd_valid(from_tvalid),
    .rd_ready(from_tready),
    .rd_data (from_beat)
  );

  async_fifo #(.WIDTH(M_BITS), .PTR_BITS(PTR_BITS)) u_out_of (
    .wr_clk  (clk),
    .wr_rst  (rst),
    .wr_valid(to_tvalid),
    .wr_ready(to_tready),
    .wr_data (to_beat),
    .rd_clk  (axis_clk),
    .rd_rst  (axis_rst),
    .rd_valid(m_axis_tvalid),
    .rd_ready(m_axis_tready),
    .rd_data (m_axis_beat)
  );

endmodule
`default_nettype wire

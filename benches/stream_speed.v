// stream_speed: two nodes with AXI4-Stream interfaces side by side, each of which sends packets to the other and takes
// every beat.
//
//   +beats=N   beats of each packet
//   +most=N    packets of each node, in all
//
// It prints: beats a clock that node 0 got and that node 1 got, in the clocks from 2000 on; clocks from the first in
// which node 0 shows its first beat to the first in which node 1 is shown one; and beats that were not those expected.
`timescale 1ns/1ps
`default_nettype none

module stream_speed;
  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  integer now = 0, clocks = 20000, beats = 1, most = 1000000000;
  initial begin
    if ($value$plusargs("clocks=%d", clocks)) ;
    if ($value$plusargs("beats=%d", beats)) ;
    if ($value$plusargs("most=%d", most)) ;
  end

  wire [1:0] s_tvalid, s_tready, s_tlast, m_tvalid, m_tlast;
  wire [63:0] s_tdata, m_tdata;

  mesh_2_network u_network (
    .clk(clk), .rst(rst), .clear_error(1'b0), .error(),
    .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready), .s_axis_tdata(s_tdata), .s_axis_tlast(s_tlast),
    .s_axis_tdest(2'b01),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(2'b11), .m_axis_tdata(m_tdata), .m_axis_tlast(m_tlast),
    .m_axis_tdest(), .m_axis_tid()
  );

  integer first_shown = -1, first_got = -1;
  genvar n;
  generate
    for (n = 0; n < 2; n = n + 1) begin : g
      integer sent = 0, beat = 0, got = 0, expected = 0, wrong = 0;
      assign s_tvalid[n] = ~rst & (sent < most);
      assign s_tdata[32*n +: 32] = beat;
      assign s_tlast[n]  = beat == beats - 1;
      always @(posedge clk) if (~rst) begin
        if (s_tvalid[n] & s_tready[n]) begin
          beat <= s_tlast[n] ? 0 : beat + 1;
          if (s_tlast[n]) sent <= sent + 1;
        end
        if (m_tvalid[n]) begin
          if (now >= 2000) got <= got + 1;
          expected <= m_tlast[n] ? 0 : expected + 1;
          if (m_tdata[32*n +: 32] != expected | m_tlast[n] != (expected == beats - 1)) wrong <= wrong + 1;
        end
      end
    end
  endgenerate

  real window;
  always @(posedge clk) begin
    now <= now + 1;
    if (now == 20) rst <= 0;
    if (s_tvalid[0] & (first_shown < 0)) first_shown <= now;
    if (m_tvalid[1] & (first_got < 0)) first_got <= now;
    if (now == clocks) begin
      window = clocks - 2000;
      $display("%0.3f %0.3f %0d %0d",
        g[0].got / window, g[1].got / window, first_got - first_shown, g[0].wrong + g[1].wrong);
      $finish;
    end
  end
endmodule
`default_nettype wire

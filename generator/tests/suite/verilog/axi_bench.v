// An AXI4-Stream interface by itself: a line of stimulus.hex a clock goes in, what its outputs show in that clock is printed.
// Macros: INTERFACE, NODE, ADDRESS_BITS, VC_BITS, WIDTH, STREAM (bits of a beat), CLOCKS, and where streams have them USER_BITS, KEEP
// (bytes of a beat). A line: s_keep; s_user; rst, s_valid, s_last, m_ready; clear_error, credit_valid; credit_vc;
// flit valid, head, tail; flit vc; s_dest; s_data; flit data.
`timescale 1ns / 1ns

module axi_bench;

  localparam A = `ADDRESS_BITS, B = `VC_BITS, W = `WIDTH, S = `STREAM;

  reg [187:0] lines [0:`CLOCKS-1];
  reg [187:0] line;
  reg clk = 0;
  reg rst = 1;
  wire s_ready, m_valid, m_last, li_valid, li_head, li_tail, lo_credit_valid;
  wire [2:0] error;
  wire [S-1:0] m_data;
  wire [W-1:0] li_data;
  wire [A-1:0] m_dest, m_id;
`ifdef USER_BITS
  wire [`USER_BITS-1:0] m_user;
`endif
`ifdef KEEP
  wire [`KEEP-1:0] m_keep;
`endif
  wire [B-1:0] li_vc, lo_credit_vc;
  integer t;

  wire [63:0] s_data = line[127:64], lo_data = line[63:0];
  wire [15:0] s_dest = line[143:128];
  wire [3:0]  lo_vc = line[147:144], flit = line[151:148], credit_vc = line[155:152], credit = line[159:156];
  wire [3:0]  control = line[163:160];
  wire [15:0] s_user = line[179:164];
  wire [7:0]  s_keep = line[187:180];

  `INTERFACE dut (
    .clk(clk), .rst(rst | control[3]), .node(`NODE),
    .s_axis_tvalid(control[2]), .s_axis_tready(s_ready), .s_axis_tdata(s_data[S-1:0]), .s_axis_tlast(control[1]),
    .s_axis_tdest(s_dest[A-1:0]),
    .m_axis_tvalid(m_valid), .m_axis_tready(control[0]), .m_axis_tdata(m_data), .m_axis_tlast(m_last),
    .m_axis_tdest(m_dest), .m_axis_tid(m_id),
`ifdef USER_BITS
    .s_axis_tuser(s_user[`USER_BITS-1:0]), .m_axis_tuser(m_user),
`endif
`ifdef KEEP
    .s_axis_tkeep(s_keep[`KEEP-1:0]), .m_axis_tkeep(m_keep),
`endif
    .local_in_valid(li_valid), .local_in_head(li_head), .local_in_tail(li_tail), .local_in_vc(li_vc), .local_in_data(li_data),
`ifndef ONE_VC
    .local_in_credit_vc(credit_vc[B-1:0]), .local_out_vc(lo_vc[B-1:0]),
`endif
    .local_in_credit_valid(credit[0]), .local_out_valid(flit[2]), .local_out_tail(flit[0]),
    .local_out_data(lo_data[W-1:0]), .local_out_credit_valid(lo_credit_valid), .local_out_credit_vc(lo_credit_vc),
    .clear_error(credit[1]), .error(error)
  );

  always #5 clk = ~clk;

  initial begin
    $readmemh("stimulus.hex", lines);
    line = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    for (t = 0; t < `CLOCKS; t = t + 1) begin
      line = lines[t];
      #2;
      if (^{s_ready, m_valid, li_valid, lo_credit_valid, error} === 1'bx || m_valid && m_dest !== `NODE) $write("UNKNOWN ");
      if (s_ready) $write("ready ");
      if (li_valid) $write("F:%0d:%0s%0s:%0h ", li_vc, li_head ? "h" : li_tail ? "" : "b", li_tail ? "t" : "", li_data);
      if (m_valid) $write("M:%0h:%0h%0s", m_id, m_data, m_last ? ":l" : "");
`ifdef USER_BITS
      if (m_valid) $write(":u%0h", m_user);
`endif
`ifdef KEEP
      if (m_valid) $write(":k%0h", m_keep);
`endif
      if (m_valid) $write(" ");
      if (lo_credit_valid) $write("C:%0d ", lo_credit_vc);
      if (error[0]) $write("E ");
      if (error[1]) $write("E1 ");
      if (error[2]) $write("E2 ");
      $write("\n");
      @(negedge clk);
    end
    $finish;
  end

endmodule

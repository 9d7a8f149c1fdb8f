// A network whose streams have clocks of their own, under traffic from every node to every other one. Each packet must arrive
// once, whole, and in the order of its pair: a beat tells its source, its destination, the number of its packet among those of
// the pair, the length of that, and its own place in it.
// Macros: NETWORK, NODES, ADDRESS_BITS, PACKETS of each node, and half periods in ps: NET_HALF, AXIS_HALF, and DRIFT, by which
// the clock of each node is slower than that of the node before.
`timescale 1ps / 1ps

module clocks_bench;

  localparam NODES = `NODES, A = `ADDRESS_BITS;

  reg clk = 0;
  reg rst = 1;
  reg  [NODES-1:0]    axis_clk = 0;
  wire [NODES-1:0]    axis_rst;
  wire [NODES-1:0]    s_valid, s_ready, s_last, m_valid, m_ready, m_last;
  wire [NODES*32-1:0] s_data, m_data;
  wire [NODES*A-1:0]  s_dest, m_dest, m_id;
  wire [NODES*3-1:0]  axis_error;
  wire [NODES*6-1:0]  error;
  integer arrived = 0;
  integer sent = 0;

  `NETWORK dut (
    .clk(clk), .rst(rst), .axis_clk(axis_clk), .axis_rst(axis_rst),
    .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data), .s_axis_tlast(s_last), .s_axis_tdest(s_dest),
    .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data), .m_axis_tlast(m_last), .m_axis_tdest(m_dest),
    .m_axis_tid(m_id), .axis_error(axis_error), .clear_error(1'b0), .error(error)
  );

  task fail;
    input [8*24-1:0] what;
    input integer node;
    begin
      $display("FAIL: node %0d, %0s, at %0d ps", node, what, $time);
      $finish;
    end
  endtask

  always #(`NET_HALF) clk = ~clk;

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      // The sender
      integer seed, packet, to, length, place;
      reg valid;
      reg [11:0] numbers [0:NODES-1];
      wire [3:0] here = n, there = to;
      wire [5:0] lengths = length, places = place;
      assign s_valid[n] = valid;
      assign s_last[n] = place == length - 1;
      assign s_dest[n*A +: A] = to;
      assign s_data[n*32 +: 32] = {here, there, numbers[to], lengths, places};

      // The receiver: the next number of each source, the place in the packet that is open
      reg ready;
      reg [11:0] due [0:NODES-1];
      integer at;
      reg [3:0] from;
      wire [31:0] beat = m_data[n*32 +: 32];
      wire [3:0] id = m_id[n*A +: A];
      assign m_ready[n] = ready;

      integer i;
      initial begin
        seed = 1000 + n;
        packet = 0; place = 0; length = 1; to = (n + 1) % NODES; valid = 0; ready = 0; at = 0;
        for (i = 0; i < NODES; i = i + 1) begin numbers[i] = 0; due[i] = 0; end
        #(17 * n);
        forever #(`AXIS_HALF + n * `DRIFT) axis_clk[n] = ~axis_clk[n];
      end

      always @(posedge axis_clk[n]) if (axis_rst[n] === 1'b0) begin
        // A beat that is shown stays until it is taken.
        if (valid && s_ready[n]) begin
          valid <= 0;
          place <= place + 1;
          if (s_last[n]) begin
            place <= 0;
            packet <= packet + 1;
            sent = sent + 1;
            numbers[to] <= numbers[to] + 1;
            to <= (n + 1 + ($random(seed) & 32'h7fffffff) % (NODES - 1)) % NODES;
            length <= 1 + ($random(seed) & 7);
          end
        end
        if ((!valid || s_ready[n]) && packet + (valid && s_ready[n] && s_last[n]) < `PACKETS) valid <= ($random(seed) & 7) != 0;

        ready <= ($random(seed) & 3) != 0;
        if (m_valid[n] === 1'bx) fail("tvalid is unknown", n);
        if (m_valid[n] && ready) begin
          if (m_dest[n*A +: A] !== here) fail("tdest", n);
          if (beat[31:28] !== id || beat[27:24] !== here) fail("another's beat", n);
          if (at != 0 && id !== from) fail("packets mixed", n);
          if (beat[23:12] !== due[id]) fail("not the next packet", n);
          if (beat[5:0] !== at) fail("not the next beat", n);
          if (m_last[n] !== (at == beat[11:6] - 1)) fail("tlast", n);
          from <= id;
          at <= m_last[n] ? 0 : at + 1;
          if (m_last[n]) begin
            due[id] <= due[id] + 1;
            arrived = arrived + 1;
          end
        end
      end
    end
  endgenerate

  initial begin
    // K3: four clocks of the slowest
    #(10 * (`AXIS_HALF + NODES * `DRIFT) + 10 * `NET_HALF) @(posedge clk);
    rst <= 0;
  end

  always @(posedge clk) begin
    if (!rst && |error) fail("error", 0);
    if (arrived == NODES * `PACKETS) begin
      $display("PASS: %0d packets", arrived);
      $finish;
    end
    if ($time > 400000 * `PACKETS) begin
      $display("FAIL: %0d sent, %0d arrived", sent, arrived);
      $finish;
    end
  end

endmodule

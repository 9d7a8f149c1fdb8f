// top: a torus of 4 x 4 nodes that talk to each other by AXI streams, on a ULX3S board.
//
//   clk_25mhz  the board's clock
//   btn        btn[1], FIRE 1, resets
//   wifi_gpio0 1: keeps the board's WiFi module from taking the FPGA over
//   led        7 heartbeat; 2 error, 1 no error so far, 0 all_ok: every node has packets from every
//              other one, and none was wrong; 3 to 6 the rows 0 to 3 whose four nodes have them
//
// With NETWORK and ADDRESS_BITS defined it is another torus, of as many nodes as addresses. With WIDE
// defined beats have 64 bits: the upper 32 are the Gray code of the lower ones.
`default_nettype none

`ifndef NETWORK
`define NETWORK torus_4_4_network
`define ADDRESS_BITS 4
`endif
`ifdef WIDE
`define BEAT_BITS 64
`else
`define BEAT_BITS 32
`endif

module top #(
  parameter HEARTBEAT_BITS = 24
) (
  input  wire       clk_25mhz,
  input  wire [1:0] btn,
  output wire       wifi_gpio0,
  output wire [7:0] led
);

  localparam ADDRESS_BITS = `ADDRESS_BITS;
  localparam NODES        = 1 << ADDRESS_BITS;
  localparam BEAT_BITS    = `BEAT_BITS;

  // An ECP5's registers are 0 when it has been configured: a reset of 31 clocks.
  reg  [4:0]                since  = 5'd0;
  reg                       rst    = 1'b1;
  reg  [1:0]                button = 2'b11;
  reg  [HEARTBEAT_BITS-1:0] heartbeat;
  wire                      clk = clk_25mhz;

  always @(posedge clk) begin
    button    <= {button[0], btn[1]};
    since     <= button[1] ? 5'd0 : (&since) ? since : since + 5'd1;
    rst       <= ~(&since);
    heartbeat <= rst ? {HEARTBEAT_BITS{1'b0}} : heartbeat + {{(HEARTBEAT_BITS-1){1'b0}}, 1'b1};
  end

  wire [NODES-1:0]    to_valid, to_ready, to_last, from_valid, from_ready, from_last;
  wire [NODES*BEAT_BITS-1:0] to_data, from_data;
  wire [NODES*6-1:0]  dropped;
  wire [NODES-1:0]    ok, bad, broken;
  wire [NODES*ADDRESS_BITS-1:0] to_dest, from_dest, from_id;

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [15:0] SEED = 16'hace1 + 16'h1357 * n;
      wire [31:0] sent;
      wire [31:0] came = from_data[n*BEAT_BITS +: 32];
      traffic_generator #(.ADDRESS_BITS(ADDRESS_BITS), .NODE(n)) u_generator (
        .clk          (clk),
        .rst          (rst),
        .seed         (SEED),
        .m_axis_tvalid(to_valid[n]),
        .m_axis_tready(to_ready[n]),
        .m_axis_tdata (sent),
        .m_axis_tlast (to_last[n]),
        .m_axis_tdest (to_dest[n*ADDRESS_BITS +: ADDRESS_BITS])
      );
      traffic_checker #(.ADDRESS_BITS(ADDRESS_BITS), .NODE(n)) u_checker (
        .clk          (clk),
        .rst          (rst),
        .s_axis_tvalid(from_valid[n]),
        .s_axis_tready(from_ready[n]),
        .s_axis_tdata (came),
        .s_axis_tlast (from_last[n]),
        .s_axis_tdest (from_dest[n*ADDRESS_BITS +: ADDRESS_BITS]),
        .s_axis_tid   (from_id[n*ADDRESS_BITS +: ADDRESS_BITS]),
        .ok           (ok[n]),
        .error        (bad[n])
      );
      if (BEAT_BITS == 64) begin : g_wide
        reg differs;
        always @(posedge clk)
          differs <= ~rst & (differs | from_valid[n] & from_ready[n] & (from_data[n*64+32 +: 32] != (came ^ came >> 1)));
        assign to_data[n*64 +: 64] = {sent ^ sent >> 1, sent};
        assign broken[n]           = differs;
      end else begin : g_narrow
        assign to_data[n*32 +: 32] = sent;
        assign broken[n]           = 1'b0;
      end
    end
  endgenerate

  `NETWORK u_network (
    .clk          (clk),
    .rst          (rst),
    .s_axis_tvalid(to_valid),
    .s_axis_tready(to_ready),
    .s_axis_tdata (to_data),
    .s_axis_tlast (to_last),
    .s_axis_tdest (to_dest),
    .m_axis_tvalid(from_valid),
    .m_axis_tready(from_ready),
    .m_axis_tdata (from_data),
    .m_axis_tlast (from_last),
    .m_axis_tdest (from_dest),
    .m_axis_tid   (from_id),
    .clear_error  (1'b0),
    .error        (dropped)
  );

  wire error = (|bad) | (|broken) | (|dropped);
  localparam ROW = NODES / 4;
  wire [3:0] rows = {&ok[3*ROW +: ROW], &ok[2*ROW +: ROW], &ok[ROW +: ROW], &ok[0 +: ROW]};
  assign led = {heartbeat[HEARTBEAT_BITS-1], rows, error, ~error & ~rst, (&ok) & ~error};

  assign wifi_gpio0 = 1'b1;

  wire unused = &{1'b0, btn[0]};

endmodule

`default_nettype wire

// The switch allocator and the crossbar after it, with any requests that inputs can make: each output
// takes from at most one input, each input gets at most one output, an output that is asked for is
// granted, and the flit of the granted input is on the link: in the next cycle, or with PIPELINE = 1 in
// the cycle of the grant.
module switch_and_crossbar #(
  parameter NUM_PORTS  = 5,
  parameter NUM_VCS    = 2,
  parameter VC_BITS    = 1,
  parameter FLIT_WIDTH = 2,
  parameter PIPELINE   = 2
) (
  input wire                            clk,
  input wire                            rst,
  input wire [NUM_PORTS*NUM_PORTS-1:0]  request,
  input wire [NUM_PORTS-1:0]            in_head,
  input wire [NUM_PORTS-1:0]            in_tail,
  input wire [NUM_PORTS*NUM_VCS-1:0]    in_vcs,
  input wire [NUM_PORTS*FLIT_WIDTH-1:0] in_data
);

  wire [NUM_PORTS*NUM_PORTS-1:0]  grant;
  wire [NUM_PORTS-1:0]            granted;
  wire [NUM_PORTS-1:0]            out_valid, out_head, out_tail, send_tail;
  wire [NUM_PORTS*VC_BITS-1:0]    out_vc;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] out_data;
  wire [NUM_PORTS*NUM_VCS-1:0]    send;

  dut_switch_allocator u_switch (
    .clk    (clk),
    .rst    (rst),
    .request(request),
    .grant  (grant),
    .granted(granted)
  );

  dut_crossbar #(.FLIT_WIDTH(FLIT_WIDTH)) u_crossbar (
    .clk      (clk),     // registers
    .rst      (rst),     // registers
    .grant    (grant),
    .flit_head(in_head),
    .flit_tail(in_tail),
    .flit_vcs (in_vcs),  // VCs
    .flit_data(in_data),
    .send     (send),
    .send_tail(send_tail),
    .out_valid(out_valid),
    .out_head (out_head),
    .out_tail (out_tail),
    .out_vc   (out_vc),  // VCs
    .out_data (out_data)
  );

  // What was granted in the last cycle, and what is on the links.
  reg [NUM_PORTS*NUM_PORTS-1:0]  last_grant;
  reg [NUM_PORTS-1:0]            last_head, last_tail;
  reg [NUM_PORTS*NUM_VCS-1:0]    last_vcs;
  reg [NUM_PORTS*FLIT_WIDTH-1:0] last_data;
  reg                            started;

  wire [NUM_PORTS*NUM_PORTS-1:0]  grant_q = (PIPELINE == 1) ? grant : last_grant;
  wire [NUM_PORTS-1:0]            head_q  = (PIPELINE == 1) ? in_head : last_head;
  wire [NUM_PORTS-1:0]            tail_q  = (PIPELINE == 1) ? in_tail : last_tail;
  wire [NUM_PORTS*NUM_VCS-1:0]    vcs_q   = (PIPELINE == 1) ? in_vcs : last_vcs;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] data_q  = (PIPELINE == 1) ? in_data : last_data;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started    <= 1'b1;
    last_grant <= rst ? 0 : grant;
    last_head  <= in_head;
    last_tail  <= in_tail;
    last_vcs   <= in_vcs;
    last_data  <= in_data;
  end

  genvar i, o, v;
  generate
    for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
      wire [NUM_PORTS-1:0] asks = request[i*NUM_PORTS +: NUM_PORTS];
      wire [NUM_PORTS-1:0] gets;
      wire [NUM_VCS-1:0]   vcs;
      for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_gets
        assign gets[o] = grant[o*NUM_PORTS+i];
      end
      for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
        assign vcs[v] = in_vcs[v*NUM_PORTS+i];
      end
      always @* begin
        assume ((asks & (asks - 1'b1)) == 0);
        assume (vcs != 0 && (vcs & (vcs - 1'b1)) == 0);
        assert ((gets & (gets - 1'b1)) == 0);
        assert ((gets & ~asks) == 0);
        assert (granted[i] == (gets != 0));
      end
    end
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      wire [NUM_PORTS-1:0] asked;
      wire [NUM_PORTS-1:0] from   = grant[o*NUM_PORTS +: NUM_PORTS];
      wire [NUM_PORTS-1:0] from_q = grant_q[o*NUM_PORTS +: NUM_PORTS];
      wire [NUM_VCS-1:0]   takes;
      for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
        assign takes[v] = send[v*NUM_PORTS+o];
        for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_turn
          always @* begin
            if (from[i]) assert (takes[v] == in_vcs[v*NUM_PORTS+i]);
            if (started && from_q[i]) assert (vcs_q[v*NUM_PORTS+i] == (out_vc[o*VC_BITS +: VC_BITS] == v));  // VCs
          end
        end
      end
      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_turn
        assign asked[i] = request[i*NUM_PORTS+o];
        always @* begin
          if (from[i]) assert (send_tail[o] == in_tail[i]);
          if (started && from_q[i]) begin
            assert (out_head[o] == head_q[i] && out_tail[o] == tail_q[i]);
            assert (out_data[o*FLIT_WIDTH +: FLIT_WIDTH] == data_q[i*FLIT_WIDTH +: FLIT_WIDTH]);
          end
        end
      end
      always @* begin
        assert ((from & (from - 1'b1)) == 0);
        assert ((from != 0) == (asked != 0));
        if (from == 0) assert (takes == 0);
        if (started) assert (out_valid[o] == (from_q != 0));
      end
    end
  endgenerate

endmodule

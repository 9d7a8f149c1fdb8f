// The switch allocator and the crossbar behind it, with any requests that inputs can make: each
// output takes from at most one input, each input gets at most one output, an output that is asked
// for is granted, and the flit of the input that was granted is on the link: in the next clock, or
// with PIPELINE = 1 in the clock of the grant.
module switch_and_crossbar #(
  parameter NUM_PORTS  = 5,
  parameter NUM_VCS    = 2,
  parameter VC_BITS    = 1,
  parameter FLIT_WIDTH = 2,
  parameter PIPELINE   = 2,
  parameter [NUM_PORTS*NUM_PORTS-1:0] TURNS = {(NUM_PORTS*NUM_PORTS){1'b1}},
  parameter [NUM_PORTS*NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_PORTS*NUM_VCS){1'b1}}
) (
  input wire                            clk,
  input wire                            rst,
  input wire [NUM_PORTS*NUM_PORTS-1:0]  req,
  input wire [NUM_PORTS-1:0]            in_head,
  input wire [NUM_PORTS-1:0]            in_tail,
  input wire [NUM_PORTS*NUM_VCS-1:0]    in_vcs,
  input wire [NUM_PORTS*FLIT_WIDTH-1:0] in_data
);

  wire [NUM_PORTS*NUM_PORTS-1:0]  gnt;
  wire [NUM_PORTS-1:0]            out_valid, out_head, out_tail, take_tail;
  wire [NUM_PORTS*VC_BITS-1:0]    out_vc;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] out_data;
  wire [NUM_PORTS*NUM_VCS-1:0]    take;

  dut_switch_allocator #(.NUM_PORTS(NUM_PORTS), .TURNS(TURNS)) u_switch (
    .clk(clk),
    .rst(rst),
    .req(req),
    .gnt(gnt)
  );

  dut_crossbar #(
    .NUM_PORTS (NUM_PORTS),
    .NUM_VCS   (NUM_VCS),
    .VC_BITS   (VC_BITS),
    .FLIT_WIDTH(FLIT_WIDTH),
    .PIPELINE  (PIPELINE),
    .REACH     (REACH)
  ) u_crossbar (
    .clk      (clk),
    .rst      (rst),
    .gnt      (gnt),
    .in_head  (in_head),
    .in_tail  (in_tail),
    .in_vcs   (in_vcs),
    .in_data  (in_data),
    .out_valid(out_valid),
    .out_head (out_head),
    .out_tail (out_tail),
    .out_vc   (out_vc),
    .out_data (out_data),
    .take     (take),
    .take_tail(take_tail)
  );

  // What was granted in the last clock, and what is on the links.
  reg [NUM_PORTS*NUM_PORTS-1:0]  last_gnt;
  reg [NUM_PORTS-1:0]            last_head, last_tail;
  reg [NUM_PORTS*NUM_VCS-1:0]    last_vcs;
  reg [NUM_PORTS*FLIT_WIDTH-1:0] last_data;
  reg                            started;

  wire [NUM_PORTS*NUM_PORTS-1:0]  gnt_q  = (PIPELINE == 1) ? gnt : last_gnt;
  wire [NUM_PORTS-1:0]            head_q = (PIPELINE == 1) ? in_head : last_head;
  wire [NUM_PORTS-1:0]            tail_q = (PIPELINE == 1) ? in_tail : last_tail;
  wire [NUM_PORTS*NUM_VCS-1:0]    vcs_q  = (PIPELINE == 1) ? in_vcs : last_vcs;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] data_q = (PIPELINE == 1) ? in_data : last_data;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started   <= 1'b1;
    last_gnt  <= rst ? 0 : gnt;
    last_head <= in_head;
    last_tail <= in_tail;
    last_vcs  <= in_vcs;
    last_data <= in_data;
  end

  genvar i, o, v;
  generate
    for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
      wire [NUM_PORTS-1:0] asks = req[i*NUM_PORTS +: NUM_PORTS];
      wire [NUM_PORTS-1:0] gets = gnt[i*NUM_PORTS +: NUM_PORTS];
      wire [NUM_VCS-1:0]   vcs  = in_vcs[i*NUM_VCS +: NUM_VCS];
      always @* begin
        assume ((asks & (asks - 1'b1)) == 0);
        assume ((asks & ~TURNS[i*NUM_PORTS +: NUM_PORTS]) == 0);
        assume (vcs != 0 && (vcs & (vcs - 1'b1)) == 0);
        assert ((gets & (gets - 1'b1)) == 0);
        assert ((gets & ~asks) == 0);
      end
    end
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      wire [NUM_PORTS-1:0] asked, from, from_q;
      wire [NUM_VCS-1:0]   takes = take[o*NUM_VCS +: NUM_VCS];
      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_turn
        assign asked[i]  = req[i*NUM_PORTS+o];
        assign from[i]   = gnt[i*NUM_PORTS+o];
        assign from_q[i] = gnt_q[i*NUM_PORTS+o];
        always @* begin
          if (from[i]) begin
            assume ((in_vcs[i*NUM_VCS +: NUM_VCS] & ~REACH[(i*NUM_PORTS+o)*NUM_VCS +: NUM_VCS]) == 0);
          end
          if (from[i]) assert (takes == in_vcs[i*NUM_VCS +: NUM_VCS] && take_tail[o] == in_tail[i]);
          if (started && from_q[i]) begin
            assert (out_head[o] == head_q[i] && out_tail[o] == tail_q[i]);
            assert (out_data[o*FLIT_WIDTH +: FLIT_WIDTH] == data_q[i*FLIT_WIDTH +: FLIT_WIDTH]);
            assert (vcs_q[i*NUM_VCS +: NUM_VCS] == (1 << out_vc[o*VC_BITS +: VC_BITS]));
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

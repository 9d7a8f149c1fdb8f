// flit_pick: which VC of an input port asks for the switch, and for which output
// (docs/router.md, VA6, VA7). PIPELINE = 3.
//
//   picked   one-hot or zero; a register
//   req      the output that it holds, one-hot or zero: a register too if there are few VCs, which
//            is faster; else read of the VC, which is smaller
//   ready    per VC: it holds an output VC, and is to have RQ2 in the next clock if no flit leaves
//   again    per VC: it is to have RQ2 in the next clock if its front flit leaves
//   port     per VC, the output that it holds; [v*NUM_PORTS +: NUM_PORTS]
//   head, head_port  the head that is called, and the output that it asks for
//   given    it is given an output VC in this clock (VA4)
//   granted  the picked flit leaves
//
// Grants come last: all else is ready before them.
`default_nettype none

module flit_pick #(
  parameter NUM_PORTS = 5,
  parameter NUM_VCS   = 2
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [NUM_VCS-1:0]           ready,
  input  wire [NUM_VCS-1:0]           again,
  input  wire [NUM_VCS*NUM_PORTS-1:0] port,
  input  wire [NUM_VCS-1:0]           head,
  input  wire [NUM_PORTS-1:0]         head_port,
  input  wire                         given,
  input  wire                         granted,
  output reg  [NUM_VCS-1:0]           picked,
  output wire [NUM_PORTS-1:0]         req
);

  wire [NUM_VCS-1:0] others = ready & ~picked;
  wire [NUM_VCS-1:0] other;
  wire [NUM_VCS-1:0] first = (|others) ? other : head & {NUM_VCS{given}};
  wire               turn = granted | ~(|picked);

  next_after #(.WIDTH(NUM_VCS)) u_others (
    .req (others),
    .last(picked),
    .gnt (other)
  );

  always @(posedge clk) begin
    if (rst) picked <= {NUM_VCS{1'b0}};
    else if (turn) picked <= (|first) ? first : picked & again;
  end

  generate
    if (NUM_VCS <= 2) begin : g_register
      reg  [NUM_PORTS-1:0] asks;
      wire [NUM_PORTS-1:0] other_port;
      wire                 goes_on = |(picked & again);

      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
        .select(other),
        .in    (port),
        .out   (other_port)
      );
      always @(posedge clk) begin
        if (rst) asks <= {NUM_PORTS{1'b0}};
        else if (turn) begin
          asks <= (|others) ? other_port : given ? head_port : goes_on ? asks : {NUM_PORTS{1'b0}};
        end
      end
      assign req = asks;
    end else begin : g_read
      wire unused = &{1'b0, head_port};
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
        .select(picked),
        .in    (port),
        .out   (req)
      );
    end
  endgenerate

`ifdef FORMAL
  // VA7 by the letter, but for the order among the others, which is proved of next_after; and what
  // is asked for is what the picked VC holds, which does not change while it waits.
  reg  [NUM_VCS-1:0]           expected, waited;
  reg  [NUM_VCS*NUM_PORTS-1:0] held;
  reg                          started;
  wire [NUM_VCS-1:0]           waiting = ready & ~picked;
  integer                      v;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started <= 1'b1;
    held    <= port;
    waited  <= rst ? {NUM_VCS{1'b0}} : ready | picked | head & {NUM_VCS{given}};
    if (rst) expected <= {NUM_VCS{1'b0}};
    else if (picked != 0 && !granted) expected <= picked;
    else if (waiting != 0) expected <= other;
    else if (given) expected <= head;
    else expected <= picked & again;
  end

  always @* begin
    assume ((head & (head - 1'b1)) == 0);
    assume ((head & (ready | picked)) == 0);
    assume (!granted || picked != 0);
    assume (!given || head != 0);
    for (v = 0; v < NUM_VCS; v = v + 1) begin
      if (head[v]) assume (port[v*NUM_PORTS +: NUM_PORTS] == head_port);
      if (started && waited[v])
        assume (port[v*NUM_PORTS +: NUM_PORTS] == held[v*NUM_PORTS +: NUM_PORTS]);
    end
    if (started) begin
      assert (picked == expected);
      assert ((picked & (picked - 1'b1)) == 0);
      assert ((picked & ~waited) == 0);
      assert (picked != 0 || req == 0);
      for (v = 0; v < NUM_VCS; v = v + 1) begin
        if (picked[v]) assert (req == port[v*NUM_PORTS +: NUM_PORTS]);
      end
    end
  end

  // Whoever goes on waiting for the switch is picked within NUM_VCS turns: `watched`, any VC, was
  // passed over `passed` times since then, and at most `rank` others come before it.
  reg [7:0] watched, passed, rank;
  reg       asks_on;

  always @* begin
    asks_on = 1'b0;
    rank    = watched;
    for (v = 0; v < NUM_VCS; v = v + 1) begin
      if (watched == v) asks_on = waiting[v];
      if (picked[v]) rank = (watched > v) ? watched - v - 1 : watched + NUM_VCS - v - 1;
    end
    assume (watched < NUM_VCS);
    if (started && asks_on) assert (passed + rank < NUM_VCS);
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asks_on) ? 0 : passed + turn;
  end
`endif

endmodule

`default_nettype wire

  // VA7 by the letter, but for the order among the others, which is proved of next_after; and what
  // is asked for is what the picked VC holds, which does not change while it waits; nothing behind
  // hold (E5).
  reg  [NUM_VCS-1:0]           expected, waited;
  reg  [NUM_VCS*NUM_PORTS-1:0] held;
  reg                          started, was_held;
  wire [NUM_VCS-1:0]           waiting = ready & ~picked;
  integer                      v;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started <= 1'b1;
    held    <= port;
    was_held <= hold && GUARDED != 0;
    waited  <= rst ? {NUM_VCS{1'b0}} : ready | picked | head & {NUM_VCS{given}};
    if (rst) expected <= {NUM_VCS{1'b0}};
    else if (picked != 0 && !granted) expected <= picked;
    else if (waiting != 0) expected <= other;
    else if (given) expected <= head;
    else expected <= picked & goes_on;
  end

  always @* begin
    assume ((head & (head - 1'b1)) == 0);
    assume ((head & (ready | picked)) == 0);
    assume (!granted || req != 0);
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
        if (picked[v]) begin
          assert (req == (was_held ? {NUM_PORTS{1'b0}} : port[v*NUM_PORTS +: NUM_PORTS]));
        end
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

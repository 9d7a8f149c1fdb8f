  // VA5 by the letter, but for the order among the others, which is proved of next_after.
  reg  [NUM_VCS-1:0]           expected;
  reg  [NUM_VCS*NUM_PORTS-1:0] waited_port;
  reg  [NUM_VCS*ALL_VCS-1:0]   waited_vcs;
  reg  [NUM_PORTS-1:0]         came_port;
  reg  [ALL_VCS-1:0]           came_vcs;
  reg                          came, started;
  wire [NUM_VCS-1:0]           waiting = ~called & head_req;
  integer                      v;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started     <= 1'b1;
    waited_port <= wait_port;
    waited_vcs  <= wait_vcs;
    came        <= 1'b0;
    if (rst) expected <= {NUM_VCS{1'b0}};
    else if (asks && !granted) expected <= called;
    else if (waiting != 0) expected <= other;
    else if (comes != 0) begin
      expected  <= comes;
      came      <= 1'b1;
      came_port <= link_port;
      came_vcs  <= link_vcs;
    end else if (called != 0 && !granted) expected <= called;
    else begin
      expected  <= would_leave & {NUM_VCS{leaves}};
      came      <= 1'b1;
      came_port <= behind_port;
      came_vcs  <= behind_vcs;
    end
  end

  // What a head asks for does not change without a second candidate.
  reg [NUM_PORTS-1:0] asked_port;
  reg [ALL_VCS-1:0]   asked_vcs;

  always @* begin
    asked_port = 0;
    asked_vcs  = 0;
    for (v = 0; v < NUM_VCS; v = v + 1) begin
      if (called[v]) asked_port = came ? came_port : waited_port[v*NUM_PORTS +: NUM_PORTS];
      if (called[v]) asked_vcs  = came ? came_vcs : waited_vcs[v*ALL_VCS +: ALL_VCS];
    end
  end

  always @* begin
    assume ((comes & (comes - 1'b1)) == 0);
    assume ((would_leave & (would_leave - 1'b1)) == 0);
    assume (!granted || asks);
    assume (!asks || called != 0);
    for (v = 0; v < NUM_VCS; v = v + 1) begin
      if (EITHER == 0 && called[v]) begin
        assume (wait_port[v*NUM_PORTS +: NUM_PORTS] == port);
        assume (wait_vcs[v*ALL_VCS +: ALL_VCS] == vcs);
      end
    end
    if (started) begin
      assert (called == expected);
      assert ((called & (called - 1'b1)) == 0);
      assert (port == asked_port);
      assert (called == 0 || vcs == asked_vcs);
    end
  end

  // Whoever goes on waiting for a VC is called within NUM_VCS turns: `watched`, any VC, was passed
  // over `passed` times since then, and at most `rank` others come before it.
  reg [7:0] watched, passed, rank;
  reg       asks_on;

  always @* begin
    asks_on = 1'b0;
    rank    = watched;
    for (v = 0; v < NUM_VCS; v = v + 1) begin
      if (watched == v) asks_on = waiting[v];
      if (called[v]) rank = (watched > v) ? watched - v - 1 : watched + NUM_VCS - v - 1;
    end
    assume (watched < NUM_VCS);
    if (started && asks_on) assert (passed + rank < NUM_VCS);
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asks_on) ? 0 : passed + turn;
  end

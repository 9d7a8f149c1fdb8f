  // VA5 by the letter, but for the order among the others, which is proved of next_after.
  reg  ${ vector(own) }           expected;
  reg  ${ vector(own * ports) } waited_port;
//# if share > 1
  reg  ${ vector(own * share) }   waited_vcs;
//# endif
  reg  ${ vector(ports) }         came_port;
//# if share > 1
  reg  ${ vector(share) }           came_vcs;
//# endif
  reg                          came, started;
  wire ${ vector(own) }           waiting = ~called & head_request;
  wire ${ vector(own) }           behind = head_follows & picked;
  integer                      v;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started     <= 1'b1;
    waited_port <= wait_port;
//# if share > 1
    waited_vcs  <= wait_vcs;
//# endif
    came        <= 1'b0;
    if (rst) expected <= ${ zeros(own) };
    else if (asks && !gets_vc) expected <= called;
    else if (waiting != 0) expected <= other;
    else if (head_arrives != 0) begin
      expected  <= head_arrives;
      came      <= 1'b1;
      came_port <= link_port;
//# if share > 1
      came_vcs  <= link_vcs;
//# endif
    end else if (called != 0 && !gets_vc) expected <= called;
    else begin
      expected  <= behind & ${ fill(own, "tail_leaves") };
      came      <= 1'b1;
      came_port <= second_port;
//# if share > 1
      came_vcs  <= second_vcs;
//# endif
    end
  end

  // What a head asks for does not change without a second candidate.
  reg ${ vector(ports) } asked_port;
//# if share > 1
  reg ${ vector(share) }   asked_vcs;
//# endif

  always @* begin
    asked_port = 0;
//# if share > 1
    asked_vcs  = 0;
//# endif
    for (v = 0; v < ${ own }; v = v + 1) begin
      if (called[v]) asked_port = came ? came_port : waited_port[v*${ ports } +: ${ ports }];
//# if share > 1
      if (called[v]) asked_vcs  = came ? came_vcs : waited_vcs[v*${ share } +: ${ share }];
//# endif
    end
  end

  always @* begin
    assume ((head_arrives & (head_arrives - 1'b1)) == 0);
    assume ((behind & (behind - 1'b1)) == 0);
    assume (!gets_vc || asks);
    assume (!asks || called != 0);
    for (v = 0; v < ${ own }; v = v + 1) begin
      if (${ "EITHER == 0 && " if either }called[v]) begin
        assume (wait_port[v*${ ports } +: ${ ports }] == port);
//# if share > 1
        assume (wait_vcs[v*${ share } +: ${ share }] == vcs);
//# endif
      end
    end
    if (started) begin
      assert (called == expected);
      assert ((called & (called - 1'b1)) == 0);
      assert (port == asked_port);
//# if share > 1
      assert (called == 0 || vcs == asked_vcs);
//# endif
    end
  end

  // Whoever goes on waiting for a VC is called within ${ own } turns: `watched`, any VC, was passed
  // over `passed` times since then, and at most `rank` others come before it.
  reg [7:0] watched, passed, rank;
  reg       asks_on;

  always @* begin
    asks_on = 1'b0;
    rank    = watched;
    for (v = 0; v < ${ own }; v = v + 1) begin
      if (watched == v) asks_on = waiting[v];
      if (called[v]) rank = (watched > v) ? watched - v - 1 : watched + ${ own } - v - 1;
    end
    assume (watched < ${ own });
    if (started && asks_on) assert (passed + rank < ${ own });
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asks_on) ? 0 : passed + moves_on;
  end

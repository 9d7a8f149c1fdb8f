  // VA7 by the letter, but for the order among the others, which is proved of next_after; and what
  // is asked for is what the picked VC holds, which does not change while it waits; nothing in a
  // pause (E5).
  reg  ${ vector(own) }           expected, waited;
  reg  ${ vector(own * ports) } held;
  reg                          started;
  wire ${ vector(own) }           waiting = body_if_kept & ~picked;
  integer                      v;

  initial assume (rst);
  initial started = 1'b0;

  always @(posedge clk) begin
    started <= 1'b1;
    held    <= output_port;
    waited  <= rst ? ${ zeros(own) } : body_if_kept | picked | called & ${ fill(own, "gets_vc") };
    if (rst) expected <= ${ zeros(own) };
    else if (picked != 0 && !granted) expected <= picked;
    else if (waiting != 0) expected <= other;
    else if (gets_vc) expected <= called;
    else expected <= picked & body_if_sent;
  end

  always @* begin
    assume ((called & (called - 1'b1)) == 0);
    assume ((called & (body_if_kept | picked)) == 0);
    assume (!granted || request != 0);
    assume (!gets_vc || called != 0);
    for (v = 0; v < ${ own }; v = v + 1) begin
//# if own <= 2
      if (called[v]) assume (output_port[v*${ ports } +: ${ ports }] == head_port);
//# endif
      if (started && waited[v])
        assume (output_port[v*${ ports } +: ${ ports }] == held[v*${ ports } +: ${ ports }]);
    end
    if (started) begin
      assert (picked == expected);
      assert ((picked & (picked - 1'b1)) == 0);
      assert ((picked & ~waited) == 0);
      assert (picked != 0 || asks == 0);
      for (v = 0; v < ${ own }; v = v + 1) begin
        if (picked[v]) begin
          assert (asks == output_port[v*${ ports } +: ${ ports }]);
          assert (request == (pause ? ${ zeros(ports) } : output_port[v*${ ports } +: ${ ports }]));
        end
      end
    end
  end

  // Whoever goes on waiting for the switch is picked within ${ own } turns: `watched`, any VC, was
  // passed over `passed` times since then, and at most `rank` others come before it.
  reg [7:0] watched, passed, rank;
  reg       asks_on;

  always @* begin
    asks_on = 1'b0;
    rank    = watched;
    for (v = 0; v < ${ own }; v = v + 1) begin
      if (watched == v) asks_on = waiting[v];
      if (picked[v]) rank = (watched > v) ? watched - v - 1 : watched + ${ own } - v - 1;
    end
    assume (watched < ${ own });
    if (started && asks_on) assert (passed + rank < ${ own });
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asks_on) ? 0 : passed + moves_on;
  end

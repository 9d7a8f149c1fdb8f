  // VC1 and VC3 by the letter, with heads that take a VC that is free, and bodies on the VC that their
  // packet holds: no VC is given while a packet holds it.
  reg  ${ vector(vcs) } held, some, woken;
//# if any_reuse
  reg  ${ vector(vcs) } every;  // all its credits
//# endif
  reg  started;
//# if three
  wire ${ vector(vcs) } takers = taken;
//# else
  wire ${ vector(vcs) } takers = send & ~held;
//# endif
  wire ${ vector(vcs) } tails = send & ${ fill(vcs, "send_tail") };

  initial assume (rst);

  always @(posedge clk) begin
    started <= !rst;
    held    <= rst ? ${ zeros(vcs) } : (held | takers) & ~tails;
    some    <= rst ? ${ ones(vcs) } : (send & credit_after_send) | (~send & credit_available);
//# if any_reuse
    every   <= rst ? ${ ones(vcs) } : ~send & buffer_empty;
    woken   <= vc_wake;
//# else
    woken   <= credit_available;
//# endif
  end

  always @* begin
    assume ((send & (send - 1'b1)) == 0);
    assume ((send & held & ~some) == 0);
    assume ((credit_after_send & ~credit_available) == 0);  // proved of the counter
//# if three
    assume ((send & ~held) == 0);
//# else
    assume ((takers & ~vc_free) == 0);
//# endif
    if (!rst) begin
      assert ((vc_free & held) == 0);
      assert ((takers & ~vc_free) == 0);
//# if all_reuse
      assert (vc_free == (~held & every));
//# elif any_reuse
      assert (vc_free == (~held & ((some & ~WHOLE) | (every & WHOLE))));
//# else
      assert (vc_free == (~held & some));
//# endif
      assert (vc_held == held);
//# if three
      assert ((grant & ~request) == 0);
//# endif
      // VC4: a head that waits for a VC is woken before it can have it.
      if (started) assert ((vc_free & ~woken) == 0);
    end
  end
//# if three

  // An arbiter has one winner, who asks for what is free, and takes one VC.
//# for group in arbiters
  wire ${ width(ports) } winner_${ group.name } = grant[${ group.high }:${ group.low }];
  wire [${ group.last - group.first }:0] gets_${ group.name } = taken[${ group.last }:${ group.first }];
//# if not any_will_do
  wire [${ group.last - group.first }:0] asked_${ group.name } = wanted_vcs[${ group.last }:${ group.first }];
//# endif
  always @* begin
//# if not any_will_do
//# if order
    assume ((asked_${ group.name } & (asked_${ group.name } - 1'b1)) == 0);
//# endif
    assume (asked_${ group.name } == 0 || winner_${ group.name } != 0);
    assume ((vc_free[${ group.last }:${ group.first }] & asked_${ group.name }) != 0 || request[${ group.high }:${ group.low }] == 0);
//# endif
    if (!rst) begin
      assert ((winner_${ group.name } & (winner_${ group.name } - 1'b1)) == 0);
      assert ((gets_${ group.name } & (gets_${ group.name } - 1'b1)) == 0);
      assert ((winner_${ group.name } != 0) == (gets_${ group.name } != 0));
      assert (winner_${ group.name } == 0 || vc_free[${ group.last }:${ group.first }] != 0);
    end
  end
//# endfor
//# endif

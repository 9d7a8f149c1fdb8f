  // VC1 and VC3 by the letter, with heads that take a VC that is ok, and bodies on the VC that
  // their packet holds: no VC is given while a packet holds it.
  reg  [NUM_VCS-1:0] held, some, every, woken;  // every: all its credits
  reg                started;
  wire [NUM_VCS-1:0] takers = (PIPELINE != 3) ? take & ~held : given;
  wire [NUM_VCS-1:0] tails = take & {NUM_VCS{take_tail}};

  initial assume (rst);

  always @(posedge clk) begin
    started <= !rst;
    held    <= rst ? {NUM_VCS{1'b0}} : (held | takers) & ~tails;
    some    <= rst ? VCS : (take & again) | (~take & spare);
    every   <= rst ? VCS : ~take & whole;
    woken   <= wake;
  end

  always @* begin
    assume ((take & (take - 1'b1)) == 0 && (take & ~VCS) == 0);
    assume ((take & held & ~some) == 0);
    assume (PIPELINE == 3 || (takers & ~ok) == 0);
    assume ((again & ~spare) == 0);  // proved of credit_counter
    assume (PIPELINE != 3 || (take & ~held) == 0);
    if (!rst) begin
      assert ((ok & held) == 0);
      assert ((takers & ~ok) == 0);
      assert (ok == (~held & ((some & ~REUSE_EMPTY) | (every & REUSE_EMPTY))));
      assert ((lowest & ~ok) == 0);
      assert ((ok != 0) == (lowest != 0));
      assert ((gnt & ~req) == 0);
      assert (owned == held);
      // VC4: whoever waits for a VC is woken before it can be had.
      if (started) assert ((ok & ~woken) == 0);
    end
  end

  // A class has one winner, who asks for what is ok, and takes one VC.
  generate
    for (g = 0; g < GROUPS && PIPELINE == 3; g = g + 1) begin : g_formal
      localparam BASE = (g / PER_CLASS) * SHARE;
      localparam LOW  = BASE + ((g % PER_CLASS) * SHARE + PER_CLASS - 1) / PER_CLASS;
      localparam HIGH = BASE + ((g % PER_CLASS + 1) * SHARE + PER_CLASS - 1) / PER_CLASS;
      wire [NUM_PORTS-1:0] winner = gnt[g*NUM_PORTS +: NUM_PORTS];
      wire [HIGH-LOW-1:0]  gets   = given[HIGH-1:LOW];
      wire [HIGH-LOW-1:0]  asked  = wanted[HIGH-1:LOW];
      always @* begin
        assume (ORDER == 0 || (asked & (asked - 1'b1)) == 0);
        assume (ANY_WILL_DO || asked == 0 || winner != 0);
        assume (ANY_WILL_DO || (ok[HIGH-1:LOW] & asked) != 0 ||
                req[g*NUM_PORTS +: NUM_PORTS] == 0);
        if (!rst) begin
          assert ((winner & (winner - 1'b1)) == 0);
          assert ((gets & (gets - 1'b1)) == 0);
          assert ((winner != 0) == (gets != 0));
          assert (winner == 0 || ok[HIGH-1:LOW] != 0);
        end
      end
    end
  endgenerate

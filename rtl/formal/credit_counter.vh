  // VC2 by the letter: the credits, and what they will be if nothing is sent.
  reg  [7:0] count;
  wire [7:0] left = count + credit;

  initial assume (rst);

  always @(posedge clk) count <= rst ? DEPTH : count - send + credit;

  always @* begin
    assume (!send || count > 0);
    assume (!credit || count < DEPTH);
    if (!rst) begin
      assert (credit_available == (left > 0));
      assert (credit_after_send == (left > 1));
      assert (count <= DEPTH);
      // What the induction needs to know of the registers.
//# if depth <= 4
      assert (credits == (1 << count) - 1);
//# else
      assert (credits == count);
//# endif
    end
  end

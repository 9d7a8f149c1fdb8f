  // VC2 by the letter: credit, and what it will be if nothing is taken.
  reg  [7:0] credit;
  wire [7:0] left = credit + give;

  initial assume (rst);

  always @(posedge clk) credit <= rst ? DEPTH : credit - take + give;

  always @* begin
    assume (!take || credit > 0);
    assume (!give || credit < DEPTH);
    if (!rst) begin
      assert (spare == (left > 0));
      assert (again == (left > 1));
      assert (whole == (left == DEPTH));
      assert (credit <= DEPTH);
    end
  end

  // What the induction needs to know of the registers.
  generate
    if (DEPTH <= 4) begin : g_formal
      always @* if (!rst) assert (g_thermometer.level == (1 << credit) - 1);
    end else begin : g_formal
      always @* if (!rst) assert (g_binary.count == credit);
    end
  endgenerate

  // A flit leaves only a buffer that has one; a packet is taken to its end before another begins,
  // a head only where it may.
  reg            inside;
  reg [WAYS-1:0] its_way;

  initial assume (rst);

  always @(posedge clk) begin
    if (rst) inside <= 1'b0;
    else if (takes) begin
      inside  <= ~tail;
      its_way <= from;
    end
  end

  always @* begin
    if (!rst) begin
      assert ((open & (open - 1'b1)) == {WAYS{1'b0}});
      assert ((pop & (pop - 1'b1)) == {WAYS{1'b0}});
      assert ((pop & ~waiting) == {WAYS{1'b0}});
      assert (takes == (pop != 0));
      assert (inside == ~head);
      if (inside) assert (open == its_way);
      if (takes && head) assert ((pop & is_write) != 0 ? may_write : may_read);
      if (takes && !head) assert (may_data);
    end
  end

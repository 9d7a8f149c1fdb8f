  // On each link packets are whole, head to tail, on one VC, none within another; a head is given to
  // one direction at a time, and a flit behind it only while a packet is open.
  reg              inside;  // before this clock, a packet had begun and not ended
  reg [WAYS-1:0]   its_way, last_way;
  wire             valid = out_valid | own_valid;
  wire             inside_next = valid ? ~out_tail : inside;

  initial assume (rst);

  always @(posedge clk) begin
    inside   <= ~rst & inside_next;
    last_way <= take;
    if (valid & out_head) its_way <= last_way;
  end

  always @* begin
    assume (!put || room);
    if (!rst) begin
      assert (!(read_given && write_given));
      assert (!(sending && (read_given || write_given)));
      assert ((take & (take - 1'b1)) == {WAYS{1'b0}});
      if (sending) assert ((chosen & (chosen - 1'b1)) == {WAYS{1'b0}});
      assert (inside_next == sending);
      assert (!room || sending);
      assert (!(out_valid && own_valid));
      if (valid) assert (out_head == ~inside);
      if (valid) assert (last_way != 0);
      if (valid && out_head && !out_tail) assert (chosen == last_way);
      if (inside) assert (chosen == its_way);
      if (valid && inside) assert (last_way == its_way);
    end
  end

  // On each link packets are whole, head to tail, on one VC, none within another; a head is given to
  // one direction at a time, and a flit behind it only while a packet is open. A read that is its head
  // alone opens none.
  reg              inside;  // before this clock, a packet had begun and not ended
  reg ${ways}   its_way, last_way;
//# if classes > 1
  reg              between;  // a read was given between the flits of a write
  wire             valid = (out_valid${" | own_valid" if own else ""}) & ~between;
//# else
  wire             valid = out_valid${" | own_valid" if own else ""};
//# endif
  reg              gave_all;  // the head of a read that was its tail
  wire             inside_next = valid ? ~out_tail : inside;

  initial assume (rst);

  always @(posedge clk) begin
    inside   <= ~rst & inside_next;
    last_way <= take;
    gave_all <= ~rst & read_given & ((BODIES_OF_WRITES != 0) | tail)${" & ~sending" if classes > 1};
//# if classes > 1
    between  <= ~rst & read_given & sending;
//# endif
    if (valid & out_head) its_way <= last_way;
  end

  always @* begin
    assume (!put || room);
    if (!rst) begin
      assert (!(read_given && write_given));
//# if classes > 1
      assert (!(sending && write_given));
      assert (!(put && (read_given || write_given)));
//# else
      assert (!(sending && (read_given || write_given)));
//# endif
//# if not one_way
      assert ((take & (take - 1'b1)) == ${zero_ways});
      if (sending) assert ((chosen & (chosen - 1'b1)) == ${zero_ways});
//# endif
      assert (inside_next == sending);
      assert (!room || sending);
//# if classes > 1
      if (between) assert ((out_valid${" | own_valid" if own else ""}) && out_head && out_tail && sending);
//# endif
      assert (!(gave_all && sending));
//# if own
      assert (!(out_valid && own_valid));
//# endif
      if (valid) assert (out_head == ~inside);
      if (valid) assert (last_way != 0);
//# if not one_way
      if (valid && out_head && !out_tail) assert (chosen == last_way);
      if (inside) assert (chosen == its_way);
//# else
      if (inside) assert (its_way);
//# endif
      if (valid && inside) assert (last_way == its_way);
    end
  end

  // A flit leaves only a buffer that has one, or passes where none waits; a packet is taken to its end
  // before another begins, a head only where it may, and passes none of its own buffer.
  reg            inside;
//# if not one_way
  reg ${ways} its_way;
//# endif

  initial assume (rst);

  always @(posedge clk) begin
    if (rst) inside <= 1'b0;
    else if (takes${" & (none | ~head)" if classes > 1}) begin
      inside  <= ~tail;
//# if not one_way
      its_way <= by_link ? comes : from;
//# endif
    end
  end

  always @* begin
//# if not one_way
    assume (!in_valid || (comes != ${zero_ways}));  // L1: vc is below V
//# endif
    if (!rst) begin
//# if not one_way
      assert ((open & (open - 1'b1)) == ${zero_ways});
      assert ((pop & (pop - 1'b1)) == ${zero_ways});
      assert ((pop & ~waiting) == ${zero_ways});
      assert (leaves == (pop != 0));
      assert (!(leaves && passes));
//# endif
      assert (inside == ${"open" if one_way else "~none"});
//# if one_way
      if (takes && head) assert (data[KIND] ? may_write : may_read);
//# else
      if (inside) assert (open == its_way);
      if (takes && !head) assert ((by_link ? comes : pop) == its_way);
      if (passes) assert ((comes & waiting) == ${zero_ways});
      if (takes && head) assert ((by_link ? in_data[KIND] : (pop & is_write) != 0) ? may_write : may_read);
//# endif
      if (takes && !head) assert (may_data);
    end
  end

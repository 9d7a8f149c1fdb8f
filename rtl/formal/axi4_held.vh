  // Never more are held than may be, and the head of a response stays until it is given.
  reg                    waits;
  reg [ADDRESS_BITS-1:0] held_to;
  reg [SLOT_BITS-1:0]    held_slot;

  initial assume (rst);

  always @(posedge clk) begin
    waits     <= ~rst & prepared & ~given;
    held_to   <= to;
    held_slot <= out_slot;
  end

  always @* begin
    assume (!accepted || may_accept);
    assume (!ends || held > 0);
    assume (!given || prepared);
    if (!rst) begin
      assert (held <= HELD);
      if (waits) assert (prepared && to == held_to && out_slot == held_slot);
      if (counts) assert (prepares);
    end
  end

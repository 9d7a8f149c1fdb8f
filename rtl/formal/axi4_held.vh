  // Never more are held than may be, the request in front of the queue stays until it leaves, and the
  // head of a response until it is given.
  reg                    queued;
  reg [ADDRESS_BITS-1:0] queued_to;
  reg [SLOT_BITS-1:0]    queued_slot;
  reg                    waits;
  reg [ADDRESS_BITS-1:0] held_to;
  reg [SLOT_BITS-1:0]    held_slot;

  initial assume (rst);

  always @(posedge clk) begin
    queued      <= ~rst & there & ~prepares;
    queued_to   <= next_to;
    queued_slot <= next_slot;

    waits     <= ~rst & prepared & ~given;
    held_to   <= to;
    held_slot <= out_slot;
  end

  always @* begin
    assume (!accepted || may_accept);
    assume (!ends || held > 0);
    assume (!given || prepared);
    assume (!accepted || !full);
    if (!rst) begin
      assert (held <= HELD);
      assert (may_accept == (held < HELD));
      if (waits) assert (prepared && to == held_to && out_slot == held_slot);
      if (queued) assert (there && next_to == queued_to && next_slot == queued_slot);
      if (counts) assert (prepares);
    end
  end

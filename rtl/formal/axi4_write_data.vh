  // A beat that waits stays as it is until it leaves, and none is taken that has no place. The dropper
  // is in one state, takes no beat of another write, and its response stays until it goes out.
  reg                 beat_waits;
  reg [WIDTH-1:0]     held_front;
  reg                 held_tail;
  reg                 waits;
  reg                 was_sunk;
  reg [SLOT_BITS-1:0] held_slot;
  reg [1:0]           held_resp;

  initial assume (rst);

  always @(posedge clk) begin
    beat_waits <= ~rst & there & ~pop;
    held_front <= front;
    held_tail  <= tail;

    waits     <= ~rst & (dropping | done) & ~sunk;
    was_sunk  <= ~rst & sunk;
    held_slot <= slot;
    held_resp <= resp;
  end

  always @* begin
    assume (!drop || idle);
    assume (!drop || !take);
    assume (!take || (there && !dropping));
    assume (!sunk || done);
    if (!rst) begin
      assert (!(dropping && done));
      assert (idle == !(dropping || done));
      assert (!(pop && !there));
      assert (!(push && full));
      if (beat_waits) assert (there && front == held_front && tail == held_tail);
      if (was_sunk) assert (idle);
      if (waits) assert (!idle && slot == held_slot && resp == held_resp);
    end
  end

  // The dropper is in one state, takes no beat of another write, and its response stays until it
  // goes out.
  reg                 waits;
  reg                 was_sunk;
  reg [SLOT_BITS-1:0] held_slot;
  reg [1:0]           held_resp;

  initial assume (rst);

  always @(posedge clk) begin
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
      if (was_sunk) assert (idle);
      if (waits) assert (!idle && slot == held_slot && resp == held_resp);
    end
  end

  // The memory by its ports: what was written in the last clock is read back, and what was read in
  // the last clock is read again if it was not overwritten.
  reg                 started;
  reg                 written;
  reg [SLOT_BITS-1:0] written_at;
  reg [WIDTH-1:0]     written_word;
  reg [SLOT_BITS-1:0] read_at;
  reg [WIDTH-1:0]     last_word;

  initial started = 1'b0;

  always @(posedge clk) begin
    started      <= 1'b1;
    written      <= write;
    written_at   <= write_slot;
    written_word <= write_word;
    read_at      <= read_slot;
    last_word    <= read_word;
  end

  always @* begin
    assume (read_slot < SLOTS);
    assume (!write || write_slot < SLOTS);
    if (started && written && read_slot == written_at) assert (read_word == written_word);
    if (started && read_slot == read_at && !(written && read_at == written_at)) begin
      assert (read_word == last_word);
    end
  end

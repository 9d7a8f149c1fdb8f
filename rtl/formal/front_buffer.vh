  // The memory by its ports, as in flit_buffer; a word is the same whoever reads it.
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
    read_at      <= second_slot;
    last_word    <= second_word;
  end

  always @* begin
    assume (front_slot < SLOTS && second_slot < SLOTS);
    assume (!write || write_slot < SLOTS);
    if (front_slot == second_slot) assert (front_word == second_word[WIDTH-2:0]);
    if (started && written && front_slot == written_at) assert (front_word == written_word[WIDTH-2:0]);
    if (started && written && second_slot == written_at) assert (second_word == written_word);
    if (started && front_slot == read_at && !(written && read_at == written_at)) begin
      assert (front_word == last_word[WIDTH-2:0]);
    end
    if (started && second_slot == read_at && !(written && read_at == written_at)) begin
      assert (second_word == last_word);
    end
  end

  // The memory by its ports: what was written in the last clock is read back, and what was read in
  // the last clock is read again if it was not overwritten.
  reg                 started;
  reg                 written;
  reg [ADDR_BITS-1:0] written_at;
  reg [WIDTH-1:0]     written_word;
  reg [ADDR_BITS-1:0] read_at;
  reg [WIDTH-1:0]     read_word;

  initial started = 1'b0;

  always @(posedge clk) begin
    started      <= 1'b1;
    written      <= we;
    written_at   <= waddr;
    written_word <= wdata;
    read_at      <= raddr;
    read_word    <= rdata;
  end

  always @* begin
    assume (raddr < WORDS);
    assume (!we || waddr < WORDS);
    if (started && written && raddr == written_at) assert (rdata == written_word);
    if (started && raddr == read_at && !(written && read_at == written_at)) begin
      assert (rdata == read_word);
    end
  end

  // The memory by its ports, as in flit_buffer; a word is the same whoever reads it.
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
    assume (raddr < WORDS && behind_addr < WORDS);
    assume (!we || waddr < WORDS);
    if (raddr == behind_addr) assert (rdata == behind);
    if (started && written && raddr == written_at) assert (rdata == written_word);
    if (started && written && behind_addr == written_at) assert (behind == written_word);
    if (started && raddr == read_at && !(written && read_at == written_at)) begin
      assert (rdata == read_word);
    end
    if (started && behind_addr == read_at && !(written && read_at == written_at)) begin
      assert (behind == read_word);
    end
  end

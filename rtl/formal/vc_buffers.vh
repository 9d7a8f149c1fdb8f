  // The flits of a VC, any one, by its ports: what came in last is read at its place, and what was
  // read is read there again, whatever comes in on other VCs.
  reg [VC_BITS-1:0]   watched;
  reg                 started;
  reg                 came;
  reg [PTR_BITS-1:0]  came_at;
  reg [WIDTH-1:0]     came_word;
  reg                 looked;
  reg [PTR_BITS-1:0]  looked_at;
  reg [WIDTH-1:0]     looked_word;
  wire [PTR_BITS-1:0] its_wr = wr[watched*PTR_BITS +: PTR_BITS];
  wire [PTR_BITS-1:0] its_rd = rd[watched*PTR_BITS +: PTR_BITS];

  initial assume (rst);

  always @(posedge clk) begin
    watched     <= watched;
    started     <= ~rst;
    came        <= in_valid && in_vc == watched;
    came_at     <= its_wr;
    came_word   <= in;
    looked      <= from[watched];
    looked_at   <= its_rd;
    looked_word <= out;
  end

  integer i;
  always @* begin
    assume (watched < NUM_VCS);
    assume (!in_valid || in_vc < NUM_VCS);
    assume ((from & (from - 1'b1)) == {NUM_VCS{1'b0}});
    if (!rst) begin
      for (i = 0; i < NUM_VCS; i = i + 1) begin
        assert (wr[i*PTR_BITS +: PTR_BITS] < BUFFER_DEPTH);
        assert (rd[i*PTR_BITS +: PTR_BITS] < BUFFER_DEPTH);
      end
      if (from[watched]) assert (out_vc == watched);
      if (started && from[watched]) begin
        if (came && its_rd == came_at) assert (out == came_word);
        if (looked && its_rd == looked_at && !(came && came_at == looked_at))
          assert (out == looked_word);
      end
    end
  end

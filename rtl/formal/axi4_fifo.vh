  // A place is full or there is a word in it; a word that is there stays in front until it leaves.
  reg             waits;
  reg [WIDTH-1:0] front;

  initial assume (rst);

  always @(posedge clk) begin
    waits <= ~rst & nonempty & ~pop;
    front <= out;
  end

  always @* begin
    assume (!push || !full);
    assume (!pop || nonempty);
    assume (!passes || !nonempty);
    if (!rst) begin
      assert (!full || nonempty);
      if (waits) assert (nonempty && out == front);
    end
  end

  // Only so much of the memory is there.
  generate
    if (DEPTH > 1) begin : g_places
      always @* begin
        if (!rst) assert (g_many.wr < DEPTH && g_many.rd < DEPTH);
      end
    end
  endgenerate

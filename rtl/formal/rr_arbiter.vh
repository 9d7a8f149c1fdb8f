  // SA4 by the letter: a pointer, and the first requester in the order pointer, .., WIDTH-1, 0, ..,
  // pointer-1.
  reg [7:0]       pointer;
  reg [WIDTH-1:0] chosen;
  integer         j, k;

  initial assume (rst);

  always @(posedge clk) begin
    if (rst) pointer <= 0;
    else if (step) for (j = 0; j < WIDTH; j = j + 1) if (gnt[j]) pointer <= (j + 1) % WIDTH;
  end

  always @* begin
    chosen = 0;
    for (k = 0; k < WIDTH; k = k + 1) if (req[k] && k >= pointer && chosen == 0) chosen[k] = 1;
    for (k = 0; k < WIDTH; k = k + 1) if (req[k] && k <  pointer && chosen == 0) chosen[k] = 1;
    assume (!step || req != 0);
    if (!rst) begin
      assert (gnt == chosen);
      assert ((gnt & (gnt - 1'b1)) == 0);
      assert ((gnt & ~req) == 0);
      assert ((gnt != 0) == (req != 0));
      assert (pointer < WIDTH);
    end
  end

  // Whoever goes on asking is served within WIDTH grants: `watched`, any of them, was passed over
  // `passed` times since it asks, and `rank` others come before it.
  reg  [7:0] watched, passed;
  reg        asking, served;
  wire [7:0] rank = (watched >= pointer) ? watched - pointer : watched + WIDTH - pointer;
  integer    m;

  always @* begin
    asking = 1'b0;
    served = 1'b0;
    for (m = 0; m < WIDTH; m = m + 1) begin
      if (watched == m) asking = req[m];
      if (watched == m) served = gnt[m];
    end
    assume (watched < WIDTH);
    if (!rst) assert (passed + rank < WIDTH);
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asking || (served && step)) ? 0 : passed + step;
  end

  // What the induction needs to know of the registers.
  generate
    if (WIDTH > 1) begin : g_formal
      integer n;
      always @* begin
        for (n = 1; n < WIDTH; n = n + 1) begin
          if (!rst) assert (g_many.from_pointer[n] == (pointer != 0 && n >= pointer));
        end
      end
    end
  endgenerate

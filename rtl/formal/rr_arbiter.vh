  // SA4 by the letter: a pointer, and the first requester in the order pointer, .., WIDTH-1, 0, ..,
  // pointer-1.
  reg [7:0]       pointer;
  reg [WIDTH-1:0] chosen;
  integer         j, k;

  initial assume (rst);

  always @(posedge clk) begin
    if (rst) pointer <= 0;
    else if (advance) for (j = 0; j < WIDTH; j = j + 1) if (grant[j]) pointer <= (j + 1) % WIDTH;
  end

  always @* begin
    chosen = 0;
    for (k = 0; k < WIDTH; k = k + 1) if (request[k] && k >= pointer && chosen == 0) chosen[k] = 1;
    for (k = 0; k < WIDTH; k = k + 1) if (request[k] && k <  pointer && chosen == 0) chosen[k] = 1;
    assume (!advance || request != 0);
    if (!rst) begin
      assert (grant == chosen);
      assert ((grant & (grant - 1'b1)) == 0);
      assert ((grant & ~request) == 0);
      assert ((grant != 0) == (request != 0));
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
      if (watched == m) asking = request[m];
      if (watched == m) served = grant[m];
    end
    assume (watched < WIDTH);
    if (!rst) assert (passed + rank < WIDTH);
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asking || (served && advance)) ? 0 : passed + advance;
  end

  // What the induction needs to know of the registers.
  integer n;
  always @* begin
    for (n = 0; n < WIDTH; n = n + 1) begin
      if (!rst) assert (above_last[n] == (pointer != 0 && n >= pointer));
    end
  end

  // What the B channel shows stays until it is taken, and so does the response behind it.
  reg                  waited;
  reg [WIDTH-1:0]      held_next;
  reg                  held;
  reg [ID_WIDTH-1:0]   held_id;
  reg [1:0]            held_resp;
  reg [USER_WIDTH-1:0] held_user;

  initial assume (rst);

  always @(posedge clk) begin
    waited    <= ~rst & waits & ~free;
    held_next <= {next_slot, next_resp, next_user};
    held      <= ~rst & bvalid & ~bready;
    held_id   <= bid;
    held_resp <= bresp;
    held_user <= buser;
  end

  always @* begin
    assume (!(enters || done) || !full);
    if (!rst) begin
      if (waited) assert (waits && {next_slot, next_resp, next_user} == held_next);
      if (held) assert (bvalid && bid == held_id && bresp == held_resp && buser == held_user);
      assert (frees == (bvalid & bready));
      assert (!(sunk && enters));
    end
  end

  // What the B channel shows stays until it is taken.
  reg                  held;
  reg [ID_WIDTH-1:0]   held_id;
  reg [1:0]            held_resp;
  reg [USER_WIDTH-1:0] held_user;

  initial assume (rst);

  always @(posedge clk) begin
    held      <= ~rst & bvalid & ~bready;
    held_id   <= bid;
    held_resp <= bresp;
    held_user <= buser;
  end

  always @* begin
    if (!rst) begin
      if (held) assert (bvalid && bid == held_id && bresp == held_resp && buser == held_user);
      assert (frees == (bvalid & bready));
      assert (!(sunk && enters));
    end
  end

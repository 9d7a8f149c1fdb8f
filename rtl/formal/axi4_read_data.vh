  // What the R channel shows stays until it is taken, and the beats of a burst come from one place,
  // with none of another between them.
  reg                 held;
  reg [ID_WIDTH-1:0]  held_id;
  reg [WIDTH-1:0]     held_data;
  reg                 held_last;
  reg                 inside;      // a beat without last was the last one that moved
  reg                 from_error;  // and where it came from

  initial assume (rst);

  always @(posedge clk) begin
    held      <= ~rst & rvalid & ~rready;
    held_id   <= rid;
    held_data <= r_data;
    held_last <= rlast;
    if (rst) begin
      inside <= 1'b0;
    end else if (free & beat) begin
      inside     <= ~last;
      from_error <= to_error;
    end
  end

  always @* begin
    assume (!err_start || err_idle);
    if (!rst) begin
      if (held) assert (rvalid && rid == held_id && r_data == held_data && rlast == held_last);
      assert (!(in_buffer && in_error));
      assert (inside == (in_buffer | in_error));
      if (inside) assert (in_error == from_error && to_error == from_error);
      assert (!in_error || erring);
      assert (!(to_error && !erring));
      assert (!(pop && !waits));
      assert (!(passes && waits));
    end
  end

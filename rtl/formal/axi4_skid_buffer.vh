  // What waits in front stays as it is, and what comes in, any one of its kind, comes out as often.
  reg              waits;
  reg [WIDTH-1:0]  held;
  reg [WIDTH-1:0]  watched;
  reg [1:0]        inside;

  initial assume (rst);

  always @(posedge clk) begin
    watched <= watched;
    waits   <= ~rst & there & ~leaves;
    held    <= out;
    inside  <= rst ? 2'd0 : inside + {1'b0, valid & ready & (in == watched)} - {1'b0, leaves & (out == watched)};
  end

  always @* begin
    assume (!leaves || there);
    if (!rst) begin
      if (waits) assert (there && out == held);
      assert (there || !second_full);
      assert (inside == {1'b0, there && out == watched} + {1'b0, second_full && second == watched});
    end
  end

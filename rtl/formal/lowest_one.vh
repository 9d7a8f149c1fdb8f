  reg [WIDTH-1:0] lowest;
  integer j;

  always @* begin
    lowest = {WIDTH{1'b0}};
    for (j = WIDTH - 1; j >= 0; j = j - 1) begin
      if (in[j]) begin
        lowest = {WIDTH{1'b0}};
        lowest[j] = 1'b1;
      end
    end
    assert (one == lowest);
  end

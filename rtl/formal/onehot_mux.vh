  integer j, k;

  always @* begin
    assume ((select & (select - 1'b1)) == {COUNT{1'b0}});
    if (select == {COUNT{1'b0}}) assert (out == {WIDTH{1'b0}});
    for (j = 0; j < COUNT; j = j + 1) begin
      for (k = 0; k < WIDTH; k = k + 1) if (select[j]) assert (out[k] == in[j*WIDTH+k]);
    end
  end

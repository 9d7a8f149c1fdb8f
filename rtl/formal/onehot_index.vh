  integer j;

  always @* begin
    assume ((onehot & (onehot - 1'b1)) == {WIDTH{1'b0}});
    if (onehot == {WIDTH{1'b0}}) assert (index == {INDEX_BITS{1'b0}});
    for (j = 0; j < WIDTH; j = j + 1) if (onehot[j]) assert (index == j);
  end

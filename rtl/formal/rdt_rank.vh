  // Definition 6 of the RDT paper, as a table: row y mod 4, column x mod 4
  wire [47:0] table_of_y = {12'o3412, 12'o1234, 12'o1234, 12'o3412};
  wire [2:0] expected = table_of_y[{y, x}*3 +: 3];
  wire [2:0] folded = MAX_RANK == 1 ? 1 : expected > MAX_RANK ? expected - MAX_RANK : expected;
  integer r;
  always @* begin
    for (r = 1; r <= MAX_RANK; r = r + 1) assert (rank[r] == (folded == r));
  end

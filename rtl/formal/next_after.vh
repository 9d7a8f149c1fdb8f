  // The order by the letter: last + 1, .., WIDTH - 1, 0, .., last - 1.
  reg [WIDTH-1:0] chosen;
  integer         from, k;

  always @* begin
    from = 0;
    for (k = 0; k < WIDTH; k = k + 1) if (last[k]) from = k + 1;
    chosen = 0;
    for (k = 0; k < WIDTH; k = k + 1) if (request[k] && k >= from && chosen == 0) chosen[k] = 1'b1;
    for (k = 0; k < WIDTH; k = k + 1) if (request[k] && k < from && chosen == 0) chosen[k] = 1'b1;
    assume ((last & (last - 1'b1)) == 0);
    assume ((request & last) == 0);
    assert (next == chosen);
    assert ((next != 0) == (request != 0));
  end

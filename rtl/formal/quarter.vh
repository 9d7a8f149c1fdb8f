  // 4 out is at most 2 from in, and at 2 it is the nearer to 0.
  wire [BITS+1:0] four = {out, 2'b00};
  wire [BITS+1:0] rest = {{2{minus}}, in} - four;
  always @* begin
    if (minus) assert (rest == 0 || rest == 1 || &rest || rest == {{(BITS+1){1'b1}}, 1'b0});
    else assert (rest == 0 || rest == 1 || &rest || rest == 2);
  end

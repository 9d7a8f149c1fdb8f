  // What came in during the last SLICES clocks, the newest at the bottom; nothing after a reset.
  reg [SLICES*FLIT_BITS-1:0]   flits_before;
  reg [SLICES*CREDIT_BITS-1:0] credits_before;

  wire [FLIT_BITS-1:0]   flit_due   = flits_before[(SLICES-1)*FLIT_BITS +: FLIT_BITS];
  wire [CREDIT_BITS-1:0] credit_due = credits_before[(SLICES-1)*CREDIT_BITS +: CREDIT_BITS];

  initial assume (rst);

  always @(posedge clk) begin
    flits_before   <= rst ? 0 : {flits_before, flit_in};
    credits_before <= rst ? 0 : {credits_before, credit_in};
  end

  always @* begin
    if (!rst) begin
      assert (flit_out[FLIT_BITS-1] == flit_due[FLIT_BITS-1]);
      assert (!flit_due[FLIT_BITS-1] || flit_out == flit_due);
      assert (credit_out[CREDIT_BITS-1] == credit_due[CREDIT_BITS-1]);
      assert (!credit_due[CREDIT_BITS-1] || credit_out == credit_due);
    end
  end

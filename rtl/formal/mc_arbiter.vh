  // An output belongs to one stream; none that is blocked is granted; a stream that has ended is gone.
  integer          f, g;
  reg [INPUTS-1:0] streams, asking, winning, ended;

  initial assume (rst);

  always @(posedge clk) ended <= rst ? {INPUTS{1'b0}} : ends;

  always @* begin
    for (f = 0; f < OUTPUTS; f = f + 1) begin
      for (g = 0; g < INPUTS; g = g + 1) begin
        streams[g] = closed[g*OUTPUTS+f];
        asking[g]  = req[g*OUTPUTS+f];
        winning[g] = gnt[g*OUTPUTS+f];
        assume (!asking[g] || (idle[f] && !active[g] && TURNS[g*OUTPUTS+f]));
        assume (!ends[g] || active[g]);
        if (!rst) assert (!(ended[g] && streams[g]));
      end
      if (!rst) begin
        assert ((streams & (streams - 1'b1)) == 0);
        assert ((winning & (winning - 1'b1)) == 0);
        assert ((winning & ~asking) == 0);
        assert ((winning != 0) == (asking != 0));
        assert (grant[f] == (winning != 0));
        assert (!(grant[f] && (blocked[f] || streams != 0)));
        assert (!straight[f] || grant[f]);
      end
    end
  end

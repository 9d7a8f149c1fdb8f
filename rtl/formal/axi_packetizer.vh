  // Packets on the link: head, others, tail; none within another, each on one VC. And who may wait
  // for what: the states exclude each other, and beats are taken in two of them only.
  reg                inside;  // before this clock, a packet had begun and not ended
  reg ${width(vc_bits)}  its_vc;
  wire               inside_next = out_valid ? ~out_tail : inside;
//# if source
  wire [3:0]         state = {idle, preparing, ready, sending};
//# else
  wire [1:0]         state = {idle, sending};
//# endif

  initial assume (rst);

  always @(posedge clk) begin
    inside <= ~rst & inside_next;
    if (out_valid & out_head) its_vc <= out_vc;
  end

  always @* begin
    if (!rst) begin
      assert ((state & (state - 1'b1)) == 0);
      assert (!(s_axis_tready && ${"(idle || preparing || ready)" if source else "idle"}));
      assert (s_axis_tready || sending || |state);
      assert (inside_next == sending);
      if (out_valid) assert (out_head == ~inside);
      if (out_valid && out_head) assert (!out_tail);
      if (inside) assert (out_vc == its_vc);
    end
  end

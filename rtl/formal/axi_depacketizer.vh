  // A beat stays as it is until it is taken; and the beats of a packet come from one VC and source,
  // with none of another between them. A flit passes the buffer of its VC only while that is empty.
  reg                    before;  // the last clock was none of reset
  reg                    held;
  reg ${stream_range} held_data;
  reg                    held_last;
  reg ${vector(address_bits)} held_id;
  reg                    inside;  // the output register's last beat was not a packet's last
  reg ${width(vcs)}      its_vc;
  reg ${vector(address_bits)} its_source;
  reg                    moved, moved_inside;
  reg ${vector(address_bits)} moved_source;

  initial assume (rst);

  always @(posedge clk) begin
    before       <= ~rst;
    held         <= ~rst & m_axis_tvalid & ~m_axis_tready;
    held_data    <= m_axis_tdata;
    held_last    <= m_axis_tlast;
    held_id      <= m_axis_tid;
    moved        <= ~rst & move;
    moved_inside <= inside;
    moved_source <= its_source;
    if (rst) inside <= 1'b0;
    else if (move) begin
      inside     <= ~last;
      its_vc     <= open;
      its_source <= source;
    end
  end

  always @* begin
//# if vcs > 1
    assume (!in_valid || (comes != ${zeros(vcs)}));  // L1: vc is below V
//# endif
    if (!rst && before) begin
      if (held) begin
        assert (m_axis_tvalid && m_axis_tdata == held_data);
        assert (m_axis_tlast == held_last && m_axis_tid == held_id);
      end
//# if vcs > 1
      assert ((open & (open - 1'b1)) == ${zeros(vcs)});
//# endif
//# if vcs > 1
      if (leave) assert (read != 0);
      if (passes) assert (in_valid && read == comes && (read & waiting) == ${zeros(vcs)});
      if (pop) assert ((read & ~waiting) == ${zeros(vcs)});
//# else
      if (passes) assert (in_valid && !waiting);
      if (pop) assert (waiting);
//# endif
      if (inside) assert (open == its_vc && open != 0 && source == its_source);
      if (moved && moved_inside) assert (m_axis_tid == moved_source);
    end
  end

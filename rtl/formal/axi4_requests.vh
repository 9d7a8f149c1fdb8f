  // A request that waits stays as it is; none comes out that did not come in, and no more are inside
  // than there are places.
  wire [1:0]             waiting = {1'b0, there} + {1'b0, ~ready};
  reg                    held;
  reg ${width(id)}     held_id;
  reg ${vector(addr)}   held_addr;
  reg ${vector(info)}   held_info;
  reg ${vector(address_bits)} held_to;
  reg                    held_wrong;
  reg [2:0]              inside;

  initial assume (rst);

  always @(posedge clk) begin
    held       <= ~rst & full & ~issued;
    held_id    <= out_id;
    held_addr  <= out_addr;
    held_info  <= out_info;
    held_to    <= to;
    held_wrong <= wrong;
    inside     <= rst ? 3'd0 : inside + {2'd0, valid & ready} - {2'd0, issued};
  end

  always @* begin
    assume (!issued || asks);
    if (!rst) begin
//# if source
      assert (inside == {1'b0, waiting} + {2'd0, next_full} + {2'd0, full});
//# else
      assert (inside == {1'b0, waiting} + {2'd0, full});
//# endif
      if (held) begin
        assert (full && out_id == held_id && out_addr == held_addr && out_info == held_info);
        assert (to == held_to && wrong == held_wrong);
      end
//# if source
      if (next_full && next_wrong) assert (next_to == 0);
//# endif
      assert (there || ready);
//# if own
      if (full && wrong) assert (to == 0 && !own);
//# else
      if (full && wrong) assert (to == 0);
//# endif
//# if source
      if (counts) assert (prepares${" && next_to != node" if own else ""});
//# endif
    end
  end

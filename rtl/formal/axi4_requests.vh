  // A request that waits stays as it is; none comes out that did not come in, and no more are inside
  // than there are stages.
  reg                    held;
  reg [ID_WIDTH-1:0]     held_id;
  reg [ADDR_WIDTH-1:0]   held_addr;
  reg [INFO_WIDTH-1:0]   held_info;
  reg [ADDRESS_BITS-1:0] held_to;
  reg                    held_wrong;
  reg [2:0]              inside;

  initial assume (rst);

  always @(posedge clk) begin
    held       <= ~rst & asks & ~issued;
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
      assert (inside == {2'd0, full_1} + {2'd0, full_2} + {2'd0, asks});
      if (held) begin
        assert (asks && out_id == held_id && out_addr == held_addr && out_info == held_info);
        assert (to == held_to && wrong == held_wrong);
      end
      if (full_2 && wrong_2) assert (next_to == 0);
      if (asks && wrong) assert (to == 0 && !own);
      if (counts) assert (prepares && next_to != node);
    end
  end

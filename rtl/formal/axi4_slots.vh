  // A slot, any one: taken when it was free, busy until it is freed, with the ID that it was taken
  // with; and what is in order waits for none of its ID that goes elsewhere.
  reg [SLOT_BITS-1:0]  watched;
  reg                  its_busy;
  reg [ID_WIDTH-1:0]   kept_id;
  reg [WHERE_BITS-1:0] kept_where;
  wire                 taken = take && slot == watched;
  wire                 freed = free && free_slot == watched;

  initial assume (rst);

  always @(posedge clk) begin
    watched  <= watched;
    its_busy <= ~rst & (taken | (its_busy & ~freed));
    if (taken) begin
      kept_id    <= id;
      kept_where <= where;
    end
  end

  always @* begin
    assume (watched < SLOTS);
    assume (!take || some_free);
    if (!rst) begin
      assert (busy[watched] == its_busy);
      assert (some_free || its_busy);
      if (taken) assert (!its_busy);
      if (its_busy) assert (ids[watched*ID_WIDTH +: ID_WIDTH] == kept_id);
      if (its_busy && BY_DESTINATION != 0)
        assert (wheres[watched*WHERE_BITS +: WHERE_BITS] == kept_where);
      if (its_busy && look == watched) assert (look_id == kept_id);
      if (its_busy && kept_id == id && (BY_DESTINATION == 0 || kept_where != where))
        assert (!in_order);
    end
  end

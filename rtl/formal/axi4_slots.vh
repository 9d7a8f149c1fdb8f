  // A slot, any one: taken when it was free, busy until it is freed, with the ID that it was taken
  // with; and what is in order waits for none of its ID that goes elsewhere.
  reg ${width(slot_bits)}  watched;
  reg                  its_busy;
  reg ${width(id)}   kept_id;
//# if by_destination
  reg ${vector(address_bits + 1)} kept_where;
//# endif
  wire                 taken = take && slot == watched;
  wire                 freed = free && free_slot == watched;

  initial assume (rst);

  always @(posedge clk) begin
    watched  <= watched;
    its_busy <= ~rst & (taken | (its_busy & ~freed));
    if (taken) begin
      kept_id    <= id;
//# if by_destination
      kept_where <= where;
//# endif
    end
  end

  always @* begin
    assume (watched < SLOTS);
    assume (!take || some_free);
    if (!rst) begin
      assert (busy[watched] == its_busy);
      assert (some_free || its_busy);
      if (taken) assert (!its_busy);
      if (its_busy) assert (ids[watched*${id} +: ${id}] == kept_id);
//# if by_destination
      if (its_busy) assert (wheres[watched*${address_bits + 1} +: ${address_bits + 1}] == kept_where);
//# endif
      if (its_busy && look == watched) assert (look_id == kept_id);
      if (its_busy && kept_id == id${" && kept_where != where" if by_destination else ""}) assert (!in_order);
    end
  end

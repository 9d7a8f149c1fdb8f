  // A fill count, and the places of the front and of the next word.
  reg [7:0] fill;
  reg [7:0] front;
  reg [7:0] coming;

  initial assume (rst);

  always @(posedge clk) begin
    fill  <= rst ? 0 : fill + write - read;
    front <= rst ? 0 : (front + read) % DEPTH;
    coming <= rst ? 0 : (coming + write) % DEPTH;
  end

  always @* begin
    assume (!write || fill < DEPTH);
    assume (!read || fill > 0);
    if (!rst) begin
      assert (not_empty == (fill > 0));
      assert (has_second == (fill > 1));
      assert (full == (fill == DEPTH));
      assert (front_slot == front);
      assert (write_slot == coming);
      assert (second_slot == (front + 1) % DEPTH);
      assert (front < DEPTH && coming < DEPTH && fill <= DEPTH);
      assert ((front + fill) % DEPTH == coming);
    end
  end

  // Order: a word, any one, is written at `at` behind `ahead` others; when they have left, it is at
  // the front, and nothing is written over it before.
  reg [7:0]          number, which, ahead;
  reg [SLOT_BITS-1:0] at;
  reg                inside;
  wire [7:0]         at_or_beyond = front + ahead;
  wire [7:0]         its_place    = (at_or_beyond < DEPTH) ? at_or_beyond : at_or_beyond - DEPTH;

  always @(posedge clk) begin
    which  <= which;
    number <= rst ? 0 : number + write;
    if (rst) begin
      inside <= 1'b0;
    end else if (!inside) begin
      inside <= write && number == which;
      ahead  <= fill - read;
      at     <= write_slot;
    end else if (read) begin
      inside <= ahead != 0;
      ahead  <= ahead - 1;
    end
  end

  always @* begin
    if (!rst && inside) begin
      assert (ahead < fill);
      assert (at == its_place);
      assert (ahead != 0 || front_slot == at);
      assert (!write || write_slot != at);
    end
  end

  // A fill count, and the places of the front and of the next word, counted in binary.
  reg [7:0] fill;
  reg [7:0] front;
  reg [7:0] next;

  function [7:0] place;  // the place that a pointer stands for
    input [PTR_BITS-1:0] pointer;
    place = (DEPTH == 4) ? pointer ^ (pointer >> 1) : pointer;
  endfunction

  initial assume (rst);

  always @(posedge clk) begin
    fill  <= rst ? 0 : fill + push - pop;
    front <= rst ? 0 : (front + pop) % DEPTH;
    next  <= rst ? 0 : (next + push) % DEPTH;
  end

  always @* begin
    assume (!push || fill < DEPTH);
    assume (!pop || fill > 0);
    if (!rst) begin
      assert (nonempty == (fill > 0));
      assert (more == (fill > 1));
      assert (full == (fill == DEPTH));
      assert (place(rd) == front);
      assert (place(wr) == next);
      assert (place(rd_next) == (front + 1) % DEPTH);
      assert (front < DEPTH && next < DEPTH && fill <= DEPTH);
      assert ((front + fill) % DEPTH == next);
    end
  end

  // Order: a word, any one, is written at `at` behind `ahead` others; when they have left, it is at
  // the front, and nothing is written over it before.
  reg [7:0]          number, which, ahead;
  reg [PTR_BITS-1:0] at;
  reg                inside;
  wire [7:0]         at_or_beyond = front + ahead;
  wire [7:0]         its_place    = (at_or_beyond < DEPTH) ? at_or_beyond : at_or_beyond - DEPTH;

  always @(posedge clk) begin
    which  <= which;
    number <= rst ? 0 : number + push;
    if (rst) begin
      inside <= 1'b0;
    end else if (!inside) begin
      inside <= push && number == which;
      ahead  <= fill - pop;
      at     <= wr;
    end else if (pop) begin
      inside <= ahead != 0;
      ahead  <= ahead - 1;
    end
  end

  always @* begin
    if (!rst && inside) begin
      assert (ahead < fill);
      assert (place(at) == its_place);
      assert (ahead != 0 || rd == at);
      assert (!push || wr != at);
    end
  end

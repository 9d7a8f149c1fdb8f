// Requests at a subordinate side (docs/axi4_interface.md, S1-S3): they are accepted while fewer are held
// than may be, and each is held until the last flit of its response is given, with any network and
// any subordinate. Their queue is never pushed when full nor popped when empty: what its pointers
// assume of their user is proved here.
module axi4_queue #(
  parameter HELD = 4
) (
  input wire       clk,
  input wire       rst,
  input wire       comes,    // a request would be accepted
  input wire [1:0] source,
  input wire       gives,    // the giver would give a head, or a flit behind it
  input wire       tail      // it is the last flit
);

  reg        sending;  // a head was given, and not yet the last flit
  wire       may_accept, prepares, counts, prepared, own;
  wire [1:0] next_to, to, out_slot;
  wire       accepted = comes & may_accept;
  wire       given    = gives & ~sending & prepared;
  wire       ends     = (given | (gives & sending)) & tail;

  always @(posedge clk) sending <= ~rst & (given | sending) & ~ends;

  dut_axi4_held #(
    .HELD        (HELD),
    .ADDRESS_BITS(2),
    .SLOT_BITS   (2)
  ) u_held (
    .clk       (clk),
    .rst       (rst),
    .node      (2'd0),
    .may_accept(may_accept),
    .accepted  (accepted),
    .source    (source),
    .slot      (2'd0),
    .ends      (ends),
    .prepares  (prepares),
    .counts    (counts),
    .next_to   (next_to),
    .prepared  (prepared),
    .to        (to),
    .own       (own),
    .out_slot  (out_slot),
    .given     (given)
  );

  // Connected to the side's own count, and to that of the pointers' own properties.
  wire [4:0] held;
  wire [7:0] words;

  initial assume (rst);

  always @* begin
    if (!rst) begin
      assert (held == words + prepared + sending);
      assert (held <= HELD && words <= HELD);
      assert (!accepted || words < HELD);
    end
  end

endmodule

// A link with its credits: the sender's credit counter, the link's register (L2), the buffer's
// pointers and the credit's register (ST2), with any sender and any receiver. The buffer is never
// pushed when full nor popped when empty, the counter never goes below 0 nor above DEPTH: what
// both cells assume of their users is proved here.
module credit_loop #(
  parameter DEPTH    = 4,
  parameter SLOT_BITS = 2
) (
  input wire clk,
  input wire rst,
  input wire want,   // the sender has a flit
  input wire serve   // the receiver would send one on
);

  wire credit_available, credit_after_send, whole, not_empty, has_second, full;
  wire [SLOT_BITS-1:0] write_slot, second_slot, front_slot;
  reg  has_credit, link, back;
  wire send = want & has_credit;
  wire read = serve & not_empty;

  always @(posedge clk) begin
    has_credit <= rst | (send ? credit_after_send : credit_available);
    link       <= send & ~rst;
    back       <= read & ~rst;
  end

  dut_credit_counter #(.DEPTH(DEPTH)) u_credit (
    .clk              (clk),
    .rst              (rst),
    .send             (send),
    .credit           (back),
    // whole
    .credit_available (credit_available),
    .credit_after_send(credit_after_send)
  );

  dut_fifo_pointers #(.DEPTH(DEPTH), .SLOT_BITS(SLOT_BITS)) u_fifo (
    .clk        (clk),
    .rst        (rst),
    .write      (link),
    .read       (read),
    .write_slot (write_slot),
    .front_slot (front_slot),
    .second_slot(second_slot),
    .not_empty  (not_empty),
    .has_second (has_second),
    .full       (full)
  );

  // Connected to the counts that the cells' own properties keep.
  wire [7:0] credits, words;

  initial assume (rst);

  always @* begin
    if (!rst) begin
      assert (credits + link + words + back == DEPTH);
      assert (has_credit == (credits > 0));
      assert (!send || credits > 0);
      assert (!back || credits < DEPTH);
      assert (!link || (words < DEPTH && !full));
      assert (!read || words > 0);
    end
  end

endmodule

// A link with its credits: the sender's credit counter, the link's register (L2), the buffer's
// pointers and the credit's register (ST2), with any sender and any receiver. The buffer is never
// pushed when full nor popped when empty, the counter never goes below 0 nor above DEPTH: what
// both cells assume of their users is proved here.
module credit_loop #(
  parameter DEPTH    = 4,
  parameter PTR_BITS = 2
) (
  input wire clk,
  input wire rst,
  input wire want,   // the sender has a flit
  input wire serve   // the receiver would send one on
);

  wire spare, again, whole, nonempty, more, full;
  wire [PTR_BITS-1:0] wr, rd_next, rd;
  reg  has_credit, link, back;
  wire take = want & has_credit;
  wire pop  = serve & nonempty;

  always @(posedge clk) begin
    has_credit <= rst | (take ? again : spare);
    link       <= take & ~rst;
    back       <= pop & ~rst;
  end

  dut_credit_counter #(.DEPTH(DEPTH)) u_credit (
    .clk  (clk),
    .rst  (rst),
    .take (take),
    .give (back),
    .spare(spare),
    .again(again),
    .whole(whole)
  );

  dut_fifo_pointers #(.DEPTH(DEPTH), .PTR_BITS(PTR_BITS)) u_fifo (
    .clk     (clk),
    .rst     (rst),
    .push    (link),
    .pop     (pop),
    .wr      (wr),
    .rd      (rd),
    .rd_next (rd_next),
    .nonempty(nonempty),
    .more    (more),
    .full    (full)
  );

  // Connected to the counts that the cells' own properties keep.
  wire [7:0] credits, words;

  initial assume (rst);

  always @* begin
    if (!rst) begin
      assert (credits + link + words + back == DEPTH);
      assert (has_credit == (credits > 0));
      assert (!take || credits > 0);
      assert (!back || credits < DEPTH);
      assert (!link || (words < DEPTH && !full));
      assert (!pop || words > 0);
    end
  end

endmodule

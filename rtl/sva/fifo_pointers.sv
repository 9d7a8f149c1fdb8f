// sva_fifo_pointers: the buffer of an input VC [RQ1, E1]: never above its depth, and in order.
/* verilator lint_off WIDTH */
`default_nettype none

module fifo_pointers #(
  parameter DEPTH     = ${ depth },
  parameter SLOT_BITS = ${ slot_bits }
) (
  input wire                 clk,
  input wire                 rst,
  input wire                 write,
  input wire                 read,
  input wire [SLOT_BITS-1:0] write_slot,
  input wire [SLOT_BITS-1:0] front_slot,
  input wire [SLOT_BITS-1:0] second_slot,
  input wire                 not_empty,
  input wire                 has_second,
  input wire                 full
);

  reg [7:0] fill, front;
  always @(posedge clk) begin
    fill  <= rst ? 0 : fill + write - read;
    front <= rst ? 0 : (front + read) % DEPTH;
  end

  assert_VC2_no_flit_for_a_full_buffer: assert property (@(posedge clk) disable iff (rst)
    write |-> fill != DEPTH) else $error("VC2: a flit comes to a full buffer");
  assert_RQ1_flit_leaves_a_buffer_with_flits: assert property (@(posedge clk) disable iff (rst)
    read |-> fill != 0) else $error("RQ1: a flit leaves an empty buffer");
  assert_RQ1_fill: assert property (@(posedge clk) disable iff (rst)
    {not_empty, has_second, full} == {fill > 0, fill > 1, fill == DEPTH}) else $error("RQ1: not_empty, has_second or full");
  assert_RQ1_front_is_the_oldest_flit: assert property (@(posedge clk) disable iff (rst)
    front_slot == front && second_slot == (front + 1) % DEPTH) else $error("RQ1: another flit than the oldest in front");
  assert_RQ1_next_slot: assert property (@(posedge clk) disable iff (rst)
    write_slot == (front + fill) % DEPTH) else $error("RQ1: a flit is written to another slot than the next");
  cover_RQ1_full: cover property (@(posedge clk) disable iff (rst) fill == DEPTH);
  cover_RQ1_flit_comes_while_one_leaves: cover property (@(posedge clk) disable iff (rst) write && read);

endmodule
`default_nettype wire

// sva_${ counter }: credits of an output VC [VC2], counted once more.
/* verilator lint_off WIDTH */
`default_nettype none

module ${ counter } #(
  parameter DEPTH = ${ depth }
) (
  input wire clk,
  input wire rst,
  input wire send,
  input wire credit,
  input wire credit_available,
//# if any_reuse
  input wire buffer_empty,
//# endif
  input wire credit_after_send
);

  reg  [7:0] count;
  wire [7:0] left = count + credit;  // in the next cycle, if none is sent
  always @(posedge clk) count <= rst ? DEPTH : left - send;

  assert_VC2_credit_never_exceeds_depth: assert property (@(posedge clk) disable iff (rst)
    left <= DEPTH) else $error("VC2: more credits than the buffer has places");
  assert_VC2_flit_only_with_a_credit: assert property (@(posedge clk) disable iff (rst)
    send |-> count != 0) else $error("VC2: a flit without a credit");
  assert_VC2_credit_available: assert property (@(posedge clk) disable iff (rst)
    credit_available == (left != 0)) else $error("VC2: credit_available");
  assert_VC2_credit_after_send: assert property (@(posedge clk) disable iff (rst)
    credit_after_send == (left > 1)) else $error("VC2: credit_after_send");
//# if any_reuse
  assert_VC3_buffer_empty: assert property (@(posedge clk) disable iff (rst)
    buffer_empty == (left == DEPTH)) else $error("VC3: buffer_empty");
//# endif
  cover_VC2_no_credit: cover property (@(posedge clk) disable iff (rst) count == 0);
  cover_VC2_credit_comes_while_a_flit_leaves: cover property (@(posedge clk) disable iff (rst) send && credit);

endmodule
`default_nettype wire

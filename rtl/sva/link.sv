// sva_link: the rules of a link between routers, on one port of a router [L1, L3, VC2].
//
//   valid, head, tail, vc      flits
//   credit_valid, credit_vc    credits, the other way
//
// SENDS: 1 at an output, whose router sends the flits: these are asserted, and credits are assumed; 0 at an input. At a local
// input, which is checked by the router [E1], there is no such module.
/* verilator lint_off WIDTH */
`default_nettype none

module link #(
  parameter BUFFER_DEPTH = ${ depth },
  parameter SENDS        = 1
) (
  input wire clk,
  input wire rst,
  input wire valid,
  input wire head,
  input wire tail,
  input wire ${ vector(vc_bits) } vc,
  input wire credit_valid,
  input wire ${ vector(vc_bits) } credit_vc
);

  genvar v;
  generate
    for (v = 0; v < ${ vcs }; v = v + 1) begin : g_vc
      reg        open;   // a packet has begun and not ended
      reg  [7:0] taken;  // places in the buffer: flits whose credit is not back
      wire       flit   = valid && vc == v;
      wire       credit = credit_valid && credit_vc == v;
      always @(posedge clk) begin
        if (rst) begin
          open  <= 1'b0;
          taken <= 8'd0;
        end else begin
          if (flit) open <= ~tail;
          taken <= taken + 8'(flit) - 8'(credit);
        end
      end

      if (SENDS != 0) begin : g_sends
        assert_L3_head_first: assert property (@(posedge clk) disable iff (rst)
          (valid && vc == v) |-> head != open) else $error("L3: a head in a packet, or a flit outside of one, on VC %0d", v);
        assert_VC2_flit_only_with_a_credit: assert property (@(posedge clk) disable iff (rst)
          (valid && vc == v) |-> taken != BUFFER_DEPTH) else $error("VC2: a flit without a credit on VC %0d", v);
        assume_VC2_credit_never_exceeds_depth: assume property (@(posedge clk) disable iff (rst)
          (credit_valid && credit_vc == v) |-> taken != 0);
      end else begin : g_receives
        assume_L3_head_first: assume property (@(posedge clk) disable iff (rst)
          (valid && vc == v) |-> head != open);
        assume_VC2_flit_only_with_a_credit: assume property (@(posedge clk) disable iff (rst)
          (valid && vc == v) |-> taken != BUFFER_DEPTH);
        assert_VC2_credit_never_exceeds_depth: assert property (@(posedge clk) disable iff (rst)
          (credit_valid && credit_vc == v) |-> taken != 0) else $error("VC2: a credit above the depth on VC %0d", v);
      end
      cover_VC2_no_credit_left: cover property (@(posedge clk) disable iff (rst) taken == BUFFER_DEPTH);
      cover_L3_packet_of_one_flit: cover property (@(posedge clk) disable iff (rst) valid && vc == v && head && tail);
    end
  endgenerate
//# if vcs < 2 ** vc_bits

  generate
    if (SENDS != 0) begin : g_vcs_sent
      assert_L1_vc: assert property (@(posedge clk) disable iff (rst)
        valid |-> vc < ${ vcs }) else $error("L1: a flit on VC %0d", vc);
      assume_L1_credit_vc: assume property (@(posedge clk) disable iff (rst) credit_valid |-> credit_vc < ${ vcs });
    end else begin : g_vcs_received
      assume_L1_vc: assume property (@(posedge clk) disable iff (rst) valid |-> vc < ${ vcs });
      assert_L1_credit_vc: assert property (@(posedge clk) disable iff (rst)
        credit_valid |-> credit_vc < ${ vcs }) else $error("L1: a credit for VC %0d", credit_vc);
    end
  endgenerate
//# endif

endmodule
`default_nettype wire

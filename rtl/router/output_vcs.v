// output_vcs: the virtual channel${ "s" if vcs > 1 } of an output port: whether a packet holds it, and how many credits
// it has [VC1 - VC4].
//
//   send                a flit for this VC wins the switch in this cycle
//   send_tail           and it is a tail
//   credit_valid${ ", credit_vc   credits" if vcs > 1 else "        a credit is" } on the link
//
//   vc_free             no packet holds it and it has a credit: a head may take it in this cycle
//   credit_available    in the next cycle it has a credit, if no flit is sent to it in this one
//   credit_after_send   in the next cycle it has a credit, even if one is
//# if any_reuse
//   vc_wake             as far as credits count it may be free in the next cycle
//
// ${ reuse_text }: the buffer at the other
// end never holds flits of two packets.
//# endif
`default_nettype none

module output_vcs #(
  parameter BUFFER_DEPTH = ${ depth }
) (
  input  wire       clk,
  input  wire       rst,
  input  wire ${ vector(vcs) } send,
  input  wire       send_tail,
  input  wire       credit_valid,
//# if vcs > 1
  input  wire ${ width(vc_bits) } credit_vc,
//# endif
  output reg  ${ vector(vcs) } vc_free,
  output wire ${ vector(vcs) } credit_available,
//# if any_reuse
  output wire ${ vector(vcs) } vc_wake,
//# endif
  output wire ${ vector(vcs) } credit_after_send
);

  reg  ${ vector(vcs) } vc_held;
  wire ${ vector(vcs) } released = send & ${ fill(vcs, "send_tail") };
//# include "router/output_credits.v"

  always @(posedge clk) begin
    if (rst) begin
      vc_held <= ${ zeros(vcs) };
      vc_free <= ${ ones(vcs) };
    end else begin
      vc_held <= (vc_held | send) & ~released;
//# if any_reuse
      vc_free <= (released & free_after_tail) | (~vc_held & ~send & vc_wake);
//# else
      vc_free <= (released & credit_after_send) | (~vc_held & ~send & credit_available);
//# endif
    end
  end

`ifdef TORUSMITH_FORMAL
`include "output_vcs.vh"
`endif

endmodule
`default_nettype wire

// ${ unit }: the virtual channel${ "s" if vcs > 1 } of ${ where }: which of them packets hold, which head gets one, and how many
// credits they have [VC1 - VC4, VA3, VA4].
//
//   send                a flit for this VC wins the switch in this cycle
//   send_tail           and it is a tail
//   credit_valid${ ", credit_vc   credits" if vcs > 1 else "        a credit is" } on the link
//   request             heads that ask: bit ${ ports }*g + i is input i at arbiter g${ ", " ~ group_text if groups_here > 1 }
//   grant               the head gets a VC
//# if not any_will_do
//   wanted_vcs          the VCs that the granted heads may have
//# endif
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

module ${ unit } #(
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
  input  wire ${ width(groups_here * ports) } request,
  output wire ${ width(groups_here * ports) } grant,
//# if not any_will_do
  input  wire ${ vector(vcs) } wanted_vcs,
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
  wire ${ vector(vcs) } taken;  // by a head
//# include "router/output_credits.v"

//# if any_will_do
  // Heads that ask an arbiter wait for the same VCs: the granted one takes the lowest that is free.
//# else
  // A head asks if a VC is free for it: the granted one takes ${ "that [RC9]" if order else "the lowest of those" }.
//# endif
//# for group in arbiters
  wire ${ width(ports) } asks_${ group.name } = request[${ group.high }:${ group.low }];
  wire ${ width(ports) } wins_${ group.name };
//# if any_will_do
  wire any_free_${ group.name } = ${ "|vc_free[" ~ group.last ~ ":" if group.first < group.last else "vc_free[" }${ group.first }];
//# endif

  rr_arbiter #(.WIDTH(${ ports })) u_arbiter_${ group.name } (
    .clk    (clk),
    .rst    (rst),
    .request(asks_${ group.name }),
    .advance(${ "(|asks_" ~ group.name ~ ") & any_free_" if any_will_do else "|asks_" }${ group.name }),
    .grant  (wins_${ group.name })
  );
//# if any_will_do
  assign grant[${ group.high }:${ group.low }] = wins_${ group.name } & ${ fill(ports, "any_free_" ~ group.name) };
//# else
  assign grant[${ group.high }:${ group.low }] = wins_${ group.name };
//# endif
//# endfor

//# if order
  assign taken = wanted_vcs;
//# else
//# for group in lowest
//# if group.first == group.last
  assign taken[${ group.first }] = ${ group.one };
//# else
  lowest_one #(.WIDTH(${ group.last - group.first + 1 })) u_lowest_${ loop.index0 } (
    .in (${ group.set }),
    .one(taken[${ group.last }:${ group.first }])
  );
//# endif
//# endfor
//# endif

  always @(posedge clk) begin
    if (rst) begin
      vc_held <= ${ zeros(vcs) };
      vc_free <= ${ ones(vcs) };
    end else begin
      vc_held <= taken | (vc_held & ~released);
//# if any_reuse
      vc_free <= (released & free_after_tail) | (~vc_held & ~taken & vc_wake);
//# else
      vc_free <= (released & credit_after_send) | (~vc_held & ~taken & credit_available);
//# endif
    end
  end

`ifdef TORUSMITH_FORMAL
`include "${ unit }.vh"
`endif

endmodule
`default_nettype wire

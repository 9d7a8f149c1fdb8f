// ${ head_call }: the head of an input port that asks for an output VC, and what it asks for
// [VA1, VA2, VA5]. A head is called a cycle before it asks, so that requests come out of registers.
//
//   called        the VC whose head is called, one-hot or zero
//   port${ ", vcs" if share > 1 }     what it asks for; port one-hot, zero if no VC is called
//   head_request  of each VC, as head_arrives, head_follows: see input_vc
//   tail_leaves   the picked flit is sent in this cycle
//   picked        its VC
//# if either
//   wait_*        of each VC, what its head asks for in the next cycle if it waits
//# else
//   wait_*        of each VC, what its head asks for
//# endif
//   link_*        what the head on the link asks for
//   second_*      what the head after the picked flit asks for
//   asks          the called head asks for an output VC; gets_vc: it is given one
//
// Grants come last in a cycle: all else is ready before them.
//# if either
//
// EITHER: 1 if a head may change what it asks for while it waits.
//# endif
`default_nettype none

module ${ head_call }${ " #(\n  parameter EITHER = 0\n)" if either } (
  input  wire       clk,
  input  wire       rst,
  input  wire ${ vector(own) } head_request,
  input  wire ${ vector(own) } head_arrives,
  input  wire ${ vector(own) } head_follows,
  input  wire ${ vector(own) } picked,
  input  wire       tail_leaves,
  input  wire ${ width(own * ports) } wait_port,
  input  wire ${ width(ports) } link_port,
  input  wire ${ width(ports) } second_port,
//# if share > 1
  input  wire ${ width(own * share) } wait_vcs,
  input  wire ${ vector(share) } link_vcs,
  input  wire ${ vector(share) } second_vcs,
//# endif
  input  wire       asks,
  input  wire       gets_vc,
//# if share > 1
  output reg  ${ vector(share) } vcs,
//# endif
  output reg  ${ vector(own) } called,
  output reg  ${ width(ports) } port
);

  wire ${ vector(own) } others = head_request & ~called;
  wire ${ vector(own) } other;

  next_after #(.WIDTH(${ own })) u_others (
    .request(others),
    .last   (called),
    .next   (other)
  );

  wire ${ width(ports) } other_port = ${ select("other", "wait_port", own, ports) };
//# if share > 1
  wire ${ vector(share) } other_vcs = ${ select("other", "wait_vcs", own, share) };
//# endif
  wire ${ vector(own) } follows = head_follows & picked;

  // The call goes on if the called head got its VC, or asked for nothing and another one waits.
  wire moves_on = gets_vc | (~asks & ((|others) | (|head_arrives) | ~(|called)));

  // What is known before the grants, as nets of their own: the next call, and the next one if a tail
  // leaves.
  (* keep *) wire ${ width(ports) } port_now;
  (* keep *) wire ${ width(ports) } port_second;
  assign port_now    = (|others) ? other_port : link_port & ${ fill(ports, "(|head_arrives)") };
  assign port_second = second_port & ${ fill(ports, "(~(|others) & ~(|head_arrives) & (|follows))") };
//# if either

  wire ${ width(ports) } same_port;  // of the called head, if it waits
  wire ${ vector(share) } same_vcs;

  generate
    if (EITHER == 0) begin : g_one_choice
      assign same_port = port;
      assign same_vcs  = vcs;
    end else begin : g_two_choices
      assign same_port = ${ select("called", "wait_port", own, ports) };
      assign same_vcs  = ${ select("called", "wait_vcs", own, share) };
    end
  endgenerate
//# endif

  always @(posedge clk) begin
    if (rst) begin
      called <= ${ zeros(own) };
      port   <= ${ zeros(ports) };
    end else if (moves_on) begin
      called <= (|others) ? other : (|head_arrives) ? head_arrives : follows & ${ fill(own, "tail_leaves") };
      port   <= port_now | (port_second & ${ fill(ports, "tail_leaves") });
    end${ " else begin\n      port   <= same_port;\n    end" if either }
//# if share > 1
    if (moves_on) vcs <= (|others) ? other_vcs : (|head_arrives) ? link_vcs : second_vcs;
//# if either
    else vcs <= same_vcs;
//# endif
//# endif
  end

`ifdef TORUSMITH_FORMAL
`include "${ head_call }.vh"
`endif

endmodule
`default_nettype wire

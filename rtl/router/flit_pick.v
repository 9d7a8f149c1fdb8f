// ${ flit_pick }: the VC of an input port that asks for the switch, and the output that it asks for
// [VA6, VA7, E5]. A VC is picked a cycle before it asks, so that requests come out of registers.
//
//   picked        one-hot or zero
//   request       the output that it has, one-hot or zero
//   body_if_kept, body_if_sent   of each VC, see input_vc
//   output_port   of each VC, the output that it has
//   called        the VC whose head is called; head_port: the output that this head asks for
//   gets_vc       it is given an output VC in this cycle
//   granted       the picked flit is sent
//   pause         no request in this cycle, whatever is picked [E5]
//
// Grants come last in a cycle: all else is ready before them.
`default_nettype none

module ${ flit_pick } (
  input  wire       clk,
  input  wire       rst,
  input  wire ${ vector(own) } body_if_kept,
  input  wire ${ vector(own) } body_if_sent,
  input  wire ${ width(own * ports) } output_port,
  input  wire ${ vector(own) } called,
//# if own <= 2
  input  wire ${ width(ports) } head_port,
//# endif
  input  wire       gets_vc,
  input  wire       granted,
  input  wire       pause,
  output reg  ${ vector(own) } picked,
  output wire ${ width(ports) } request
);

  wire ${ vector(own) } others = body_if_kept & ~picked;
  wire ${ vector(own) } other;

  next_after #(.WIDTH(${ own })) u_others (
    .request(others),
    .last   (picked),
    .next   (other)
  );

  wire ${ vector(own) } first = (|others) ? other : called & ${ fill(own, "gets_vc") };
  wire ${ vector(own) } next  = (|first) ? first : picked & body_if_sent;
  wire       moves_on = granted | ~(|picked);

  always @(posedge clk) begin
    if (rst) picked <= ${ zeros(own) };
    else if (moves_on) picked <= next;
  end

//# if own <= 2
  reg  ${ width(ports) } asks;  // the output that the picked VC has
  wire ${ width(ports) } other_port = ${ select("other", "output_port", own, ports) };
  wire goes_on = |(picked & body_if_sent);

  always @(posedge clk) begin
    if (rst) asks <= ${ zeros(ports) };
    else if (moves_on) begin
      asks <= (|others) ? other_port : gets_vc ? head_port : asks & ${ fill(ports, "goes_on") };
    end
  end
//# else
  wire ${ width(ports) } asks = ${ select("picked", "output_port", own, ports) };
//# endif

  assign request = asks & ${ fill(ports, "~pause") };

`ifdef TORUSMITH_FORMAL
`include "${ flit_pick }.vh"
`endif

endmodule
`default_nettype wire

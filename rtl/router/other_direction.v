// other_direction: the second choice of a head that can go either way round a ring [RC5, RQ3]: the
// output across that ring, by the adaptive VCs, those of the last class.
//
//   load          another flit comes to the front, whose head begins with its first choice
//   either        that head has a second choice
//   ring_port     the output that the head asks for, one-hot, without the local port
//   output_vcs    the VCs of its first choice
//   wake          the output VCs that may be free in the next cycle, see output_vcs
//   head_credit   the head may get one of those that it asks for
//   waits         the head gets no VC in this cycle
//
//   asked_vcs     the VCs that the head asks for; of a packet that has one, that VC
//   other_port    the output that it does not ask for, one-hot; zero if it has no second choice
//   other_credit  a VC of that choice may be free in the next cycle
//   turns_around  the head asks for that choice from the next cycle on
//# if three
//   changes       a head that waits asks for the other choice in the next cycle
//   wait_vcs      the VCs that it then asks for
//# endif
//
// EITHER: the outputs that can be a second choice. TURNS: the output VCs that packets go to.
`default_nettype none

module other_direction #(
  parameter [${ ports - 1 }:0] EITHER = ${ zeros(ports) },
  parameter [${ row - 1 }:0] TURNS = ${ ones(row) }
) (
  input  wire       clk,
  input  wire       load,
  input  wire       either,
  input  wire [${ ports - 1 }:1] ring_port,
  input  wire ${ vector(share) } output_vcs,
  input  wire ${ width(row) } wake,
  input  wire       head_credit,
  input  wire       waits,
  output wire ${ vector(share) } asked_vcs,
  output wire ${ width(ports) } other_port,
  output wire       other_credit,
//# if three
  output wire       changes,
  output wire ${ vector(share) } wait_vcs,
//# endif
  output wire       turns_around
);

  localparam ${ vector(share) } ADAPTIVE = ${ adaptive };

  reg has_second;   // the head has a second choice
  reg asks_second;  // and asks for it

  // Outputs 2k-1 and 2k are the two ways round a ring.
  assign asked_vcs  = asks_second ? ADAPTIVE : output_vcs;
  assign other_port = EITHER & {${ across }};

  // The first choice is asked for unless only the second may get a VC.
  wire ${ vector(share) } other_vcs = asks_second ? output_vcs : ADAPTIVE;
  wire ${ width(row) } other_wake = wake & TURNS;
//# if not three
  wire changes;
//# endif
  assign other_credit = has_second & |(other_port & ${ of_vcs("other_vcs", "other_wake") });
  assign changes      = other_credit & (asks_second | ~head_credit);
  assign turns_around = waits & changes;
//# if three
  assign wait_vcs     = (asks_second ^ changes) ? ADAPTIVE : output_vcs;
//# endif

  always @(posedge clk) begin
    if (load) has_second <= either;
    asks_second <= ~load & waits & (asks_second ^ turns_around);
  end

endmodule
`default_nettype wire

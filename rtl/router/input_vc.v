// input_vc: a virtual channel of an input port: its place in the buffer, its front flit, and what
// the front flit asks for [RQ1 - RQ4, SA2, SA5, SA6].
//
//   in_valid        the flit on the link is for this VC
//   in_tail         it is a tail
//   in_port         the output that it asks for if it is a head, one-hot
//# if class_bits
//   in_class        the class of the output VCs that it may have, see route
//# endif
//# if either
//   in_either       it can go the other way round its ring, too
//# endif
//   second_*        the same of the flit after the front flit, out of the buffer
//   vc_free, credit_available${ ", vc_wake" if any_reuse }
//                   the output VCs${ " of the same message class" if messages > 1 }, see output_vcs; bit ${ ports }*w + o is VC w of output o
//   head_request    the front flit is a head: it asks for an output VC and the switch at once
//   body_request    its packet holds an output VC with a credit: it asks for the switch
//# if void_early
//   request         the output that it asks for, one-hot; zero if no VC is free for a head: its
//                   request is void
//# else
//   request         the output that it asks for, one-hot
//# endif
//# if share == 2
//   leaves_by       the output VC by which the front flit leaves, one-hot
//# elif share > 2
//   wanted_vcs      the output VCs that a head may have; the one that a packet holds
//# if not order
//   head_takes      the VC that the head gets if it is sent, one-hot
//# endif
//# endif
//   sent            the front flit leaves in this cycle
//   credit_left     the VC by which it leaves has a credit for one more flit
//   pause           no request in the next cycle [E5]
//
// All that allocation looks at is in registers: no memory and no routing stands before an arbiter.
//
// TURNS: the output VCs that packets of this VC go to. Logic for others is left out.
//# if order and share > 1
// NUMBER: of this VC${ " in its message class" if messages > 1 }, which decides the one output VC of a head [RC9].
//# endif
//# if either
// EITHER: the outputs that a head can exchange for the other way round their ring.
//# endif
`default_nettype none

module input_vc #(
  parameter BUFFER_DEPTH = ${ depth },
  parameter SLOT_BITS    = ${ slot_bits },
//# if order and share > 1
  parameter NUMBER       = 0,
//# endif
//# if either
  parameter [${ ports - 1 }:0] EITHER = ${ zeros(ports) },
//# endif
  parameter [${ row - 1 }:0] TURNS = ${ ones(row) }
) (
  input  wire                 clk,
  input  wire                 rst,

  input  wire                 in_valid,
  input  wire                 in_tail,
  input  wire ${ width(ports) } in_port,
//# if class_bits
  input  wire ${ width(class_bits) } in_class,
//# endif
//# if either
  input  wire                 in_either,
//# endif
  input  wire                 second_tail,
  input  wire ${ width(ports) } second_port,
//# if class_bits
  input  wire ${ width(class_bits) } second_class,
//# endif
//# if either
  input  wire                 second_either,
//# endif

//# if void_early
  input  wire ${ width(row) } vc_free,
//# endif
  input  wire ${ width(row) } credit_available,
//# if any_reuse
  input  wire ${ width(row) } vc_wake,
//# endif
  output reg                  head_request,
  output reg                  body_request,
  output wire ${ width(ports) } request,
//# if share == 2
  output wire [1:0]           leaves_by,
//# elif share > 2
  output wire ${ vector(share) } wanted_vcs,
//# if not order
  input  wire ${ vector(share) } head_takes,
//# endif
//# endif
  input  wire                 sent,
  input  wire                 credit_left,
  input  wire                 pause,

  output reg                  holds_vc,
  output reg                  front_is_tail,
  output wire [SLOT_BITS-1:0] write_slot,
  output wire [SLOT_BITS-1:0] front_slot,
  output wire [SLOT_BITS-1:0] second_slot,
  output wire                 full
);

  wire not_empty, has_second;

  fifo_pointers #(.DEPTH(BUFFER_DEPTH), .SLOT_BITS(SLOT_BITS)) u_pointers (
    .clk        (clk),
    .rst        (rst),
    .write      (in_valid),
    .read       (sent),
    .write_slot (write_slot),
    .front_slot (front_slot),
    .second_slot(second_slot),
    .not_empty  (not_empty),
    .has_second (has_second),
    .full       (full)
  );

//# include "router/front_flit.v"

  always @(posedge clk) begin
    if (rst) holds_vc <= 1'b0;
    else if (sent) holds_vc <= ~front_is_tail;
  end

//# if void_early
  // A head for which no VC is free asks in vain [RQ4, SA2].
//# if share == 1
  assign request = output_port & (${ fill(ports, "holds_vc") } | (vc_free & TURNS));
//# else
  wire ${ width(row) } free = vc_free & TURNS;
  wire ${ width(ports) } free_for_head = ${ of_vcs(asked, "free") } | ${ local_any("free") };

  assign request = output_port & (${ fill(ports, "holds_vc") } | free_for_head);
//# endif
//# else
  assign request = output_port;
//# endif
//# if share == 2
//# if order
  assign leaves_by = output_vcs;
//# elif single
  // At ${ the } local port a head takes either VC, 0 if it is free [RC2, SA5].
  wire takes_0 = (${ home("output_port") } & ~holds_vc) ? ${ "vc_free[0]" if locals == 1 else "|(output_port" ~ local_slice ~ " & vc_free" ~ local_slice ~ ")" } : ${ "~output_vc" if bit else "output_vcs[0]" };
  assign leaves_by = {~takes_0, takes_0};
//# else
  // A head takes VC 0 if that is free and one that it may have, else VC 1 [SA5].
  wire takes_0 = |(output_port & free[${ ports - 1 }:0] & {${ fill(ports - locals, asked ~ "[0]") ~ ", " if ports > locals }${ ones(locals) }});
  assign leaves_by = holds_vc ? output_vcs : {~takes_0, takes_0};
//# endif
//# elif share > 2
  assign wanted_vcs = ${ asked };
//# endif

  // The requests of the next cycle [RQ2, RQ3], for a front flit that is sent and for one that is
  // kept: which it is, is known late. A head asks when it comes to the front, and again after each
  // cycle with a credit.
  wire head_if_sent = (has_second | in_valid) & front_is_tail;
  wire body_if_sent = (has_second | in_valid) & ~front_is_tail & credit_left;
  wire head_if_kept = ~holds_vc & (not_empty ? ${ "head_credit | other_credit" if either else "head_credit" } : in_valid);
  wire body_if_kept = holds_vc & (not_empty | in_valid) & body_credit;

  always @(posedge clk) begin
    if (rst || pause) begin
      head_request <= 1'b0;
      body_request <= 1'b0;
    end else begin
      head_request <= sent ? head_if_sent : head_if_kept;
      body_request <= sent ? body_if_sent : body_if_kept;
    end
  end

endmodule
`default_nettype wire

// input_vc: a virtual channel of an input port: its place in the buffer, its front flit, and what
// is known of that in the next cycle [RQ1 - RQ3, VA2, VA4, VA7].
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
//   credit_available${ ", vc_wake" if any_reuse }   the output VCs${ " of the same message class" if messages > 1 }, see output_vcs; bit ${ ports }*w + o is
//                   VC w of output o
//   head_request    the front flit is a head without an output VC
//   output_port     the output that the front flit asks for, or has; one-hot
//# if share > 1
//   output_vcs      the output VCs that a head may have${ " (its first choice)" if either }; the one that a packet has
//# endif
//# if either
//   wait_port, wait_vcs   what a head that waits asks for in the next cycle
//# endif
//# if order and share > 1
//   next_vcs        the output VC of the head that comes to the front
//# endif
//   head_arrives    a head on the link comes to the front in the next cycle
//   head_follows    a head comes to the front if the front flit is sent
//   body_if_kept, body_if_sent   the front flit of the next cycle can ask for the switch, if the
//                   front flit of this one is kept, and if it is sent
//   gets_vc         the front flit, a head, is given an output VC
//# if share > 1 and not order
//   head_takes      that VC${ "" if bit else ", one-hot" }
//# endif
//   sent            the front flit leaves in this cycle
//   credit_left     the VC by which it leaves has a credit for one more flit
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

  input  wire ${ width(row) } credit_available,
//# if any_reuse
  input  wire ${ width(row) } vc_wake,
//# endif
  output reg                  head_request,
  output reg  ${ width(ports) } output_port,
//# if share > 1
  output ${ "wire" if bit else "reg " } ${ vector(share) } output_vcs,
//# endif
//# if either
  output wire ${ width(ports) } wait_port,
  output wire ${ vector(share) } wait_vcs,
//# endif
//# if order and share > 1
  output wire ${ vector(share) } next_vcs,
//# endif
  output wire                 head_arrives,
  output wire                 head_follows,
  output wire                 body_if_kept,
  output wire                 body_if_sent,
  input  wire                 gets_vc,
//# if share > 1 and not order
  input  wire ${ "" if bit else vector(share) } head_takes,
//# endif
  input  wire                 sent,
  input  wire                 credit_left,

  output reg                  front_is_head,
  output reg                  front_is_tail,
  output wire [SLOT_BITS-1:0] write_slot,
  output wire [SLOT_BITS-1:0] front_slot,
  output wire [SLOT_BITS-1:0] second_slot,
  output wire                 has_second,
  output wire                 full
);

  reg  holds_vc;
  wire not_empty;

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
    if (rst) begin
      front_is_head <= 1'b1;
      holds_vc      <= 1'b0;
    end else begin
      if (sent) front_is_head <= front_is_tail;
      holds_vc <= gets_vc | (holds_vc & ~(sent & front_is_tail));
    end
  end

  // Who asks in the next cycle [RQ2, RQ3, VA5, VA7]
  assign head_arrives = in_valid & ~not_empty & ~holds_vc;
  assign head_follows = (has_second | in_valid) & front_is_tail;
  assign body_if_sent = (has_second | in_valid) & ~front_is_tail & credit_left;
  assign body_if_kept = holds_vc & (not_empty | in_valid) & body_credit;

  wire head_if_kept = ~holds_vc & (not_empty ? ${ "head_credit | other_credit" if either else "head_credit" } : in_valid);

  always @(posedge clk) begin
    if (rst) head_request <= 1'b0;
    else head_request <= (sent & head_follows) | (head_if_kept & ~gets_vc);
  end

endmodule
`default_nettype wire

// ${ unit }: an input port: its buffer${ ", its virtual channels, and the choice between them" if own > 1 else " and its virtual channel" }
// [L2, RQ4, VA1 - VA7, ST2]. One head of the port asks for an output VC, and one flit that has one
// for the switch: both out of registers, side by side.
//
//   in_*         the link; in_port${ ", in_class" if class_bits }${ ", in_either" if either } of a head, see route
//   credit_*     credits to the sender, one for each flit that leaves: registers
//   vc_free, credit_available, credit_after_send${ ", vc_wake" if any_reuse }
//                the output VCs, see output_vcs; bit ${ ports }*w + o is VC w of output o
//   vc_request   the called head asks for a VC of output o: bit ${ ports }*g + o, at the arbiter g of the output,
//                see output_vcs; vc_grant: it gets one
//   wanted_vcs   the output VCs that it may have
//   request      the output that the picked flit asks for, one-hot or zero
//   granted      the output takes it
//   flit_*       the picked flit${ "; flit_vcs: the VC by which it leaves, one-hot" if vcs > 1 }
//   full         of each VC: its buffer is full
//   return_credit${ ", return_credit_vc" if vcs > 1 }   no request for the switch: give back the credit of a flit that was
//                dropped [E5]. At ${ the } local port alone
//
// ${ "FROM: the input port. " if takes_from }TURNS: the output VCs that packets go to from each VC, as router has them.
//# if sparse
// Packets come by ${ own_names } alone: the unit has no others.
//# endif
//# if either
// EITHER: of each VC the outputs that a head can exchange for the other way round their ring.
//# endif
`default_nettype none

module ${ unit } #(
  parameter FLIT_WIDTH   = ${ flit_width },
  parameter BUFFER_DEPTH = ${ depth },
  parameter SLOT_BITS    = ${ slot_bits },
//# if takes_from
  parameter FROM         = 0,
//# endif
//# if either
  parameter [${ vcs * ports - 1 }:0] EITHER = ${ zeros(vcs * ports) },
//# endif
  parameter [${ share * row - 1 }:0] TURNS = ${ ones(share * row) }
) (
  input  wire                  clk,
  input  wire                  rst,

  input  wire                  in_valid,
//# if inside
  input  wire                  in_head,
//# endif
  input  wire                  in_tail,
//# if vcs > 1
  input  wire ${ width(vc_bits) } in_vc,
//# endif
  input  wire [FLIT_WIDTH-1:0] in_data,
  input  wire ${ width(ports) } in_port,
//# if class_bits
  input  wire ${ width(class_bits) } in_class,
//# endif
//# if either
  input  wire                  in_either,
//# endif
  output reg                   credit_valid,
//# if vcs > 1
  output reg  ${ width(vc_bits) } credit_vc,
//# endif

  input  wire ${ width(vcs * ports) } vc_free,
  input  wire ${ width(vcs * ports) } credit_available,
//# if any_reuse
  input  wire ${ width(vcs * ports) } vc_wake,
//# endif
  input  wire ${ width(vcs * ports) } credit_after_send,
  output wire ${ width(groups * ports) } vc_request,
  input  wire ${ width(groups * ports) } vc_grant,
//# if wants
  output wire ${ vector(vcs) } wanted_vcs,
//# endif
  output wire ${ width(ports) } request,
  input  wire                  granted,
  output wire                  flit_head,
  output wire                  flit_tail,
//# if vcs > 1
  output wire ${ vector(vcs) } flit_vcs,
//# endif
  output wire [FLIT_WIDTH-1:0] flit_data,

  output wire ${ vector(own) } full,
//# if vcs > 1
  input  wire ${ width(vc_bits) } return_credit_vc,
//# endif
  input  wire                  return_credit
);

//# include "router/way_in_buffer.v"
  wire ${ width(ports) } second_port = port_of(${ bits_of("second_hop", 0, way_bits) });
//# if class_bits
  wire ${ width(class_bits) } second_class = ${ bits_of("second_hop", way_bits, class_bits) };
//# endif
  localparam ${ width(ports) } PORTS = ${ wrap(any_port) };
//# if needs_reach
  localparam ${ width(row) } REACH = ${ wrap(any_row("TURNS")) };
//# endif

  // The virtual channels
  wire ${ vector(own) } head_request, head_arrives, head_follows, body_if_kept, body_if_sent;
  wire ${ vector(own) } in_this_vc, front_is_head, front_is_tail, has_second;
  wire ${ vector(own) } called, picked;
  wire ${ width(own * ports) } output_port;
//# if share > 1
  wire ${ width(own * share) } output_vcs;
//# endif
//# if either
  wire ${ width(own * ports) } wait_port;
  wire ${ width(own * share) } wait_vcs;
//# endif
//# if order and share > 1
  wire ${ width(own * share) } next_vcs;
//# endif
//# if share > 1 and not order
  wire ${ "" if bit else vector(share) } head_takes;
//# endif
  wire [${ own }*SLOT_BITS-1:0] write_slot, front_slot, second_slot;
  wire credit_left;

  // Whether any output granted, as nets of their own: grants come late, and folded into all that
  // follows each would load as many LUTs.
  (* keep *) wire gets_vc;
  (* keep *) wire sent;
  assign gets_vc = |vc_grant;
  assign sent    = granted;

  genvar v;
  generate
    for (v = 0; v < ${ own }; v = v + 1) begin : g_vc
//# if vcs > 1
//# if dense
      localparam [31:0] VC = v;
//# else
      localparam [31:0] VC = ${ own_of_v };
//# endif
//# endif
//# if vcs > 1
      assign in_this_vc[v] = in_vc == ${ bits_of("VC", 0, vc_bits) };
//# else
      assign in_this_vc[v] = 1'b1;
//# endif

//# set of_class = "" if messages == 1 else "[VC / " ~ share ~ " * " ~ row ~ " +: " ~ row ~ "]"
      input_vc #(
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .SLOT_BITS   (SLOT_BITS),
//# if order and share > 1
        .NUMBER      (VC${ " % " ~ share if messages > 1 }),
//# endif
//# if either
        .EITHER      (EITHER[VC*${ ports } +: ${ ports }]),
//# endif
        .TURNS       (${ "TURNS" if share == 1 else "TURNS[" ~ ("VC % " ~ share ~ " * " if messages > 1 else "VC*") ~ row ~ " +: " ~ row ~ "]" })
      ) u_vc (
        .clk             (clk),
        .rst             (rst),
        .in_valid        (in_valid & in_this_vc[v]),
        .in_tail         (in_tail),
        .in_port         (in_port),
//# if class_bits
        .in_class        (in_class),
//# endif
//# if either
        .in_either       (in_either),
//# endif
        .second_tail     (second_tail),
        .second_port     (second_port),
//# if class_bits
        .second_class    (second_class),
//# endif
//# if either
        .second_either   (second_hop[${ hop_bits - 1 }]),
//# endif
        .credit_available(credit_available${ of_class }),
//# if any_reuse
        .vc_wake         (vc_wake${ of_class }),
//# endif
        .head_request    (head_request[v]),
        .output_port     (output_port[${ ports }*v +: ${ ports }]),
//# if share > 1
        .output_vcs      (output_vcs[${ share }*v +: ${ share }]),
//# endif
//# if either
        .wait_port       (wait_port[${ ports }*v +: ${ ports }]),
        .wait_vcs        (wait_vcs[${ share }*v +: ${ share }]),
//# endif
//# if order and share > 1
        .next_vcs        (next_vcs[${ share }*v +: ${ share }]),
//# endif
        .head_arrives    (head_arrives[v]),
        .head_follows    (head_follows[v]),
        .body_if_kept    (body_if_kept[v]),
        .body_if_sent    (body_if_sent[v]),
        .gets_vc         (called[v] & gets_vc),
//# if share > 1 and not order
        .head_takes      (head_takes),
//# endif
        .sent            (picked[v] & sent),
        .credit_left     (credit_left),
        .front_is_head   (front_is_head[v]),
        .front_is_tail   (front_is_tail[v]),
        .write_slot      (write_slot[SLOT_BITS*v +: SLOT_BITS]),
        .front_slot      (front_slot[SLOT_BITS*v +: SLOT_BITS]),
        .second_slot     (second_slot[SLOT_BITS*v +: SLOT_BITS]),
        .has_second      (has_second[v]),
        .full            (full[v])
      );
    end
  endgenerate

  // The head that asks for an output VC
  wire ${ width(ports) } head_port;
  wire head_asks;
  wire there_is_second = |(picked & has_second);
//# if share > 1
  wire ${ vector(share) } head_vcs;
//# endif

  ${ head_call }${ " #(.EITHER((EITHER != " ~ zeros(vcs * ports) ~ ") ? 1 : 0))" if either } u_call (
    .clk         (clk),
    .rst         (rst),
    .head_request(head_request),
    .head_arrives(head_arrives),
    .head_follows(head_follows),
    .picked      (picked),
    .tail_leaves (sent),
    .wait_port   (${ "wait_port" if either else "output_port" }),
    .link_port   (in_port & PORTS),
    .second_port ((there_is_second ? second_port : in_port) & PORTS),
//# if share > 1
    .wait_vcs    (${ "wait_vcs" if either else "output_vcs" }),
//# if order
    .link_vcs    (${ select("in_this_vc", "next_vcs", own, share) }),
    .second_vcs  (${ select("picked", "next_vcs", own, share) }),
//# else
    .link_vcs    (${ vcs_of_class("in_class") }),
    .second_vcs  (there_is_second ? ${ vcs_of_class("second_class") } : ${ vcs_of_class("in_class") }),
//# endif
    .vcs         (head_vcs),
//# endif
    .asks        (head_asks),
    .gets_vc     (gets_vc),
    .called      (called),
    .port        (head_port)
  );

//# include "router/called_head.v"

  // The flit that asks for the switch. What may be picked is a net of its own: what leads to it would
  // be mapped again for each of the VCs that it rules out.
  (* keep *) wire ${ vector(own) } may_be_picked;
  assign may_be_picked = body_if_kept;

  ${ flit_pick } u_pick (
    .clk         (clk),
    .rst         (rst),
    .body_if_kept(may_be_picked),
    .body_if_sent(body_if_sent),
    .output_port (output_port),
    .called      (called),
//# if own <= 2
    .head_port   (head_port),
//# endif
    .gets_vc     (gets_vc),
    .granted     (sent),
    .pause       (return_credit),
    .picked      (picked),
    .request     (request)
  );

  assign flit_head   = |(picked & front_is_head);
  assign flit_tail   = |(picked & front_is_tail);
//# if vcs > 1
  assign flit_vcs    = ${ spread("output_vcs") };
//# endif
  assign credit_left = ${ credit_left };

//# include "router/slots.v"
//# include "router/buffer.v"

endmodule
`default_nettype wire

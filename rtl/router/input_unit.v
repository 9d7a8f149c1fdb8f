// ${ unit }: an input port: its buffer${ ", its virtual channels, and the choice between them" if own > 1 else " and its virtual channel" }
// [L2, SA1, SA2, SA4, SA5, ST2].
//
//   in_*         the link; in_port${ ", in_class" if class_bits }${ ", in_either" if either } of a head, see route
//   credit_*     credits to the sender, one for each flit that leaves: registers
//   vc_free, credit_available, credit_after_send${ ", vc_wake" if any_reuse }
//                the output VCs, see output_vcs; bit ${ ports }*w + o is VC w of output o
//   request      the output that the picked flit asks for, one-hot or zero
//   granted      the output takes it
//   flit_*       the picked flit${ "; flit_vcs: the VC by which it leaves, one-hot" if vcs > 1 }
//   full         of each VC: its buffer is full
//   pause        pick nothing in the next cycle; return_credit${ ", return_credit_vc" if vcs > 1 }: give back the credit of
//                a flit that was dropped [E5]. At ${ the } local port alone
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
  output wire ${ width(ports) } request,
  input  wire                  granted,
  output wire                  flit_head,
  output wire                  flit_tail,
//# if vcs > 1
  output wire ${ vector(vcs) } flit_vcs,
//# endif
  output wire [FLIT_WIDTH-1:0] flit_data,

  output wire ${ vector(own) } full,
  input  wire                  pause,
//# if vcs > 1
  input  wire ${ width(vc_bits) } return_credit_vc,
//# endif
  input  wire                  return_credit
);

//# include "router/way_in_buffer.v"
//# if needs_reach
  localparam ${ width(row) } REACH = ${ wrap(any_row("TURNS")) };
//# endif

//# include "router/virtual_channels.v"

//# include "router/slots.v"

//# include "router/buffer.v"

endmodule
`default_nettype wire

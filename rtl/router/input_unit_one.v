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
//   next         the addresses of the neighbours, see router
//
// The routes of heads are found a hop ahead [RC4], in the cycle in which a head may leave: it takes
// its route at the next router along, in the bits of a head that are the routers' own [L4]. So no
// routing follows the wires of a link.
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
  input  wire                  in_head,
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
  input  wire ${ width((ports - locals) * router_bits) } next,
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

  // The route at the next router
  wire ${ width(header_bits) } header;
  wire ${ width(hop_bits) } next_hop, own_bits;

  route_ahead u_ahead (
    .next  (next),
    .header(header),
    .port  (port_picked[${ ports - 1 }:${ locals }]),
    .hop   (next_hop)
  );
  assign flit_data[FLIT_WIDTH-1 -: ${ hop_bits }] = flit_head ? next_hop : own_bits;

  // The buffer, in three parts: the header, ${ "by VC, since routing waits for it alone" if own > 1 else "with the data" }; the routers' own bits, read
  // one flit ahead of the data, too, so that a route is known when the head comes to the front; and
  // the data between them.
//# if own > 1
  wire [${ own * header_bits - 1 }:0] headers;

  generate
    for (v = 0; v < ${ own }; v = v + 1) begin : g_header
      flit_buffer #(
        .WIDTH    (${ header_bits }),
        .SLOTS    (BUFFER_DEPTH),
        .SLOT_BITS(SLOT_BITS)
      ) u_headers (
        .clk       (clk),
        .write     (in_valid & in_this_vc[v]),
        .write_slot(write_slot[SLOT_BITS*v +: SLOT_BITS]),
        .write_word(in_data[${ header_bits - 1 }:0]),
        .read_slot (front_slot[SLOT_BITS*v +: SLOT_BITS]),
        .read_word (headers[${ header_bits }*v +: ${ header_bits }])
      );
    end
  endgenerate

  assign header = ${ select("picked", "headers", own, header_bits) };
  assign flit_data[${ header_bits - 1 }:0] = header;
//# else
  assign header = flit_data[${ header_bits - 1 }:0];
//# endif

  flit_buffer #(
    .WIDTH    (FLIT_WIDTH - ${ hop_bits + (header_bits if own > 1 else 0) }),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_flits (
    .clk       (clk),
    .write     (in_valid),
    .write_slot(write_at),
    .write_word(in_data[FLIT_WIDTH-${ hop_bits + 1 }:${ header_bits if own > 1 else 0 }]),
    .read_slot (front_at),
    .read_word (flit_data[FLIT_WIDTH-${ hop_bits + 1 }:${ header_bits if own > 1 else 0 }])
  );
  front_buffer #(
    .WIDTH    (${ hop_bits + 1 }),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_fronts (
    .clk        (clk),
    .write      (in_valid),
    .write_slot (write_at),
    .write_word ({in_tail, (in_head && FROM ${ "== 0" if locals == 1 else "< " ~ locals }) ? in_hop : in_data[FLIT_WIDTH-1 -: ${ hop_bits }]}),
    .front_slot (front_at),
    .front_word (own_bits),
    .second_slot(second_at),
    .second_word({second_tail, second_hop})
  );

  // A place has become free.
  always @(posedge clk) begin
    credit_valid <= (granted | return_credit) & ~rst;
//# if vcs > 1
    credit_vc    <= return_credit ? return_credit_vc : picked_vc;
//# endif
  end

endmodule
`default_nettype wire

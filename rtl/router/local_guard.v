//# if locals == 1
// local_guard: checks what comes in at the local port, the only one that is not fed by a router
// [E1 - E3, E5, E6].
//# else
// local_guard: checks what comes in at a local port, which is not fed by a router [E1 - E3, E5, E6].
//# endif
//
//# if apart
//   here      the address of this terminal
//# endif
//   in_*      the link; in_destination: the destination of a head
//# if rewrites
//   in_ends   the routing bits of a head lead to the local port
//# endif
//   full      of each VC: its buffer is full
//   accept    the flit may be written to the buffer
//# if not three
//   drop      it belongs to a packet for this ${ end } itself${ " or for no " ~ end if nodes < 2 ** address_bits }, and is dropped
//# endif
//   dropped${ ", dropped_vc" if vcs > 1 }   registers: a flit was dropped in the cycle before${ ', as its packet is for this\n//             ' ~ end ~ ' itself' ~ (' or for no ' ~ end if nodes < 2 ** address_bits) if three }; its credit is given back
//   error     registers: 0 overflow, 1 framing, 2 destination; set until reset or clear_error
`default_nettype none

module local_guard (
  input  wire       clk,
  input  wire       rst,
  input  wire ${ width(address_bits) } here,
  input  wire       in_valid,
  input  wire       in_head,
  input  wire       in_tail,
  input  wire ${ width(vc_bits) } in_vc,
  input  wire ${ width(address_bits) } in_destination,
//# if rewrites
  input  wire       in_ends,
//# endif
  input  wire ${ vector(vcs) } full,
  output wire       accept,
//# if not three
  output wire       drop,
//# endif
  output reg        dropped,
//# if vcs > 1
  output reg  ${ width(vc_bits) } dropped_vc,
//# endif
  input  wire       clear_error,
  output reg  [2:0] error
);

  reg  ${ vector(vcs) } packet_open;  // of each VC: a head has come, and no tail yet
  reg  ${ vector(vcs) } packet_lost;  // that packet is dropped

  wire ${ vector(vcs) } this_vc  = {${ this_vc }};
//# if nodes < 2 ** address_bits
  wire       no_node   = in_destination > ${ address_bits }'d${ nodes - 1 };
//# endif
  wire       overflow  = |(full & this_vc);
//# if vcs < 2 ** vc_bits
  wire       framing   = (in_head == |(packet_open & this_vc)) | ~(|this_vc);
//# else
  wire       framing   = in_head == |(packet_open & this_vc);
//# endif
  wire       not_away  = (in_destination == here)${ " | no_node" if nodes < 2 ** address_bits }${ " | in_ends" if rewrites };
  wire       lost      = in_head ? not_away : |(packet_lost & this_vc);
  wire       in_packet = in_valid & ~overflow & ~framing;

  assign accept = in_packet & ~lost;
  ${ "wire   drop  " if three else "assign drop  " } = in_packet & lost;

  always @(posedge clk) begin
    if (rst) begin
      packet_open <= ${ zeros(vcs) };
      packet_lost <= ${ zeros(vcs) };
      dropped     <= 1'b0;
      error       <= 3'b000;
    end else begin
      if (in_packet) begin
        packet_open <= in_tail ? packet_open & ~this_vc : packet_open | this_vc;
        packet_lost <= lost ? packet_lost | this_vc : packet_lost & ~this_vc;
      end
      dropped <= drop;
      error   <= (error & ~{3{clear_error}}) |
                 {drop, in_valid & ~overflow & framing, in_valid & overflow};
    end
//# if vcs > 1
    dropped_vc <= in_vc;
//# endif
  end

endmodule
`default_nettype wire

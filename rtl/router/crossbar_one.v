// crossbar: the granted flits, from the inputs to the links, in the cycle of the grant [ST1].
//
//   grant     bit ${ ports }*o + i: output o takes the flit of input i
//   flit_*    the picked flit of each input${ "; flit_vcs bit " ~ ports ~ "*w + i: it leaves by VC w" if vcs > 1 }
//   send      bit ${ ports }*w + o: a flit leaves by VC w of output o; send_tail: it is a tail
//   out_*     the same on the link
//
// INPUTS: bit ${ ports }*o + i: packets go from input i to output o. Logic for others is left out.
`default_nettype none

module crossbar #(
  parameter FLIT_WIDTH = ${ flit_width },
  parameter ${ width(ports * ports) } INPUTS = ${ ones(ports * ports) }
) (
  input  wire ${ width(ports * ports) } grant,
  input  wire ${ width(ports) } flit_head,
  input  wire ${ width(ports) } flit_tail,
//# if vcs > 1
  input  wire ${ width(vcs * ports) } flit_vcs,
//# endif
  input  wire [${ ports }*FLIT_WIDTH-1:0] flit_data,
  output wire ${ width(vcs * ports) } send,
  output wire ${ width(ports) } send_tail,
  output wire ${ width(ports) } out_valid,
  output wire ${ width(ports) } out_head,
  output wire ${ width(ports) } out_tail,
//# if vcs > 1
  output wire ${ width(ports * vc_bits) } out_vc,
//# endif
  output wire [${ ports }*FLIT_WIDTH-1:0] out_data
);

  genvar o;
  generate
    for (o = 0; o < ${ ports }; o = o + 1) begin : g_output
      wire ${ width(ports) } from = grant[${ ports }*o +: ${ ports }] & INPUTS[${ ports }*o +: ${ ports }];

//# include "router/crosspoints.v"

      assign out_valid[o] = |from;
      assign out_head[o]  = |(from & flit_head);
      assign out_tail[o]  = send_tail[o];
//# for line in out_vc
      assign out_vc[${ line.at }] = ${ line.of };
//# endfor

//# for i in range(ports)
      ${ "assign out_data[o*FLIT_WIDTH +: FLIT_WIDTH] =\n        " if loop.first else "  " }({FLIT_WIDTH{from[${ i }]}} & flit_data[${ i }*FLIT_WIDTH +: FLIT_WIDTH])${ ";" if loop.last else " |" }
//# endfor
    end
  endgenerate

endmodule
`default_nettype wire

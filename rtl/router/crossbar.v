// crossbar: the granted flits, from the inputs to the links [ST1].
//
//   grant     bit ${ ports }*o + i: output o takes the flit of input i
//   flit_*    the picked flit of each input${ "; flit_vcs bit " ~ ports ~ "*w + i: it leaves by VC w" if vcs > 1 }
//   send      bit ${ ports }*w + o: a flit is on its way to VC w of output o; send_tail: it is a tail
//   out_*     the same on the link in the next cycle
//
// Grants come late in a cycle, and the data of a picked flit is there by then. So the data is kept
// as it was picked, granted or not, and goes through the crosspoints after the registers: a grant
// loads a crosspoint and not the data of an output.
//
// INPUTS: bit ${ ports }*o + i: packets go from input i to output o. Logic for others is left out.
`default_nettype none

module crossbar #(
  parameter FLIT_WIDTH = ${ flit_width },
  parameter ${ width(ports * ports) } INPUTS = ${ ones(ports * ports) }
) (
  input  wire        clk,
  input  wire        rst,
  input  wire ${ width(ports * ports) } grant,
  input  wire ${ width(ports) } flit_head,
  input  wire ${ width(ports) } flit_tail,
//# if vcs > 1
  input  wire ${ width(vcs * ports) } flit_vcs,
//# endif
  input  wire [${ ports }*FLIT_WIDTH-1:0] flit_data,
  output wire ${ width(vcs * ports) } send,
  output wire ${ width(ports) } send_tail,
  output reg  ${ width(ports) } out_valid,
  output reg  ${ width(ports) } out_head,
  output reg  ${ width(ports) } out_tail,
//# if vcs > 1
  output reg  ${ width(ports * vc_bits) } out_vc,
//# endif
  output wire [${ ports }*FLIT_WIDTH-1:0] out_data
);

  reg  ${ width(ports * ports) } crosspoints;
  reg  [${ ports }*FLIT_WIDTH-1:0] data;

  genvar o;
  generate
    for (o = 0; o < ${ ports }; o = o + 1) begin : g_output
      wire ${ width(ports) } from    = grant[${ ports }*o +: ${ ports }] & INPUTS[${ ports }*o +: ${ ports }];
      wire ${ width(ports) } through = crosspoints[${ ports }*o +: ${ ports }] & INPUTS[${ ports }*o +: ${ ports }];

//# include "router/crosspoints.v"

      always @(posedge clk) begin
        out_valid[o] <= (|from) & ~rst;
        out_head[o]  <= |(from & flit_head);
        out_tail[o]  <= send_tail[o];
//# for line in out_vc
        out_vc[${ line.at }] <= ${ line.of };
//# endfor
      end

//# for i in range(ports)
      ${ "assign out_data[o*FLIT_WIDTH +: FLIT_WIDTH] =\n        " if loop.first else "  " }({FLIT_WIDTH{through[${ i }]}} & data[${ i }*FLIT_WIDTH +: FLIT_WIDTH])${ ";" if loop.last else " |" }
//# endfor
    end
  endgenerate

  always @(posedge clk) begin
    crosspoints <= grant;
    data        <= flit_data;
  end

endmodule
`default_nettype wire

// onehot_mux: AND-OR multiplexer with a one-hot select. Combinational.
//
//   select  one bit for each input, at most one set
//   in      COUNT words, word i at [i*WIDTH +: WIDTH]
//   out     the selected word; zero if none is
`default_nettype none

module onehot_mux #(
  parameter COUNT = 4,
  parameter WIDTH = 8
) (
  input  wire [COUNT-1:0]       select,
  input  wire [COUNT*WIDTH-1:0] in,
  output wire [WIDTH-1:0]       out
);

  reg [WIDTH-1:0] sum;
  integer i;

  always @* begin
    sum = {WIDTH{1'b0}};
    for (i = 0; i < COUNT; i = i + 1) sum = sum | ({WIDTH{select[i]}} & in[i*WIDTH +: WIDTH]);
  end

  assign out = sum;

`ifdef TORUSMITH_FORMAL
`include "onehot_mux.vh"
`endif

endmodule
`default_nettype wire

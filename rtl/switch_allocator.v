// switch_allocator: which input gets each output (docs/router.md, SA3, SA4).
//
//   req   what each input's picked VC asks for, input i at [i*NUM_PORTS +: NUM_PORTS], one-hot or zero
//   gnt   the same layout: at most one bit for an input and one for an output; combinational
//   TURNS the crosspoints that routing can use; arbiters hold no logic for the others
`default_nettype none

module switch_allocator #(
  parameter NUM_PORTS = 5,
  parameter [NUM_PORTS*NUM_PORTS-1:0] TURNS = {(NUM_PORTS*NUM_PORTS){1'b1}}
) (
  input  wire                           clk,
  input  wire                           rst,
  input  wire [NUM_PORTS*NUM_PORTS-1:0] req,
  output wire [NUM_PORTS*NUM_PORTS-1:0] gnt
);

  genvar i, o;
  generate
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      wire [NUM_PORTS-1:0] asks;
      wire [NUM_PORTS-1:0] wins;

      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
        assign asks[i] = TURNS[i*NUM_PORTS+o] & req[i*NUM_PORTS+o];
        assign gnt[i*NUM_PORTS+o] = TURNS[i*NUM_PORTS+o] & wins[i];
      end

      rr_arbiter #(.WIDTH(NUM_PORTS)) u_arbiter (
        .clk (clk),
        .rst (rst),
        .req (asks),
        .step(|asks),
        .gnt (wins)
      );
    end
  endgenerate

endmodule

`default_nettype wire

// switch_allocator: which input gets each output (docs/router.md, SA3, SA4).
//
//   req   what each input's picked VC asks for, one-hot or zero, [i*NUM_PORTS +: NUM_PORTS]
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

  // How many of the inputs below `inputs` can turn to `output_port`.
  function integer turns_to;
    input integer output_port;
    input integer inputs;
    integer port;
    begin
      turns_to = 0;
      for (port = 0; port < inputs; port = port + 1) begin
        if (TURNS[port*NUM_PORTS+output_port]) turns_to = turns_to + 1;
      end
    end
  endfunction

  genvar i, o;
  generate
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      localparam COUNT = turns_to(o, NUM_PORTS);
      wire [COUNT:0] asks;  // one more than needed: a port may have no turn to it
      wire [COUNT:0] wins;

      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
        localparam RANK = turns_to(o, i);
        if (TURNS[i*NUM_PORTS+o]) begin : g_turn
          assign asks[RANK] = req[i*NUM_PORTS+o];
          assign gnt[i*NUM_PORTS+o] = wins[RANK];
        end else begin : g_none
          assign gnt[i*NUM_PORTS+o] = 1'b0;
        end
      end

      if (COUNT > 0) begin : g_arbiter
        rr_arbiter #(.WIDTH(COUNT)) u_arbiter (
          .clk (clk),
          .rst (rst),
          .req (asks[COUNT-1:0]),
          .step(|asks[COUNT-1:0]),
          .gnt (wins[COUNT-1:0])
        );
      end
      assign asks[COUNT] = 1'b0;
      assign wins[COUNT] = 1'b0;
      wire unused = &{1'b0, asks[COUNT], wins[COUNT]};
    end
  endgenerate

  wire unused = &{1'b0, req};

endmodule

`default_nettype wire

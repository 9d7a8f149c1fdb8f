// switch_allocator: the input that gets each output, in turn [SA3, SA4]. Combinational but for the
// pointers of the arbiters.
//
//   request   bit ${ ports }*i + o: the flit that input i picked asks for output o; one output at most
//   grant     bit ${ ports }*o + i: output o takes it; one input at most
//   granted   bit i: an output takes it
//
// INPUTS: bit ${ ports }*o + i: packets go from input i to output o. Logic for others is left out.
`default_nettype none

module switch_allocator #(
  parameter ${ width(ports * ports) } INPUTS = ${ ones(ports * ports) }
) (
  input  wire        clk,
  input  wire        rst,
  input  wire ${ width(ports * ports) } request,
  output wire ${ width(ports * ports) } grant,
  output wire ${ width(ports) } granted
);

  genvar i, o;
  generate
    for (o = 0; o < ${ ports }; o = o + 1) begin : g_output
      wire ${ width(ports) } asks;
      for (i = 0; i < ${ ports }; i = i + 1) begin : g_input
        assign asks[i] = request[${ ports }*i+o] & INPUTS[${ ports }*o+i];
      end

      rr_arbiter #(.WIDTH(${ ports })) u_arbiter (
        .clk    (clk),
        .rst    (rst),
        .request(asks),
        .advance(|asks),
        .grant  (grant[${ ports }*o +: ${ ports }])
      );
    end
  endgenerate

  assign granted = ${ wrap(slices("grant", ports, ports)) };

endmodule
`default_nettype wire

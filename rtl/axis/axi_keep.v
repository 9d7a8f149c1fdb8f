// axi_keep: what the valid bytes of a beat are like (docs/axi_interface.md, T10). Combinational.
//
//   keep, last  the beat's; bit j of keep for byte j
//   proper      all bytes are valid, or with last the lowest ones, or none
//   ends        one-hot in a proper beat: the highest valid byte; 0 in one without valid bytes
`default_nettype none

module axi_keep #(
  parameter BYTES = 4
) (
  input  wire [BYTES-1:0] keep,
  input  wire             last,
  output wire             proper,
  output wire [BYTES-1:0] ends
);

  wire [BYTES:0]   above = {1'b0, keep};
  wire [BYTES-1:0] next  = above[BYTES:1];  // bit j for byte j + 1
  wire             holes = |(next & ~keep);
  wire             unused = &{1'b0, above[0]};

  assign ends   = keep & ~next;
  assign proper = ~holes & (last | keep[BYTES-1]);

endmodule
`default_nettype wire

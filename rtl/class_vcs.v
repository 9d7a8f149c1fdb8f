// class_vcs: the VCs that a candidate may use (docs/router.md, RC3). Combinational.
//
//   of_class  one-hot; class c owns the VCs w with floor(w * CLASSES / NUM_VCS) = c
`default_nettype none

module class_vcs #(
  parameter NUM_VCS = 2,
  parameter CLASSES = 2
) (
  input  wire [CLASSES-1:0] of_class,
  output wire [NUM_VCS-1:0] vcs
);

  genvar w;
  generate
    for (w = 0; w < NUM_VCS; w = w + 1) begin : g_vc
      assign vcs[w] = of_class[w*CLASSES/NUM_VCS];
    end
  endgenerate

endmodule

`default_nettype wire

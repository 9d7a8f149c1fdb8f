`ifdef TORUSMITH_ASSERT
  // Every link, except the input of port 0, of which `error` tells what is wrong.
  generate
    for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_monitor
      if (i > 0) begin : g_in
        @{ prefix }@link_monitor #(
          .NUM_VCS     (NUM_VCS),
          .VC_BITS     (VC_BITS),
          .BUFFER_DEPTH(BUFFER_DEPTH)
        ) u_in (
          .clk         (clk),
          .rst         (rst),
          .valid       (in_valid[i]),
          .vc          (in_vc[i*VC_BITS +: VC_BITS]),
          .head        (in_head[i]),
          .tail        (in_tail[i]),
          .credit_valid(in_credit_valid[i]),
          .credit_vc   (in_credit_vc[i*VC_BITS +: VC_BITS])
        );
      end
      @{ prefix }@link_monitor #(
        .NUM_VCS     (NUM_VCS),
        .VC_BITS     (VC_BITS),
        .BUFFER_DEPTH(BUFFER_DEPTH)
      ) u_out (
        .clk         (clk),
        .rst         (rst),
        .valid       (out_valid[i]),
        .vc          (out_vc[i*VC_BITS +: VC_BITS]),
        .head        (out_head[i]),
        .tail        (out_tail[i]),
        .credit_valid(out_credit_valid[i]),
        .credit_vc   (out_credit_vc[i*VC_BITS +: VC_BITS])
      );
    end
  endgenerate
`endif

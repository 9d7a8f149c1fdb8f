//## Part of output_vcs and output_vcs_three: the credits.
//# if any_reuse
  wire ${ vector(vcs) } buffer_empty;
//# if all_reuse
  wire ${ vector(vcs) } free_after_tail = ${ zeros(vcs) };
  assign vc_wake = buffer_empty;
//# else
  localparam ${ vector(vcs) } WHOLE = ${ reuse };  // VCs that are taken with all credits alone

  wire ${ vector(vcs) } free_after_tail = credit_after_send & ~WHOLE;
  assign vc_wake = (credit_available & ~WHOLE) | (buffer_empty & WHOLE);
//# endif
//# endif
//# if vcs == 1

  ${ counter } #(.DEPTH(BUFFER_DEPTH)) u_credits (
    .clk              (clk),
    .rst              (rst),
    .send             (send),
    .credit           (credit_valid),
    .credit_available (credit_available),
//# if any_reuse
    .buffer_empty     (buffer_empty),
//# endif
    .credit_after_send(credit_after_send)
  );
//# else

  genvar w;
  generate
    for (w = 0; w < ${ vcs }; w = w + 1) begin : g_vc
      localparam [31:0] VC = w;

      ${ counter } #(.DEPTH(BUFFER_DEPTH)) u_credits (
        .clk              (clk),
        .rst              (rst),
        .send             (send[w]),
        .credit           (credit_valid & (credit_vc == ${ bits_of("VC", 0, vc_bits) })),
        .credit_available (credit_available[w]),
//# if any_reuse
        .buffer_empty     (buffer_empty[w]),
//# endif
        .credit_after_send(credit_after_send[w])
      );
    end
  endgenerate
//# endif

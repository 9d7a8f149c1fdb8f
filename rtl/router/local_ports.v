//## Part of router with several local ports: what comes in at them.
  // The local inputs, which no router feeds, are checked. Inputs from links have zeros in local_*.
  wire ${ width(ports) } accepted, ${ "local_drop, " if not three }local_dropped;
//# if vcs > 1
  wire ${ width(ports * vc_bits) } local_dropped_vc;
//# endif
  wire ${ width(ports * vcs) } full;

  genvar k;
  generate
    for (k = 0; k < ${ ports }; k = k + 1) begin : g_accept
      if (${ "PORTS_PRESENT[k] && " if irregular }k < ${ locals }) begin : g_local
        local_guard u_guard (
          .clk           (clk),
          .rst           (rst),
          .here          (terminals[${ address_bits }*k +: ${ address_bits }]),
          .in_valid      (in_valid[k]),
          .in_head       (in_head[k]),
          .in_tail       (in_tail[k]),
          .in_vc         (in_vc[${ vc_bits ~ "*k +: " ~ vc_bits if vc_bits > 1 else "k" }]),
          .in_destination(in_data[k*FLIT_WIDTH +: ${ address_bits }]),
          .full          (full[${ "k" if vcs == 1 else vcs ~ "*k +: " ~ vcs }]),
          .accept        (accepted[k]),
//# if not three
          .drop          (local_drop[k]),
//# endif
          .dropped       (local_dropped[k]),
//# if vcs > 1
          .dropped_vc    (local_dropped_vc[${ vc_bits ~ "*k +: " ~ vc_bits if vc_bits > 1 else "k" }]),
//# endif
          .clear_error   (clear_error),
          .error         (error[3*k +: 3])
        );
//# if irregular
      end else if (k < ${ locals }) begin : g_absent
        assign accepted[k]      = 1'b0;
//# if not three
        assign local_drop[k]    = 1'b0;
//# endif
        assign local_dropped[k] = 1'b0;
//# if vcs > 1
        assign local_dropped_vc[${ vc_bits ~ "*k +: " ~ vc_bits if vc_bits > 1 else "k" }] = ${ zeros(vc_bits) };
//# endif
        assign error[3*k +: 3]  = 3'b000;
        wire unused = &{1'b0, ${ unused_of_guard }};
//# endif
      end else begin : g_link
        assign accepted[k]      = in_valid[k];
//# if not three
        assign local_drop[k]    = 1'b0;
//# endif
        assign local_dropped[k] = 1'b0;
//# if vcs > 1
        assign local_dropped_vc[${ vc_bits ~ "*k +: " ~ vc_bits if vc_bits > 1 else "k" }] = ${ zeros(vc_bits) };
//# endif
      end
    end
  endgenerate


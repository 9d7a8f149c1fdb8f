<# adapts: the last class is the adaptive one (RC6). #>
<%- if adapts %>  // RC6
  function [NUM_VCS-1:0] adaptive_vcs;
    input integer classes;
    integer w;
    for (w = 0; w < NUM_VCS; w = w + 1) adaptive_vcs[w] = w * classes / NUM_VCS == classes - 1;
  endfunction

<% endif %>  // Parameters that are not allowed: there are no modules of these names.
  generate
    if (PIPELINE < 1 || PIPELINE > 3) begin : g_pipeline
      PIPELINE_must_be_1_2_or_3 u_refused ();
    end
    if (BUFFER_DEPTH < 2) begin : g_buffer_depth
      BUFFER_DEPTH_must_be_2_or_more u_refused ();
    end
    if (FLIT_WIDTH < HEADER_BITS + ADDRESS_BITS) begin : g_flit_width
      FLIT_WIDTH_must_hold_the_header u_refused ();
    end
    if (NUM_VCS < CLASSES || NUM_VCS > 8) begin : g_num_vcs
      NUM_VCS_must_be_@{ classes }@_to_8 u_refused ();
    end
<%- if adapts %>
    if (NUM_VCS >= CLASSES && (adaptive_vcs(CLASSES) & ~REUSE_EMPTY) != {NUM_VCS{1'b0}}) begin : g_reuse_empty
      REUSE_EMPTY_must_have_all_adaptive_VCs u_refused ();
    end
<%- endif %>
  endgenerate

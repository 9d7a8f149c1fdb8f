<# adapts: the last class is the adaptive one (RC6). #>
<%- if adapts %>  // RC6: those of the last class, of each message class
  function [NUM_VCS-1:0] adaptive_vcs;
    input integer share;
    integer w;
    for (w = 0; w < NUM_VCS; w = w + 1) begin
      adaptive_vcs[w] = (w % share) * CLASSES / share == CLASSES - 1;
    end
  endfunction

<% endif %>  // Parameters that are not allowed: there are no modules of these names.
  generate
    if (PIPELINE < 1 || PIPELINE > 3) begin : g_pipeline
      PIPELINE_must_be_1_2_or_3 u_refused ();
    end
<%- if ordered %>
    if (ORDER != 0 && ORDER != 1) begin : g_order
      ORDER_must_be_0_or_1 u_refused ();
    end
<%- else %>
    if (ORDER != 0) begin : g_order
      ORDER_must_be_0_with_this_routing u_refused ();
    end
<%- endif %>
    if (BUFFER_DEPTH < 2) begin : g_buffer_depth
      BUFFER_DEPTH_must_be_2_or_more u_refused ();
    end
    if (FLIT_WIDTH < HEADER_BITS + ADDRESS_BITS) begin : g_flit_width
      FLIT_WIDTH_must_hold_the_header u_refused ();
    end
    if (MESSAGE_CLASSES < 1 || MESSAGE_CLASSES > 4) begin : g_message_classes
      MESSAGE_CLASSES_must_be_1_to_4 u_refused ();
    end else if (NUM_VCS < MESSAGE_CLASSES * CLASSES || NUM_VCS > 8) begin : g_num_vcs
      NUM_VCS_must_be_@{ classes }@_or_more_for_each_message_class_and_8_at_most u_refused ();
    end else if (NUM_VCS % MESSAGE_CLASSES != 0) begin : g_shares
      MESSAGE_CLASSES_must_divide_NUM_VCS u_refused ();
    end
<%- if adapts %>
    else if ((adaptive_vcs(SHARE) & ~REUSE_EMPTY) != {NUM_VCS{1'b0}}) begin : g_reuse_empty
      REUSE_EMPTY_must_have_all_adaptive_VCs u_refused ();
    end
<%- endif %>
  endgenerate

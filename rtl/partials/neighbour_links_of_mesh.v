<% include "partials/slice_counts.v" %>      // This node's outputs drive the neighbours' inputs, and take their credits. Where the node
      // has no such link these wires are tied off.
<%- for link in links %>
      if (HAS_@{ link.port }@) begin : g_@{ link.port|lower }@
<%- if sliced.is_empty() %>
        assign @{ link.far_flit_in }@ =
          @{ link.flit_out }@;
        assign @{ link.credit_in }@ =
          @{ link.far_credit_out }@;
<%- else %>
<%- let pad = "  " %>
<%- include "partials/sliced_link.v" %>
<%- endif %>
      end else begin : g_no_@{ link.port|lower }@
        assign @{ link.flit_in }@ = {FLIT_BITS{1'b0}};
        assign @{ link.credit_in }@ = {CREDIT_BITS{1'b0}};
      end
<%- endfor %>

<% include "partials/slice_counts.v" %>      // This node's outputs drive the neighbours' inputs, and take their credits.
<%- for link in links %>
<%- if sliced.is_empty() %>
      assign @{ link.far_flit_in }@ =
        @{ link.flit_out }@;
      assign @{ link.credit_in }@ =
        @{ link.far_credit_out }@;
<%- else %>
<%- let pad = "" %>
<%- include "partials/sliced_link.v" %>
<%- endif %>
<%- endfor %>

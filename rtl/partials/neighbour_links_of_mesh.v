<% include "partials/slice_counts.v" %>      // This node's outputs drive the neighbours' inputs, and take their credits. Where the node has
      // no such link these wires are tied off.
<%- for (port, neighbour, far) in links %>
      if (HAS_@{ port }@) begin : g_@{ port|lower }@
<%- if sliced.is_empty() %>
        assign flit_in[(@{ neighbour }@*LINKS+@{ far }@)*FLIT_BITS +: FLIT_BITS] =
          flit_out[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS];
        assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] =
          credit_out[(@{ neighbour }@*LINKS+@{ far }@)*CREDIT_BITS +: CREDIT_BITS];
<%- else %>
<%- let pad = "  " %>
<%- include "partials/sliced_link.v" %>
<%- endif %>
      end else begin : g_no_@{ port|lower }@
        assign flit_in[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS] = {FLIT_BITS{1'b0}};
        assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] = {CREDIT_BITS{1'b0}};
      end
<%- endfor %>

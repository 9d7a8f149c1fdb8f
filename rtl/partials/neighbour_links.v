<% include "partials/slice_counts.v" %>      // This node's outputs drive the neighbours' inputs, and take their credits.
<%- for (port, neighbour, far) in links %>
<%- if sliced.is_empty() %>
      assign flit_in[(@{ neighbour }@*LINKS+@{ far }@)*FLIT_BITS +: FLIT_BITS] =
        flit_out[(n*LINKS+@{ port }@)*FLIT_BITS +: FLIT_BITS];
      assign credit_in[(n*LINKS+@{ port }@)*CREDIT_BITS +: CREDIT_BITS] =
        credit_out[(@{ neighbour }@*LINKS+@{ far }@)*CREDIT_BITS +: CREDIT_BITS];
<%- else %>
<%- let pad = "" %>
<%- include "partials/sliced_link.v" %>
<%- endif %>
<%- endfor %>

<# sliced: the registers on a node's links, by output port, if there are any. #>
<%- if !sliced.is_empty() %>      // Registers on the links of this node's outputs (L5)
<%- for link in sliced %>
      localparam @{ link.port }@_SLICES = @{ link.count }@;
<%- endfor %>

<% endif -%>

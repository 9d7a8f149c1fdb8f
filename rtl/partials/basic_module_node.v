      @{ c.slug }@_@{ c.node }@ #(
<%- let pad = " " %>
<%- include "partials/passed_parameters.v" %>,
<%- if c.irregular %>
        .PORTS_PRESENT(PRESENT),
<%- endif %>
        .NODE_CONSTANT(1)
<%- let address = "{base, PLACE}" %>
<%- include "partials/node_ports.v" %>

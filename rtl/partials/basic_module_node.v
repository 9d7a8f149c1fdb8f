      @{ c.slug }@_@{ c.node }@ #(
<%- let pad = " " %>
<%- include "partials/passed_parameters.v" %>,
        .PORTS_PRESENT(PRESENT),
        .NODE_CONSTANT(1)
<%- let address = "{base, PLACE}" %>
<%- include "partials/node_ports.v" %>

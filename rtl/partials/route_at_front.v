        for (v = 0; v < @{ own_vcs }@; v = v + 1) begin : g_route
          @{ prefix }@@{ route_module }@ #(
<%- for (name, value) in route_parameters %>
            .@{ name }@(@{ value }@),
<%- endfor %>
            .NUM_VCS(NUM_VCS),
            .FROM(i)
          ) u_route (
            .node  (node_q),
            .header(rc_header[v*HEADER_BITS +: HEADER_BITS]),
            .port  (rc_port[v*NUM_PORTS +: NUM_PORTS]),
            .either(rc_either[v]),
            .vcs   (rc_vcs[v*NUM_VCS +: NUM_VCS])
          );
        end

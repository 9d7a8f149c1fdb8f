        @{ prefix }@@{ route_module }@ #(
<%- for (name, value) in route_parameters %>
          .@{ name }@(@{ value }@),
<%- endfor %>
          .NUM_VCS(SHARE),
          .FROM(i)
        ) u_route (
          .node  (here),
          .header(link[HEADER_BITS-1:0]),
          .port  (rc_port),
          .either(rc_either),
          .vcs   (rc_share)
        );

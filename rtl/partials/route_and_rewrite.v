<# Routing that rewrites (RC7): the route module gives `hop`, `ends` (it leads to port 0) and `next`, the routing bits to go on with;
    the hop module makes port and VCs of a hop. #>
        wire [HOP_BITS-1:0]   hop;
        wire [ROUTE_BITS-1:0] next_route;
        wire [FLIT_WIDTH-1:0] rewritten;  // RC7

        @{ prefix }@@{ route_module }@ #(
<%- for (name, value) in route_parameters %>
          .@{ name }@(@{ value }@),
<%- endfor %>
          .FROM(i)
        ) u_route (
          .node (here),
          .route(link[ADDRESS_BITS +: ROUTE_BITS]),
          .hop  (hop),
          .ends (ends[i]),
          .next (next_route)
        );
        @{ prefix }@@{ hop.module }@ #(
          .NUM_VCS(SHARE),
          .CLASSES(CLASSES)
        ) u_hop (
          .hop (hop),
          .port(rc_port),
          .vcs (rc_share)
        );
        assign rc_either = 1'b0;
        assign rewritten[ADDRESS_BITS-1:0] = link[ADDRESS_BITS-1:0];
        assign rewritten[ADDRESS_BITS +: ROUTE_BITS] =
          in_head[i] ? next_route : link[ADDRESS_BITS +: ROUTE_BITS];
        assign rewritten[FLIT_WIDTH-1:ADDRESS_BITS+ROUTE_BITS] =
          link[FLIT_WIDTH-1:ADDRESS_BITS+ROUTE_BITS];

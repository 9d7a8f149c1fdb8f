<# Routing that rewrites: the route module gives `hop`, `ends` (it leads to port 0) and `next`, the routing bits to go on with;
    the hop module makes port and VCs of a hop. #>
        // RC and RC7, while a head is on the link: the hop goes into the buffer, below the data.
        wire [FLIT_WIDTH-1:0]          link = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
        wire [HOP_BITS-1:0]            hop;
        wire [ROUTE_BITS-1:0]          next_route;
        wire [FLIT_WIDTH-1:0]          rewritten;
        wire [FLIT_WIDTH+HOP_BITS-1:0] picked;

        @{ prefix }@@{ route_module }@ #(
<%- for (name, value) in route_parameters %>
          .@{ name }@(@{ value }@),
<%- endfor %>
          .FROM(i)
        ) u_route (
          .node (node_q),
          .route(link[ADDRESS_BITS +: ROUTE_BITS]),
          .hop  (hop),
          .ends (ends[i]),
          .next (next_route)
        );
        assign rewritten[ADDRESS_BITS-1:0] = link[ADDRESS_BITS-1:0];
        assign rewritten[ADDRESS_BITS +: ROUTE_BITS] =
          in_head[i] ? next_route : link[ADDRESS_BITS +: ROUTE_BITS];
        assign rewritten[FLIT_WIDTH-1:ADDRESS_BITS+ROUTE_BITS] =
          link[FLIT_WIDTH-1:ADDRESS_BITS+ROUTE_BITS];
        assign flit_data[i*FLIT_WIDTH +: FLIT_WIDTH] = picked[HOP_BITS +: FLIT_WIDTH];

        assign rc_either = {@{ own_vcs }@{1'b0}};
        for (v = 0; v < @{ own_vcs }@; v = v + 1) begin : g_hop
          @{ prefix }@@{ hop.module }@ #(
            .NUM_VCS(NUM_VCS),
            .CLASSES(CLASSES)
          ) u_hop (
            .hop (rc_header[v*HEADER_BITS +: HOP_BITS]),
            .port(rc_port[v*NUM_PORTS +: NUM_PORTS]),
            .vcs (rc_vcs[v*NUM_VCS +: NUM_VCS])
          );
        end
        wire unused = &{1'b0, picked, rc_header};

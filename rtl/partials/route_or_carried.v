<# RC on the link, or a hop ahead. #>
        wire [HEADER_BITS-1:0] header;
        wire [NUM_PORTS-1:0]   port_asked;
        wire [LINK_BITS-1:0]   next_hop;

        if (AHEAD != 0 && i != 0) begin : g_carried
          @{ prefix }@hop_decoder #(
            .NUM_PORTS (NUM_PORTS),
            .NUM_VCS   (SHARE),
            .CLASSES   (CLASSES),
            .MIXED     (MIXED),
            .TURN_BITS (TURN_BITS),
            .CLASS_BITS(CLASS_BITS),
            .HOP_BITS  (LINK_BITS),
            .TURNS     (LINK_TURNS[i*NUM_PORTS +: NUM_PORTS])
          ) u_decoder (
            .hop   (link[FLIT_WIDTH-1 -: LINK_BITS]),
            .port  (rc_port),
            .vcs   (rc_share),
            .either(rc_either)
          );
        end else begin : g_route
<% include "route.v" %>
        end

        if (AHEAD != 0) begin : g_ahead
          @{ prefix }@route_ahead #(
            .NUM_VCS   (SHARE),
            .CLASSES   (CLASSES),
            .MIXED     (MIXED),
            .TURN_BITS (TURN_BITS),
            .CLASS_BITS(CLASS_BITS),
            .HOP_BITS  (LINK_BITS),
            .TURNS     (TURNS[i*NUM_PORTS +: NUM_PORTS]),
            .ALL_TURNS (LINK_TURNS)
          ) u_ahead (
            .next  (neighbours),
            .header(header),
            .port  (port_asked),
            .hop   (next_hop)
          );
        end else begin : g_no_ahead
          assign next_hop = {LINK_BITS{1'b0}};
          wire unused = &{1'b0, header, port_asked};
        end

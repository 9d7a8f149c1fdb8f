<# RC on the link, or a hop ahead. #>
        wire [LANES*HEADER_BITS-1:0] headers;
        wire [LANES*NUM_PORTS-1:0]   ports;
        wire [LANES*LINK_BITS-1:0]   hops;

        if (AHEAD != 0 && i != 0) begin : g_carried
          @{ prefix }@hop_decoder #(
            .NUM_PORTS (NUM_PORTS),
            .NUM_VCS   (SHARE),
            .CLASSES   (CLASSES),
            .MIXED     (MIXED),
            .TURN_BITS (TURN_BITS),
            .CLASS_BITS(CLASS_BITS),
            .HOP_BITS  (LINK_BITS),
            .TURNS     (ALL_TURNS[i*NUM_PORTS +: NUM_PORTS])
          ) u_decoder (
            .hop   (link[FLIT_WIDTH-1 -: LINK_BITS]),
            .port  (rc_port),
            .vcs   (rc_share),
            .either(rc_either)
          );
        end else begin : g_route
<%- include "route.v" %>
        end

        if (AHEAD != 0) begin : g_ahead
          @{ prefix }@route_ahead #(
            .NUM_VCS   (SHARE),
            .CLASSES   (CLASSES),
            .MIXED     (MIXED),
            .TURN_BITS (TURN_BITS),
            .CLASS_BITS(CLASS_BITS),
            .HOP_BITS  (LINK_BITS),
            .LANES     (LANES),
            .TURNS     (TURNS[i*NUM_PORTS +: NUM_PORTS]),
            .ALL_TURNS (ALL_TURNS)
          ) u_ahead (
            .next   (next_q),
            .headers(headers),
            .ports  (ports),
            .hops   (hops)
          );
        end else begin : g_no_ahead
          assign hops = {(LANES * LINK_BITS){1'b0}};
          wire unused = &{1'b0, headers, ports};
        end

  // Places in the buffer: of the VCs that are there, one behind the other
  wire [OWN_BITS-1:0] place_in, place_picked;

  generate
    if (LAST_OWN == OWN_VCS - 1) begin : g_lowest_vcs
      assign place_in     = in_vc[OWN_BITS-1:0];
      assign place_picked = vc_picked[OWN_BITS-1:0];
    end else begin : g_some_vcs
      onehot_index #(.WIDTH(OWN_VCS), .INDEX_BITS(OWN_BITS)) u_in (
        .onehot(in_vcs),
        .index (place_in)
      );
      onehot_index #(.WIDTH(OWN_VCS), .INDEX_BITS(OWN_BITS)) u_picked (
        .onehot(pick),
        .index (place_picked)
      );
    end
  endgenerate

  // The place of a single VC tells nothing.
  wire [OWN_BITS+PTR_BITS-1:0] waddr       = {place_in, wr_in};
  wire [OWN_BITS+PTR_BITS-1:0] raddr       = {place_picked, rd_picked};
  wire [OWN_BITS+PTR_BITS-1:0] behind_addr = {place_picked, rd_next_picked};

  // What is behind it, and comes to the front if it leaves
  wire [HOP_BITS-1:0] in_hop;
<%- if ahead %>
  wire [NUM_PORTS-1:0] port_behind;
<%- endif %>

  hop_encoder #(
    .NUM_PORTS (NUM_PORTS),
    .NUM_VCS   (SHARE),
    .CLASSES   (CLASSES),
    .MIXED     (MIXED),
    .TURN_BITS (TURN_BITS),
    .CLASS_BITS(CLASS_BITS),
    .HOP_BITS  (HOP_BITS),
    .TURNS     (<% if ahead %>HOP_TURNS<% else %>TURNS<% endif %>),
    .EITHER    (EITHER)
  ) u_encoder (
    .port  (rc_port),
    .vcs   (rc_vcs[SHARE-1:0]),
    .either(rc_either),
    .hop   (in_hop)
  );
  generate
    if (HOP_INSIDE) begin : g_hop_inside
      localparam REST = FLIT_WIDTH - HOP_BITS;
<%- if ahead %>
      localparam APART = (AHEAD != 0 && OWN_VCS > 1) ? HEADER_BITS : 0;  // per VC
      wire [HOP_BITS-1:0] own_bits;
<%- endif %>
      wire       tail_again;

      flit_buffer #(
        .WIDTH    (REST<% if ahead %> - APART<% endif %>),
        .WORDS    (WORDS),
        .ADDR_BITS(ADDR_BITS),
        .RAM      (TARGET_FPGA)
      ) u_flits (
        .clk  (clk),
        .we   (in_valid),
        .waddr(waddr[ADDR_BITS-1:0]),
        .wdata(in_data[REST-1:<% if ahead %>APART<% else %>0<% endif %>]),
        .raddr(raddr[ADDR_BITS-1:0]),
        .rdata(flit_data[REST-1:<% if ahead %>APART<% else %>0<% endif %>])
      );
      front_buffer #(
        .WIDTH    (HOP_BITS + 1),
        .WORDS    (WORDS),
        .ADDR_BITS(ADDR_BITS),
        .RAM      (TARGET_FPGA)
      ) u_fronts (
        .clk        (clk),
        .we         (in_valid),
        .waddr      (waddr[ADDR_BITS-1:0]),
        .wdata      ({in_tail, <% if ahead %>(in_head && CARRIED == 0)<% else %>in_head<% endif %> ? in_hop : in_data[FLIT_WIDTH-1:REST]}),
        .raddr      (raddr[ADDR_BITS-1:0]),
        .rdata      ({tail_again, <% if ahead %>own_bits<% else %>flit_data[FLIT_WIDTH-1:REST]<% endif %>}),
        .behind_addr(behind_addr[ADDR_BITS-1:0]),
        .behind     ({behind_tail, behind_hop})
      );
<%- if !ahead %>
      wire unused = &{1'b0, tail_again};
<%- else %>
      wire unused = &{1'b0, tail_again, in_head, in_hop, next_hop};

      if (AHEAD != 0 && OWN_VCS > 1) begin : g_headers
        // Read by each VC's own pointer: what routing needs waits for the pick alone.
        wire [OWN_VCS*HEADER_BITS-1:0] headers;
        for (v = 0; v < OWN_VCS; v = v + 1) begin : g_vc
          flit_buffer #(
            .WIDTH    (HEADER_BITS),
            .WORDS    (BUFFER_DEPTH),
            .ADDR_BITS(PTR_BITS),
            .RAM      (TARGET_FPGA)
          ) u_headers (
            .clk  (clk),
            .we   (in_valid & in_vcs[v]),
            .waddr(wr[v*PTR_BITS +: PTR_BITS]),
            .wdata(in_data[HEADER_BITS-1:0]),
            .raddr(rd[v*PTR_BITS +: PTR_BITS]),
            .rdata(headers[v*HEADER_BITS +: HEADER_BITS])
          );
        end
        onehot_mux #(.COUNT(OWN_VCS), .WIDTH(HEADER_BITS)) u_header (
          .select(pick),
          .in    (headers),
          .out   (flit_data[HEADER_BITS-1:0])
        );
      end
      assign header     = flit_data[HEADER_BITS-1:0];
      assign port_asked = port_picked;
      assign flit_data[FLIT_WIDTH-1:REST] =
        (AHEAD != 0 && flit_head) ? next_hop[LINK_BITS-1 -: HOP_BITS] : own_bits;
<%- endif %>
    end else begin : g_hop_beside
      flit_buffer #(
        .WIDTH    (FLIT_WIDTH),
        .WORDS    (WORDS),
        .ADDR_BITS(ADDR_BITS),
        .RAM      (TARGET_FPGA)
      ) u_flits (
        .clk  (clk),
        .we   (in_valid),
        .waddr(waddr[ADDR_BITS-1:0]),
        .wdata(in_data),
        .raddr(raddr[ADDR_BITS-1:0]),
        .rdata(flit_data)
      );
      flit_buffer #(
        .WIDTH    (HOP_BITS + 1),
        .WORDS    (WORDS),
        .ADDR_BITS(ADDR_BITS),
        .RAM      (TARGET_FPGA)
      ) u_behind (
        .clk  (clk),
        .we   (in_valid),
        .waddr(waddr[ADDR_BITS-1:0]),
        .wdata({in_tail, in_hop}),
        .raddr(behind_addr[ADDR_BITS-1:0]),
        .rdata({behind_tail, behind_hop})
      );
<%- if ahead %>
      assign header     = {HEADER_BITS{1'b0}};
      assign port_asked = {NUM_PORTS{1'b0}};
      wire unused = &{1'b0, in_head, next_hop};
<%- else %>
      wire unused = &{1'b0, in_head};
<%- endif %>
    end
  endgenerate
  wire [SHARE-1:0] share_behind;
  assign behind_vcs = {MESSAGE_CLASSES{share_behind}};
  hop_decoder #(
    .NUM_PORTS (NUM_PORTS),
    .NUM_VCS   (SHARE),
    .CLASSES   (CLASSES),
    .MIXED     (MIXED),
    .TURN_BITS (TURN_BITS),
    .CLASS_BITS(CLASS_BITS),
    .HOP_BITS  (HOP_BITS),
    .TURNS     (<% if ahead %>HOP_TURNS<% else %>TURNS<% endif %>),
    .EITHER    (EITHER)
  ) u_decoder (
    .hop   (behind_hop),
    .port  (<% if ahead %>port_behind<% else %>behind_port<% endif %>),
    .vcs   (share_behind),
    .either(behind_either)
  );
<%- if ahead %>

  assign behind_port = port_behind & TURNS;
<%- endif %>

  wire unused = &{1'b0, waddr, raddr, behind_addr};

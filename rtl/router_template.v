// @{ c.slug }@_router: the router of every node of @{ c.network }@ (docs/router.md).
//
// @{ c.num_ports }@ ports:<% for port in ports %> @{ loop.index0 }@ @{ port }@<% endfor %>.
//
//   node          this router's address, sampled while rst is 1 (Z2)
//   in_*, out_*   the links, L1: port p's slice is [p*width +: width]; a port that the node does
//                 not have is tied to 0 (Z3)
//   in_credit_*   credits to the router upstream of input port p
//   out_credit_*  credits from the router downstream of output port p
//   error         what went wrong at the local input since reset (E1-E3): 0 overflow, 1 framing,
//                 2 destination
//
// Latency: from link to link @{ latency }@.
// No output follows an input in the same clock. With PIPELINE = 2, 3 they are registers, out_data
// an AND-OR behind them; with PIPELINE = 1 out_* come behind the switch allocator.
// PORTS_PRESENT leaves out the ports that a node does not have; all others of its bits must be 1.
`default_nettype none

module @{ c.slug }@_router #(
<% include "partials/parameters.v" %>,
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@
) (
  input  wire clk,
  input  wire rst,
  input  wire [@{ c.address_bits - 1 }@:0] node,
  input  wire [@{ c.num_ports - 1 }@:0] in_valid,
  input  wire [@{ c.num_ports - 1 }@:0] in_head,
  input  wire [@{ c.num_ports - 1 }@:0] in_tail,
  input  wire [@{ c.num_ports }@*VC_BITS-1:0] in_vc,
  input  wire [@{ c.num_ports }@*FLIT_WIDTH-1:0] in_data,
  output wire [@{ c.num_ports - 1 }@:0] in_credit_valid,
  output wire [@{ c.num_ports }@*VC_BITS-1:0] in_credit_vc,
  output wire [@{ c.num_ports - 1 }@:0] out_valid,
  output wire [@{ c.num_ports - 1 }@:0] out_head,
  output wire [@{ c.num_ports - 1 }@:0] out_tail,
  output wire [@{ c.num_ports }@*VC_BITS-1:0] out_vc,
  output wire [@{ c.num_ports }@*FLIT_WIDTH-1:0] out_data,
  input  wire [@{ c.num_ports - 1 }@:0] out_credit_valid,
  input  wire [@{ c.num_ports }@*VC_BITS-1:0] out_credit_vc,
  output wire [2:0] error
);

  localparam NUM_PORTS    = @{ c.num_ports }@;
  localparam NODES        = @{ c.nodes }@;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
<%- if let Some(hop) = hop %>
  localparam HOP_BITS     = @{ hop.bits }@;
<%- endif %>
  localparam ROUTE_BITS   = @{ route_bits }@;
  localparam HEADER_BITS  = ADDRESS_BITS + ROUTE_BITS;  // destination and routing bits
  localparam FREE_BITS    = FLIT_WIDTH - HEADER_BITS - ADDRESS_BITS;
  localparam HOP_ROOM     = (FREE_BITS < 8) ? FREE_BITS : 8;  // L4: the routers' own
  localparam CLASSES      = @{ classes }@;
  localparam MIXED        = @{ mixed }@;  // 1: a candidate's VCs may be of several classes
  localparam SHARE        = NUM_VCS / MESSAGE_CLASSES;  // VCs of a message class (RC8)
  localparam PER_CLASS    = (PIPELINE != 3 || MIXED != 0) ? 1 : CLASSES;  // VA3, for each of them
  localparam GROUPS       = MESSAGE_CLASSES * PER_CLASS;
  localparam ASKS         = GROUPS * NUM_PORTS;
  localparam PTR_BITS     = (BUFFER_DEPTH < 2) ? 1 : clog2(BUFFER_DEPTH);
  localparam ROW          = NUM_PORTS * NUM_VCS;  // a bit for each VC of each port
<%- if let Some(ports) = short %>

  // The ports that have only the lowest VCs: no packet takes the last class there. With several
  // message classes (RC8) those are not the last VCs, and stay.
  localparam [NUM_PORTS-1:0] SHORT =
    (MESSAGE_CLASSES == 1) ? @{ c.num_ports }@'b@{ ports }@ : {NUM_PORTS{1'b0}};
  localparam SHORT_VCS  = ((CLASSES - 1) * NUM_VCS + CLASSES - 1) / CLASSES;
  localparam SHORT_BITS = clog2(SHORT_VCS);
<%- endif %>

  // The turns that the routing function can take, a row for each input, port 0 at the right.
  localparam [NUM_PORTS*NUM_PORTS-1:0] ALL_TURNS = {
<%- for row in turns %>
    @{ c.num_ports }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
  };
  localparam [NUM_PORTS*NUM_PORTS-1:0] TURNS = turns_present(PORTS_PRESENT);

  // Of those, the ways round a ring between which a packet can choose (RC5).
  localparam [NUM_PORTS*NUM_PORTS-1:0] EITHER = {
<%- for row in either %>
    @{ c.num_ports }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
<%- if either.is_empty() %>
    (NUM_PORTS*NUM_PORTS){1'b0}
<%- endif %>
  };
<%- if neighbours.is_some() %>

  // With PIPELINE = 1 routing is a hop ahead, in the clock in which a head may leave, if the own
  // bits of a head (L4) hold a hop, see hop_encoder: no routing behind the wires of a link then.
  localparam TURN_BITS    = most_turn_bits(ALL_TURNS);
  localparam CLASS_BITS   =
    (MIXED != 0) ? CLASSES : (CLASSES > 4) ? 3 : (CLASSES > 2) ? 2 : CLASSES - 1;
  localparam LINK_BITS    = TURN_BITS + CLASS_BITS;
  localparam AHEAD        = (PIPELINE == 1 && LINK_BITS <= HOP_ROOM) ? 1 : 0;
<%- endif %>

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

<%- if neighbours.is_some() %>

  // Bits of an index of the turns of the input that has most.
  function integer most_turn_bits;
    input [NUM_PORTS*NUM_PORTS-1:0] turns;
    integer i, o, count;
    begin
      most_turn_bits = 1;
      for (i = 0; i < NUM_PORTS; i = i + 1) begin
        count = 0;
        for (o = 0; o < NUM_PORTS; o = o + 1) if (turns[i*NUM_PORTS+o]) count = count + 1;
        while ((1 << most_turn_bits) < count) most_turn_bits = most_turn_bits + 1;
      end
    end
  endfunction
<%- endif %>

  function [NUM_PORTS*NUM_PORTS-1:0] turns_present;
    input [NUM_PORTS-1:0] present;
    integer port;
    begin
      for (port = 0; port < NUM_PORTS; port = port + 1)
        turns_present[port*NUM_PORTS +: NUM_PORTS] =
          ALL_TURNS[port*NUM_PORTS +: NUM_PORTS] & present & {NUM_PORTS{present[port]}};
    end
  endfunction

<% include "partials/refusals.v" %>

  // Z2
  reg [ADDRESS_BITS-1:0] node_q;
  always @(posedge clk) if (rst) node_q <= node;
<%- if let Some(neighbours) = neighbours %>

  wire [NUM_PORTS*ADDRESS_BITS-1:0] next;
  reg  [NUM_PORTS*ADDRESS_BITS-1:0] next_q;
  always @(posedge clk) if (rst) next_q <= next;

  @{ prefix }@@{ neighbours.module }@ #(
<%- for (name, value) in neighbours.parameters %>
    .@{ name }@(@{ value }@)<% if !loop.last %>,<% endif %>
<%- endfor %>
  ) u_neighbours (
    .node(node),
    .next(next)
  );
<%- endif %>

  // State of the output VCs, a bit each
  wire [ROW-1:0] ok, lowest, wake, spare, again, take;

  // Crosspoints, input i and output o at i*NUM_PORTS + o
  wire [NUM_PORTS*NUM_PORTS-1:0] req, gnt;
  wire [NUM_PORTS*ASKS-1:0]      req_vc, gnt_vc;  // those of arbiter g: i*ASKS + g*NUM_PORTS + o

  // The flits that the inputs picked
  wire [NUM_PORTS-1:0]            flit_head, flit_tail, take_tail;
  wire [ROW-1:0]                  flit_vcs, wanted;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] flit_data;

  // E1-E4
  wire [ROW-1:0]       full;
  wire [NUM_PORTS-1:0] accepted;
  wire                 accepted_local;
  assign accepted = {in_valid[NUM_PORTS-1:1], accepted_local};
<%- if hop.is_some() %>

  // What the routing bits lead to port 0 counts as a packet to this node.
  wire [NUM_PORTS-1:0]    ends;
  wire [ADDRESS_BITS-1:0] bound_for = ends[0] ? node_q : in_data[ADDRESS_BITS-1:0];
<%- endif %>

  @{ prefix }@local_guard #(
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .NODES       (NODES)
  ) u_guard (
    .clk      (clk),
    .rst      (rst),
    .node     (node_q),
    .in_valid (in_valid[0]),
    .in_head  (in_head[0]),
    .in_tail  (in_tail[0]),
    .in_vc    (in_vc[VC_BITS-1:0]),
<%- if hop.is_some() %>
    .in_header(bound_for),
<%- else %>
    .in_header(in_data[ADDRESS_BITS-1:0]),
<%- endif %>
    .full     (full[NUM_VCS-1:0]),
    .accept   (accepted_local),
    .error    (error)
  );

  genvar i, o, g;
  generate
    for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
      if (PORTS_PRESENT[i]) begin : g_present
<%- if short.is_some() %>
        localparam OWN_VCS  = SHORT[i] ? SHORT_VCS : NUM_VCS;
        localparam OWN_BITS = SHORT[i] ? SHORT_BITS : VC_BITS;
<%- endif %>
        // RC4: while a head is on the link
        wire [FLIT_WIDTH-1:0] link = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
        wire [NUM_PORTS-1:0]  rc_port;
        wire [SHARE-1:0]      rc_share;
        wire [NUM_VCS-1:0]    rc_vcs = {MESSAGE_CLASSES{rc_share}};  // RC8: input_vc knows which
        wire                  rc_either;

<% if let Some(hop) = hop %>
<%- include "partials/route_and_rewrite.v" %>
<%- else if neighbours.is_some() %>
<%- include "partials/route_or_carried.v" %>
<%- else %>
<%- include "partials/route.v" %>
<%- endif %>

        @{ prefix }@input_unit #(
          .NUM_PORTS   (NUM_PORTS),
          .NUM_VCS     (@{ own_vcs }@),
<%- if short.is_some() %>
          .ALL_VCS     (NUM_VCS),
<%- endif %>
          .VC_BITS     (@{ own_bits }@),
          .CLASSES     (CLASSES),
          .FLIT_WIDTH  (FLIT_WIDTH),
          .HOP_ROOM    (HOP_ROOM),
          .BUFFER_DEPTH(BUFFER_DEPTH),
          .PTR_BITS    (PTR_BITS),
          .PIPELINE    (PIPELINE),
          .MIXED       (MIXED),
          .GROUPS      (GROUPS),
          .MESSAGE_CLASSES(MESSAGE_CLASSES),
          .TURNS       (TURNS[i*NUM_PORTS +: NUM_PORTS]),
<%- if neighbours.is_some() %>
          .AHEAD       (AHEAD),
          .HEADER_BITS (HEADER_BITS),
          .LINK_BITS   (LINK_BITS),
          .LINK_TURN_BITS(TURN_BITS),
          .LINK_TURNS  (ALL_TURNS[i*NUM_PORTS +: NUM_PORTS]),
          .CARRIED     ((i != 0) ? AHEAD : 0),
<%- endif %>
          .EITHER      (EITHER[i*NUM_PORTS +: NUM_PORTS])
        ) u_input (
          .clk            (clk),
          .rst            (rst),
          .in_valid       (accepted[i]),
          .in_head        (in_head[i]),
          .in_tail        (in_tail[i]),
          .in_vc          (in_vc[i*VC_BITS +: @{ own_bits }@]),
          .in_data        (<% if hop.is_some() %>rewritten<% else %>link<% endif %>),
          .in_credit_valid(in_credit_valid[i]),
          .in_credit_vc   (in_credit_vc[i*VC_BITS +: @{ own_bits }@]),
          .rc_port        (rc_port),
          .rc_vcs         (rc_vcs),
          .rc_either      (rc_either),
<%- if neighbours.is_some() %>
          .header         (header),
          .port_asked     (port_asked),
          .next_hop       (next_hop),
<%- endif %>
          .ok             (ok),
          .lowest         (lowest),
          .wake           (wake),
          .spare          (spare),
          .again          (again),
          .req            (req[i*NUM_PORTS +: NUM_PORTS]),
          .gnt            (gnt[i*NUM_PORTS +: NUM_PORTS]),
          .req_vc         (req_vc[i*ASKS +: ASKS]),
          .gnt_vc         (gnt_vc[i*ASKS +: ASKS]),
          .wanted         (wanted[i*NUM_VCS +: NUM_VCS]),
          .flit_head      (flit_head[i]),
          .flit_tail      (flit_tail[i]),
          .flit_vcs       (flit_vcs[i*NUM_VCS +: NUM_VCS]),
          .flit_data      (flit_data[i*FLIT_WIDTH +: FLIT_WIDTH]),
          .full           (full[i*NUM_VCS +: @{ own_vcs }@])
        );
<%- if short.is_some() %>
        if (OWN_VCS < NUM_VCS) begin : g_short
          assign full[i*NUM_VCS+OWN_VCS +: NUM_VCS-OWN_VCS] = {(NUM_VCS-OWN_VCS){1'b0}};
        end
        if (OWN_BITS < VC_BITS) begin : g_short_bits
          assign in_credit_vc[i*VC_BITS+OWN_BITS +: VC_BITS-OWN_BITS] = {(VC_BITS-OWN_BITS){1'b0}};
        end
<%- endif %>
      end else begin : g_absent
        assign in_credit_valid[i] = 1'b0;
        assign in_credit_vc[i*VC_BITS +: VC_BITS] = {VC_BITS{1'b0}};
        assign req[i*NUM_PORTS +: NUM_PORTS] = {NUM_PORTS{1'b0}};
        assign req_vc[i*ASKS +: ASKS] = {ASKS{1'b0}};
        assign wanted[i*NUM_VCS +: NUM_VCS] = {NUM_VCS{1'b0}};
        assign flit_head[i] = 1'b0;
        assign flit_tail[i] = 1'b0;
        assign flit_vcs[i*NUM_VCS +: NUM_VCS] = {NUM_VCS{1'b0}};
        assign flit_data[i*FLIT_WIDTH +: FLIT_WIDTH] = {FLIT_WIDTH{1'b0}};
        assign full[i*NUM_VCS +: NUM_VCS] = {NUM_VCS{1'b0}};
<%- if hop.is_some() %>
        assign ends[i] = 1'b0;
<%- endif %>
      end
    end

    // At the local port (o = 0) all VCs of a message class are one class (RC2).
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
<%- if short.is_some() %>
      localparam OWN_VCS = SHORT[o] ? SHORT_VCS : NUM_VCS;
<%- endif %>
      localparam OWN_CLASSES = (o == 0) ? 1 : <% if short.is_some() %>SHORT[o] ? CLASSES - 1 : <% endif %>CLASSES;
      localparam OWN_PER     = (PER_CLASS == 1) ? 1 : OWN_CLASSES;
      localparam OWN_GROUPS  = MESSAGE_CLASSES * OWN_PER;
      wire [OWN_GROUPS*NUM_PORTS-1:0] asks_vc, gets_vc;
      wire [NUM_PORTS-1:0]            gets_any;
      wire [NUM_VCS-1:0]              wanted_here;

      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_vc_turn
        wire [GROUPS-1:0] gets;
        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
          if (g % PER_CLASS < OWN_PER) begin : g_own
            localparam OWN = (g / PER_CLASS) * OWN_PER + g % PER_CLASS;
            assign asks_vc[OWN*NUM_PORTS+i] = TURNS[i*NUM_PORTS+o] & req_vc[i*ASKS+g*NUM_PORTS+o];
            assign gets[g] = TURNS[i*NUM_PORTS+o] & gets_vc[OWN*NUM_PORTS+i];
          end else begin : g_none
            assign gets[g] = 1'b0;
          end
          assign gnt_vc[i*ASKS+g*NUM_PORTS+o] = gets[g];
        end
        assign gets_any[i] = |gets;
      end

      @{ prefix }@onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(NUM_VCS)) u_wanted (
        .select(gets_any),
        .in    (wanted),
        .out   (wanted_here)
      );

      @{ prefix }@vc_allocator #(
        .NUM_PORTS   (NUM_PORTS),
        .NUM_VCS     (@{ own_vcs }@),
        .VC_BITS     (VC_BITS),
        .CLASSES     (OWN_CLASSES),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .PIPELINE    (PIPELINE),
        .GROUPS      (OWN_GROUPS),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .REUSE_EMPTY (REUSE_EMPTY<% if short.is_some() %>[OWN_VCS-1:0]<% endif %>)
      ) u_vc_allocator (
        .clk         (clk),
        .rst         (rst),
        .take        (take[o*NUM_VCS +: @{ own_vcs }@]),
        .take_tail   (take_tail[o]),
        .credit_valid(out_credit_valid[o]),
        .credit_vc   (out_credit_vc[o*VC_BITS +: VC_BITS]),
        .req         (asks_vc),
        .gnt         (gets_vc),
        .wanted      (wanted_here[@{ own_vcs }@-1:0]),
        .ok          (ok[o*NUM_VCS +: @{ own_vcs }@]),
        .lowest      (lowest[o*NUM_VCS +: @{ own_vcs }@]),
        .wake        (wake[o*NUM_VCS +: @{ own_vcs }@]),
        .spare       (spare[o*NUM_VCS +: @{ own_vcs }@]),
        .again       (again[o*NUM_VCS +: @{ own_vcs }@])
      );
<%- if short.is_some() %>
      wire unused = &{1'b0, wanted_here};  // of a port with fewer VCs
      if (OWN_VCS < NUM_VCS) begin : g_short
        localparam FIRST = o * NUM_VCS + OWN_VCS;
        assign ok[FIRST +: NUM_VCS-OWN_VCS]     = {(NUM_VCS-OWN_VCS){1'b0}};
        assign lowest[FIRST +: NUM_VCS-OWN_VCS] = {(NUM_VCS-OWN_VCS){1'b0}};
        assign wake[FIRST +: NUM_VCS-OWN_VCS]   = {(NUM_VCS-OWN_VCS){1'b0}};
        assign spare[FIRST +: NUM_VCS-OWN_VCS]  = {(NUM_VCS-OWN_VCS){1'b0}};
        assign again[FIRST +: NUM_VCS-OWN_VCS]  = {(NUM_VCS-OWN_VCS){1'b0}};
      end
<%- endif %>
    end
  endgenerate

  @{ prefix }@switch_allocator #(.NUM_PORTS(NUM_PORTS), .TURNS(TURNS)) u_switch (
    .clk(clk),
    .rst(rst),
    .req(req),
    .gnt(gnt)
  );

  @{ prefix }@crossbar #(
    .NUM_PORTS (NUM_PORTS),
    .NUM_VCS   (NUM_VCS),
    .VC_BITS   (VC_BITS),
    .FLIT_WIDTH(FLIT_WIDTH),
    .PIPELINE  (PIPELINE),
    .TURNS     (TURNS)
  ) u_crossbar (
    .clk       (clk),
    .rst       (rst),
    .gnt       (gnt),
    .in_head   (flit_head),
    .in_tail   (flit_tail),
    .in_vcs    (flit_vcs),
    .in_data   (flit_data),
    .out_valid (out_valid),
    .out_head  (out_head),
    .out_tail  (out_tail),
    .out_vc    (out_vc),
    .out_data  (out_data),
    .take      (take),
    .take_tail (take_tail)
  );

<%- if hop.is_none() %>

  // Only the local port's heads are looked at: elsewhere a head is what follows a tail. The rest is
  // of ports that are not there.
<%- else %>

  // Of ports that are not there; and only the local port's guard asks where a packet ends.
<%- endif %>
  wire unused = &{1'b0, in_head, in_tail, in_vc, in_data, accepted, full, gnt, gnt_vc<% if neighbours.is_some() %>, next_q<% endif %><% if hop.is_some() %>, ends<% endif %><% if short.is_some() %>, take<% endif %>};

endmodule

`default_nettype wire

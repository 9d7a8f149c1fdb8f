// @{ c.slug }@_router: the router of every node of @{ c.network }@ (docs/router.md).
//
// @{ c.num_ports }@ ports: @{ numbered }@.
//
//   node          this router's address, sampled while rst is 1 (Z2)
//   in_*, out_*   the links, L1: port p's slice is [p*width +: width]; a port that the node does
//                 not have is tied to 0 (Z3)
//   in_credit_*   credits to the router upstream of input port p
//   out_credit_*  credits from the router downstream of output port p
//   error         what went wrong at the local input since reset or clear_error (E1-E3, E6):
//                 0 overflow, 1 framing, 2 destination
//
// Latency: from link to link @{ latency }@.
// No output follows an input in the same clock. With PIPELINE = 2, 3 they are registers, out_data
// an AND-OR behind them; with PIPELINE = 1 out_* come behind the switch allocator.
// TARGET_FPGA is 1 for an FPGA, and 0 where gates count: the router does the same in every clock.
// PORTS_PRESENT leaves out the ports that a node does not have; all others of its bits must be 1.
// NODE_CONSTANT = 1: node never changes and is used as it is, so that synthesis leaves out what
// other nodes do.
`default_nettype none

module @{ c.slug }@_router #(
<% include "partials/parameters.v" %>,
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
  parameter NODE_CONSTANT = 0
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
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire clear_error,
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

<% include "partials/router_turns.v" %>

<% include "partials/refusals.v" %>

  // Z2
  reg  [ADDRESS_BITS-1:0] node_q;
  wire [ADDRESS_BITS-1:0] here = (NODE_CONSTANT != 0) ? node : node_q;
  always @(posedge clk) if (rst) node_q <= node;
<%- if let Some(neighbours) = neighbours %>

  wire [NUM_PORTS*ADDRESS_BITS-1:0] next;
  reg  [NUM_PORTS*ADDRESS_BITS-1:0] next_q;
  wire [NUM_PORTS*ADDRESS_BITS-1:0] neighbours = (NODE_CONSTANT != 0) ? next : next_q;
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

  // E1-E6
  wire [ROW-1:0]       full;
  wire [NUM_PORTS-1:0] accepted;
  wire [NUM_PORTS-1:0] goes_on;
  wire                 accepted_local, goes_on_local, drop, dropped;
  wire [VC_BITS-1:0]   dropped_vc;
  assign accepted = {in_valid[NUM_PORTS-1:1], accepted_local};
  assign goes_on  = {in_valid[NUM_PORTS-1:1], goes_on_local};
<%- if hop.is_some() %>

  // What the routing bits lead to port 0 counts as a packet to this node.
  wire [NUM_PORTS-1:0]    ends;
  wire [ADDRESS_BITS-1:0] bound_for = ends[0] ? here : in_data[ADDRESS_BITS-1:0];
<%- endif %>

  @{ prefix }@local_guard #(
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS),
    .ADDRESS_BITS(ADDRESS_BITS),
    .NODES       (NODES)
  ) u_guard (
    .clk      (clk),
    .rst      (rst),
    .node     (here),
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
    .goes_on  (goes_on_local),
    .drop     (drop),
    .dropped  (dropped),
    .dropped_vc(dropped_vc),
    .clear_error(clear_error),
    .error    (error)
  );

  genvar i, o, g;
  generate
    for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
      if (REACHED[i*ROW +: ROW] != {ROW{1'b0}}) begin : g_present
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
          .NUM_VCS     (NUM_VCS),
          .VC_BITS     (VC_BITS),
          .CLASSES     (CLASSES),
          .FLIT_WIDTH  (FLIT_WIDTH),
          .HOP_ROOM    (HOP_ROOM),
          .BUFFER_DEPTH(BUFFER_DEPTH),
          .PTR_BITS    (PTR_BITS),
          .TARGET_FPGA (TARGET_FPGA),
          .PIPELINE    (PIPELINE),
          .MIXED       (MIXED),
          .GROUPS      (GROUPS),
          .MESSAGE_CLASSES(MESSAGE_CLASSES),
          .ORDER       (ORDER),
          .GUARDED     ((i == 0) ? 1 : 0),
          .REACH       (REACH[i*NUM_VCS*ROW +: NUM_VCS*ROW]),
<%- if neighbours.is_some() %>
          .AHEAD       (AHEAD),
          .HEADER_BITS (HEADER_BITS),
          .LINK_BITS   (LINK_BITS),
          .LINK_TURN_BITS(TURN_BITS),
          .LINK_TURNS  (LINK_TURNS[i*NUM_PORTS +: NUM_PORTS]),
          .CARRIED     ((i != 0) ? AHEAD : 0),
<%- endif %>
          .EITHER      (EITHER[i*NUM_PORTS +: NUM_PORTS])
        ) u_input (
          .clk            (clk),
          .rst            (rst),
          .in_valid       (accepted[i]),
          .in_goes_on     (goes_on[i]),
          .in_head        (in_head[i]),
          .in_tail        (in_tail[i]),
          .in_vc          (in_vc[i*VC_BITS +: VC_BITS]),
          .in_data        (<% if hop.is_some() %>rewritten<% else %>link<% endif %>),
          .drop           (drop),
          .dropped        (dropped),
          .dropped_vc     (dropped_vc),
          .in_credit_valid(in_credit_valid[i]),
          .in_credit_vc   (in_credit_vc[i*VC_BITS +: VC_BITS]),
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
          .full           (full[i*NUM_VCS +: NUM_VCS])
        );
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
      localparam [NUM_VCS-1:0] VCS = vcs_of_output(o);
      wire [NUM_PORTS-1:0]     gets_any;
      wire [NUM_VCS-1:0]       wanted_here;

      if (VCS != {NUM_VCS{1'b0}}) begin : g_present
        localparam OWN_CLASSES = (o == 0) ? 1 : CLASSES;
        localparam OWN_PER     = (PER_CLASS == 1) ? 1 : OWN_CLASSES;
        localparam OWN_GROUPS  = MESSAGE_CLASSES * OWN_PER;
        wire [OWN_GROUPS*NUM_PORTS-1:0] asks_vc, gets_vc;

        localparam [GROUPS*NUM_PORTS-1:0] ASKERS = askers_of(o, OWN_PER);

        for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_vc_turn
          wire [GROUPS-1:0] gets;
          for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            if (g % PER_CLASS < OWN_PER) begin : g_own
              localparam OWN = (g / PER_CLASS) * OWN_PER + g % PER_CLASS;
              assign asks_vc[OWN*NUM_PORTS+i] = req_vc[i*ASKS+g*NUM_PORTS+o];
              assign gets[g] = gets_vc[OWN*NUM_PORTS+i];
            end else begin : g_none
              assign gets[g] = 1'b0;
            end
            assign gnt_vc[i*ASKS+g*NUM_PORTS+o] = gets[g];
          end
          assign gets_any[i] = |gets;
        end

        @{ prefix }@vc_allocator #(
          .NUM_PORTS   (NUM_PORTS),
          .NUM_VCS     (NUM_VCS),
          .VC_BITS     (VC_BITS),
          .CLASSES     (OWN_CLASSES),
          .BUFFER_DEPTH(BUFFER_DEPTH),
          .PIPELINE    (PIPELINE),
          .GROUPS      (OWN_GROUPS),
          .MESSAGE_CLASSES(MESSAGE_CLASSES),
          .ORDER       (ORDER),
          .REUSE_EMPTY (REUSE_EMPTY),
          .VCS         (VCS),
          .ASKERS      (ASKERS[OWN_GROUPS*NUM_PORTS-1:0])
        ) u_vc_allocator (
          .clk         (clk),
          .rst         (rst),
          .take        (take[o*NUM_VCS +: NUM_VCS]),
          .take_tail   (take_tail[o]),
          .credit_valid(out_credit_valid[o]),
          .credit_vc   (out_credit_vc[o*VC_BITS +: VC_BITS]),
          .req         (asks_vc),
          .gnt         (gets_vc),
          .wanted      (wanted_here),
          .ok          (ok[o*NUM_VCS +: NUM_VCS]),
          .lowest      (lowest[o*NUM_VCS +: NUM_VCS]),
          .wake        (wake[o*NUM_VCS +: NUM_VCS]),
          .spare       (spare[o*NUM_VCS +: NUM_VCS]),
          .again       (again[o*NUM_VCS +: NUM_VCS])
        );
      end else begin : g_absent
        for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_vc_turn
          for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            assign gnt_vc[i*ASKS+g*NUM_PORTS+o] = 1'b0;
          end
        end
        assign gets_any = {NUM_PORTS{1'b0}};
        assign ok[o*NUM_VCS +: NUM_VCS]     = {NUM_VCS{1'b0}};
        assign lowest[o*NUM_VCS +: NUM_VCS] = {NUM_VCS{1'b0}};
        assign wake[o*NUM_VCS +: NUM_VCS]   = {NUM_VCS{1'b0}};
        assign spare[o*NUM_VCS +: NUM_VCS]  = {NUM_VCS{1'b0}};
        assign again[o*NUM_VCS +: NUM_VCS]  = {NUM_VCS{1'b0}};
        wire unused = &{1'b0, wanted_here};
      end

      @{ prefix }@onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(NUM_VCS)) u_wanted (
        .select(gets_any),
        .in    (wanted),
        .out   (wanted_here)
      );
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
    .REACH     (REACHED)
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
  wire unused = &{1'b0, in_head, in_tail, in_vc, in_data, accepted, goes_on, full, gnt, gnt_vc,
                     req_vc, take, take_tail, out_credit_valid, out_credit_vc<% if neighbours.is_some() %>, neighbours<% endif %><% if hop.is_some() %>, ends<% endif %>};

<%- if c.counters %>

<% include "partials/counters_of_router.v" %>
<%- endif %>

<% include "partials/router_monitors.v" %>

endmodule

`default_nettype wire

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
// Latency: from link to link @{ c.pipeline }@ clocks@{ latency_note }@.
// Outputs are registers, out_data an AND-OR behind them: none follows an input in the same clock.
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
  localparam GROUPS       = (PIPELINE == 2 || MIXED != 0) ? 1 : CLASSES;  // VA3
  localparam ASKS         = GROUPS * NUM_PORTS;
  localparam PTR_BITS     = clog2(BUFFER_DEPTH);
  localparam ROW          = NUM_PORTS * NUM_VCS;  // a bit for each VC of each port

  // Where packets turn, at any node: a row for each input port and class, and in it a group for
  // each output port with a bit for each class of its VCs, the lowest at the right. A row of zeros:
  // no packet is there. At port 0 packets come in and go out in any class (RC2).
  localparam LANES = NUM_PORTS * CLASSES;
  localparam [LANES*LANES-1:0] ALL_TURNS = {
    // to<% for port in ports.iter().rev() %> @{ port }@<% endfor %>
<%- for row in turns %>
    @{ lanes }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
  };

  // The same for VCs, of the ports that are there: from (i, v) to (o, w) at
  // (i*NUM_VCS + v)*ROW + o*NUM_VCS + w; from any VC of input i; and for ports, output o at
  // i*NUM_PORTS + o. What is not there is left out: VCs, crosspoints, credits, requests.
  localparam [ROW*ROW-1:0]             REACH   = reach_of_vcs(PORTS_PRESENT);
  localparam [NUM_PORTS*ROW-1:0]       REACHED = reach_of_ports(ROW);
  localparam [NUM_PORTS*NUM_PORTS-1:0] TURNS   = turns_of_ports(NUM_PORTS);

  // Of the ways round a ring those between which a packet can choose (RC5), a row for each input.
  localparam [NUM_PORTS*NUM_PORTS-1:0] EITHER = {
<%- for row in either %>
    @{ c.num_ports }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
<%- if either.is_empty() %>
    (NUM_PORTS*NUM_PORTS){1'b0}
<%- endif %>
  };

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

  function integer first_vc;  // of port and class `lane`, numbered port*NUM_VCS + v (RC3)
    input integer lane;
    first_vc = lane / CLASSES * NUM_VCS + (lane % CLASSES * NUM_VCS + CLASSES - 1) / CLASSES;
  endfunction

  function [ROW*ROW-1:0] reach_of_vcs;
    input [NUM_PORTS-1:0] present;
    reg [ROW-1:0] row;
    integer from, to, vc;
    begin
      for (from = 0; from < LANES; from = from + 1) begin
        row = {ROW{1'b0}};
        for (to = 0; to < LANES; to = to + 1) begin
          if (ALL_TURNS[from*LANES+to] && present[from/CLASSES] && present[to/CLASSES]) begin
            for (vc = first_vc(to); vc < first_vc(to + 1); vc = vc + 1) row[vc] = 1'b1;
          end
        end
        for (vc = first_vc(from); vc < first_vc(from + 1); vc = vc + 1) begin
          reach_of_vcs[vc*ROW +: ROW] = row;
        end
      end
    end
  endfunction

  function [NUM_PORTS*ROW-1:0] reach_of_ports;
    input integer vcs;
    integer from;
    begin
      reach_of_ports = {(NUM_PORTS*ROW){1'b0}};
      for (from = 0; from < vcs; from = from + 1) begin
        reach_of_ports[from/NUM_VCS*ROW +: ROW] =
          reach_of_ports[from/NUM_VCS*ROW +: ROW] | REACH[from*ROW +: ROW];
      end
    end
  endfunction

  function [NUM_PORTS*NUM_PORTS-1:0] turns_of_ports;
    input integer ports;
    integer turn;
    begin
      for (turn = 0; turn < ports * ports; turn = turn + 1) begin
        turns_of_ports[turn] = |REACHED[turn*NUM_VCS +: NUM_VCS];
      end
    end
  endfunction

  // The VCs of output o that any packet goes to.
  function [NUM_VCS-1:0] vcs_of_output;
    input integer port;
    integer from;
    begin
      vcs_of_output = {NUM_VCS{1'b0}};
      for (from = 0; from < NUM_PORTS; from = from + 1) begin
        vcs_of_output = vcs_of_output | REACHED[from*ROW+port*NUM_VCS +: NUM_VCS];
      end
    end
  endfunction

  // VC allocation at output `port` by so many arbiters: the inputs that can ask each.
  function [CLASSES*NUM_PORTS-1:0] askers_of;
    input integer port, groups;
    integer from, vc;
    begin
      askers_of = {(CLASSES*NUM_PORTS){1'b0}};
      for (from = 0; from < NUM_PORTS; from = from + 1) begin
        for (vc = 0; vc < NUM_VCS; vc = vc + 1) begin
          if (REACHED[from*ROW+port*NUM_VCS+vc]) begin
            askers_of[vc*groups/NUM_VCS*NUM_PORTS+from] = 1'b1;
          end
        end
      end
    end
  endfunction

  // Z2
  reg [ADDRESS_BITS-1:0] node_q;
  always @(posedge clk) if (rst) node_q <= node;

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
      if (REACHED[i*ROW +: ROW] != {ROW{1'b0}}) begin : g_present
        // RC4: while a head is on the link
        wire [FLIT_WIDTH-1:0] link = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
        wire [NUM_PORTS-1:0]  rc_port;
        wire [NUM_VCS-1:0]    rc_vcs;
        wire                  rc_either;

<% if let Some(hop) = hop %>
<%- include "partials/route_and_rewrite.v" %>
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
          .PIPELINE    (PIPELINE),
          .MIXED       (MIXED),
          .GROUPS      (GROUPS),
          .REACH       (REACH[i*NUM_VCS*ROW +: NUM_VCS*ROW]),
          .EITHER      (EITHER[i*NUM_PORTS +: NUM_PORTS])
        ) u_input (
          .clk            (clk),
          .rst            (rst),
          .in_valid       (accepted[i]),
          .in_head        (in_head[i]),
          .in_tail        (in_tail[i]),
          .in_vc          (in_vc[i*VC_BITS +: VC_BITS]),
          .in_data        (<% if hop.is_some() %>rewritten<% else %>link<% endif %>),
          .in_credit_valid(in_credit_valid[i]),
          .in_credit_vc   (in_credit_vc[i*VC_BITS +: VC_BITS]),
          .rc_port        (rc_port),
          .rc_vcs         (rc_vcs),
          .rc_either      (rc_either),
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

    // At the local port (o = 0) all VCs are one class (RC2).
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      localparam [NUM_VCS-1:0] VCS = vcs_of_output(o);
      wire [NUM_PORTS-1:0]     gets_any;
      wire [NUM_VCS-1:0]       wanted_here;

      if (VCS != {NUM_VCS{1'b0}}) begin : g_present
        localparam OWN_CLASSES = (o == 0) ? 1 : CLASSES;
        localparam OWN_GROUPS  = (GROUPS == 1) ? 1 : OWN_CLASSES;
        wire [OWN_GROUPS*NUM_PORTS-1:0] asks_vc, gets_vc;

        localparam [CLASSES*NUM_PORTS-1:0] ASKERS = askers_of(o, OWN_GROUPS);

        for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_vc_turn
          wire [GROUPS-1:0] gets;
          for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            if (g < OWN_GROUPS) begin : g_own
              assign asks_vc[g*NUM_PORTS+i] = req_vc[i*ASKS+g*NUM_PORTS+o];
              assign gets[g] = gets_vc[g*NUM_PORTS+i];
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
  wire unused = &{1'b0, in_head, in_tail, in_vc, in_data, accepted, full, gnt, gnt_vc, req_vc, take,
                     take_tail, out_credit_valid, out_credit_vc<% if hop.is_some() %>, ends<% endif %>};

endmodule

`default_nettype wire

// input_unit: one input port: its buffers, and the choice among its VCs (docs/router.md, L2, SA1,
// SA2, SA4, VA1 to VA7, ST2).
//
//   in_*            the link; in_goes_on: in_valid of a flit that is no head
//   in_credit_*     the credit output register (ST2)
//   rc_*            RC of the head on the link (RC4): port, one-hot; the VCs of the first
//                   candidate; either: there is a second one
<%- if ahead %>
//   header, port_asked -> next_hop  routing a hop ahead (AHEAD) of the head that is picked,
//                   combinational, see route_ahead
<%- endif %>
//   ok .. again     state of all output VCs, see vc_allocator
//   req -> gnt      switch: the output asked for, and the one granted, in the same clock
//   req_vc -> gnt_vc  the same in VC allocation (PIPELINE = 3), at each of its GROUPS of arbiters
//                   (VA3): [g*NUM_PORTS +: NUM_PORTS]
//   flit_*          the picked flit, for the crossbar: flit_vcs the VC it leaves by, one-hot
//   HOP_ROOM        as many of a head's highest bits are the routers' own (L4)
<%- if ahead %>
//   AHEAD           a head leaves with the next router's hop in those bits, LINK_BITS, which counts
//                   turns by LINK_TURNS; CARRIED: heads come with this router's hop
<%- endif %>
//   wanted          the VCs that the called head asks for (VA1)
//   full            per VC, for the guard of the local port
//   REACH           the output VCs (o, w) that packets of VC v go to, [v*STATES + o*NUM_VCS + w]; a
//                   VC without any holds no packet and is left out: OWN_VCS are there, packed in
//                   the order of their numbers
//
// The flits of all VCs lie in one buffer, a RAM in an FPGA (TARGET_FPGA), which is read while the
// outputs arbitrate. What allocation asks of them, tail and hop, is read one place further, too: it
// comes to the front if the flit that was picked leaves. The hop of a head waits in the bits of the
// head that are the routers' own (L4), or beside the flit if those are too few, or if that takes
// less RAM in an FPGA.
`default_nettype none

module input_unit #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter CLASSES      = 2,
  parameter FLIT_WIDTH   = 32,
  parameter HOP_ROOM     = 8,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter TARGET_FPGA  = 1,
  parameter PIPELINE     = 2,
  parameter MIXED        = 0,
  parameter GROUPS       = 1,
  parameter MESSAGE_CLASSES = 1,
  parameter ORDER        = 0,
<%- if ahead %>
  parameter AHEAD        = 0,
  parameter CARRIED      = 0,
  parameter HEADER_BITS  = 8,
  parameter LINK_BITS    = 4,
  parameter LINK_TURN_BITS = 3,
  parameter [NUM_PORTS-1:0] LINK_TURNS = {NUM_PORTS{1'b1}},
<%- endif %>
  parameter [NUM_VCS*NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_VCS*NUM_PORTS*NUM_VCS){1'b1}},
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire                         in_valid,
  input  wire                         in_goes_on,
  input  wire                         in_head,
  input  wire                         in_tail,
  input  wire [VC_BITS-1:0]           in_vc,
  input  wire [FLIT_WIDTH-1:0]        in_data,
  output reg                          in_credit_valid,
  output reg  [VC_BITS-1:0]           in_credit_vc,
  input  wire [NUM_PORTS-1:0]         rc_port,
  input  wire [NUM_VCS-1:0]           rc_vcs,
  input  wire                         rc_either,
<%- if ahead %>
  output wire [HEADER_BITS-1:0]       header,
  output wire [NUM_PORTS-1:0]         port_asked,
  input  wire [LINK_BITS-1:0]         next_hop,
<%- endif %>
  input  wire [NUM_PORTS*NUM_VCS-1:0] ok,
  input  wire [NUM_PORTS*NUM_VCS-1:0] lowest,
  input  wire [NUM_PORTS*NUM_VCS-1:0] wake,
  input  wire [NUM_PORTS*NUM_VCS-1:0] spare,
  input  wire [NUM_PORTS*NUM_VCS-1:0] again,
  output wire [NUM_PORTS-1:0]         req,
  input  wire [NUM_PORTS-1:0]         gnt,
  output wire [GROUPS*NUM_PORTS-1:0]  req_vc,
  input  wire [GROUPS*NUM_PORTS-1:0]  gnt_vc,
  output wire [NUM_VCS-1:0]           wanted,
  output wire                         flit_head,
  output wire                         flit_tail,
  output wire [NUM_VCS-1:0]           flit_vcs,
  output wire [FLIT_WIDTH-1:0]        flit_data,
  output wire [NUM_VCS-1:0]           full
);

  localparam STATES     = NUM_PORTS * NUM_VCS;

  // The VCs that are there, and what any of them reaches
  localparam OWN_VCS    = count_own(NUM_VCS);
  localparam [NUM_VCS*VC_BITS-1:0] NUMBERS = own_numbers(NUM_VCS);
  localparam [STATES-1:0]          REACHED = any_reaches(NUM_VCS);
  localparam [NUM_PORTS-1:0]       TURNS   = ports_of(REACHED);
  localparam [31:0] LAST_OWN =
    {{(32-VC_BITS){1'b0}}, NUMBERS[(OWN_VCS-1)*VC_BITS +: VC_BITS]};
  localparam OWN_BITS   = (OWN_VCS > 4) ? 3 : (OWN_VCS > 2) ? 2 : 1;

  localparam WORDS      = ((OWN_VCS - 1) << PTR_BITS) + BUFFER_DEPTH;
  localparam ADDR_BITS  = (OWN_VCS > 1) ? OWN_BITS + PTR_BITS : PTR_BITS;

  // A hop in the buffer, see hop_encoder
<%- if ahead %>
  localparam [NUM_PORTS-1:0] HOP_TURNS = (AHEAD != 0) ? LINK_TURNS : TURNS;
  localparam TURN_BITS  = (AHEAD != 0) ? LINK_TURN_BITS : index_bits(TURNS);
<%- else %>
  localparam TURN_BITS  = index_bits(TURNS);
<%- endif %>
  localparam CLASS_BITS =
    (MIXED != 0) ? CLASSES : (CLASSES > 4) ? 3 : (CLASSES > 2) ? 2 : CLASSES - 1;
  localparam HOP_BITS   = TURN_BITS + CLASS_BITS + ((EITHER == {NUM_PORTS{1'b0}}) ? 0 : 1);

  // Distributed RAM is 4 bits wide, and what is read twice is there twice.
  localparam RAM_INSIDE = (FLIT_WIDTH - HOP_BITS + 3) / 4 + (HOP_BITS + 4) / 4 * 2;
  localparam RAM_BESIDE = (FLIT_WIDTH + 3) / 4 + (HOP_BITS + 4) / 4;
  localparam HOP_INSIDE = HOP_BITS <= HOP_ROOM &&
    (TARGET_FPGA == 0<% if ahead %> || AHEAD != 0<% endif %> || RAM_INSIDE <= RAM_BESIDE);

  function integer count_own;
    input integer below;
    integer number;
    begin
      count_own = 0;
      for (number = 0; number < below; number = number + 1) begin
        if (|REACH[number*STATES +: STATES]) count_own = count_own + 1;
      end
    end
  endfunction

  function [NUM_VCS*VC_BITS-1:0] own_numbers;
    input integer below;
    integer number, place;
    begin
      own_numbers = {(NUM_VCS*VC_BITS){1'b0}};
      place = 0;
      for (number = 0; number < below; number = number + 1) begin
        if (|REACH[number*STATES +: STATES]) begin
          own_numbers[place*VC_BITS +: VC_BITS] = number[VC_BITS-1:0];
          place = place + 1;
        end
      end
    end
  endfunction

  function [STATES-1:0] any_reaches;
    input integer below;
    integer number;
    begin
      any_reaches = {STATES{1'b0}};
      for (number = 0; number < below; number = number + 1) begin
        any_reaches = any_reaches | REACH[number*STATES +: STATES];
      end
    end
  endfunction

  function [NUM_PORTS-1:0] ports_of;
    input [STATES-1:0] states;
    integer port;
    begin
      for (port = 0; port < NUM_PORTS; port = port + 1) begin
        ports_of[port] = |states[port*NUM_VCS +: NUM_VCS];
      end
    end
  endfunction

  // Bits of an index of the bits set in a vector.
  function integer index_bits;
    input [NUM_PORTS-1:0] set;
    integer port, count;
    begin
      count = 0;
      for (port = 0; port < NUM_PORTS; port = port + 1) if (set[port]) count = count + 1;
      index_bits = 1;
      while ((1 << index_bits) < count) index_bits = index_bits + 1;
    end
  endfunction

  // RC8: an input VC's packets go by the VCs of its own message class, OWN_SET << its lowest.
  localparam SHARE     = NUM_VCS / MESSAGE_CLASSES;
  localparam PER_CLASS = GROUPS / MESSAGE_CLASSES;  // arbiters of a message class
  localparam [NUM_VCS-1:0] OWN_SET = {NUM_VCS{1'b1}} >> (NUM_VCS - SHARE);

  wire [OWN_VCS-1:0]             body_req;
  wire [OWN_VCS-1:0]             head_req;
  wire [OWN_VCS-1:0]             pick;
  wire [OWN_VCS-1:0]             called;   // asks for a VC (VA1)
  wire [OWN_VCS-1:0]             comes;    // a head on the link that will be the front
  wire [OWN_VCS-1:0]             follows;  // a head behind the tail that is popped, if one is
  wire [OWN_VCS-1:0]             ready;    // may be picked: RQ2 in the next clock (VA7)
  wire [OWN_VCS-1:0]             goes_on;  // the same behind the flit that is popped, if one is
  wire [OWN_VCS-1:0]             more;     // a flit behind the front
  wire [OWN_VCS-1:0]             act;
  wire [OWN_VCS*NUM_PORTS-1:0]   port;
  wire [OWN_VCS*NUM_VCS-1:0]     vcs;
  wire [OWN_VCS*NUM_VCS-1:0]     asked;
  wire [OWN_VCS*NUM_VCS-1:0]     take_vcs;
  wire [OWN_VCS*NUM_VCS-1:0]     own_sets;
  wire [OWN_VCS*NUM_PORTS-1:0]   wait_port;
  wire [OWN_VCS*NUM_VCS-1:0]     wait_vcs;
  wire [OWN_VCS*NUM_VCS-1:0]     next_vcs;
  wire [OWN_VCS-1:0]             head;
  wire [OWN_VCS-1:0]             tail;
  wire [OWN_VCS*PTR_BITS-1:0]    wr;
  wire [OWN_VCS*PTR_BITS-1:0]    rd;
  wire [OWN_VCS*PTR_BITS-1:0]    rd_next;
  wire [OWN_VCS-1:0]             in_vcs;
  wire [OWN_VCS-1:0]             is_full;
  reg                            pop_again;

  // What is behind the front of the VC that is picked
  wire                           behind_tail;
  wire [HOP_BITS-1:0]            behind_hop;
  wire [NUM_PORTS-1:0]           behind_port;
  wire [NUM_VCS-1:0]             behind_vcs;
  wire                           behind_either;

  wire                           granted;
  wire                           granted_vc;
  wire [OWN_VCS-1:0]             pop = pick & {OWN_VCS{granted}};

  // With three stages or many VCs, whether any output granted is a net of its own: grants come
  // late, and folded into all that follows each would load as many LUTs.
  generate
    if (PIPELINE != 3 && NUM_VCS <= 3) begin : g_granted
      assign granted    = |gnt;
      assign granted_vc = |gnt_vc;
    end else begin : g_granted_apart
      (* keep *) wire any;
      (* keep *) wire any_vc;
      assign any        = |gnt;
      assign any_vc     = |gnt_vc;
      assign granted    = any;
      assign granted_vc = any_vc;
    end
  endgenerate

  genvar v;
  generate
    for (v = 0; v < OWN_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] NUMBER = NUMBERS[v*VC_BITS +: VC_BITS];
      localparam MESSAGE_CLASS = {{(32-VC_BITS){1'b0}}, NUMBER} / SHARE;
      assign in_vcs[v] = in_vc == NUMBER;
      assign full[NUMBER] = is_full[v];
      assign own_sets[v*NUM_VCS +: NUM_VCS] = OWN_SET << (MESSAGE_CLASS * SHARE);

      input_vc #(
        .NUM_PORTS   (NUM_PORTS),
        .NUM_VCS     (NUM_VCS),
        .CLASSES     (CLASSES),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .PTR_BITS    (PTR_BITS),
        .PIPELINE    (PIPELINE),
        .MIXED       (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .ORDER       (ORDER),
        .NUMBER      ({{(32-VC_BITS){1'b0}}, NUMBER}),
        .REACH       (REACH[NUMBER*STATES +: STATES]),
        .EITHER      (EITHER)
      ) u_vc (
        .clk          (clk),
        .rst          (rst),
        .push         (in_valid & in_vcs[v]),
        .push_body    (in_goes_on & in_vcs[v]),
        .in_tail      (in_tail),
        .in_port      (rc_port),
        .in_vcs       (rc_vcs),
        .in_either    (rc_either),
        .behind_tail  (behind_tail),
        .behind_port  (behind_port),
        .behind_vcs   (behind_vcs),
        .behind_either(behind_either),
        .wake         (wake),
        .spare        (spare),
        .body_req     (body_req[v]),
        .head_req     (head_req[v]),
        .act          (act[v]),
        .port         (port[v*NUM_PORTS +: NUM_PORTS]),
        .vcs          (vcs[v*NUM_VCS +: NUM_VCS]),
        .asked        (asked[v*NUM_VCS +: NUM_VCS]),
        .chosen       (take_vcs[v*NUM_VCS +: NUM_VCS]),
        .wait_port    (wait_port[v*NUM_PORTS +: NUM_PORTS]),
        .wait_vcs     (wait_vcs[v*NUM_VCS +: NUM_VCS]),
        .next_vcs     (next_vcs[v*NUM_VCS +: NUM_VCS]),
        .comes        (comes[v]),
        .follows      (follows[v]),
        .ready        (ready[v]),
        .again        (goes_on[v]),
        .more         (more[v]),
        .given        (granted_vc & called[v]),
        .pop          (pop[v]),
        .pop_again    (pop_again),
        .head         (head[v]),
        .tail         (tail[v]),
        .wr           (wr[v*PTR_BITS +: PTR_BITS]),
        .rd           (rd[v*PTR_BITS +: PTR_BITS]),
        .rd_next      (rd_next[v*PTR_BITS +: PTR_BITS]),
        .full         (is_full[v])
      );
    end
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_number
      if (REACH[v*STATES +: STATES] == {STATES{1'b0}}) begin : g_none
        assign full[v] = 1'b0;
      end
    end
  endgenerate

  // SA1, SA4: bodies first; the pointer stays when the pick loses, and moves when it was void.
  // With three stages: VA6, VA7.
  wire [NUM_PORTS-1:0] req_picked;
  wire [NUM_PORTS-1:0] head_port;

  generate
    if (PIPELINE != 3) begin : g_pick
      wire [OWN_VCS-1:0] request = (|body_req) ? body_req : head_req;

      rr_arbiter #(.WIDTH(OWN_VCS)) u_pick (
        .clk (clk),
        .rst (rst),
        .req (request),
        .step((|request) & (granted | ~(|req))),
        .gnt (pick)
      );
      assign req_picked = {NUM_PORTS{1'b0}};
      wire unused = &{1'b0, ready, goes_on};
    end else begin : g_picked
      // A net of its own: what leads to it would be mapped again for each of the VCs it rules out.
      (* keep *) wire [OWN_VCS-1:0] to_pick;
      assign to_pick = ready;

      flit_pick #(.NUM_PORTS(NUM_PORTS), .NUM_VCS(OWN_VCS)) u_pick (
        .clk      (clk),
        .rst      (rst),
        .ready    (to_pick),
        .again    (goes_on),
        .port     (port),
        .head     (called),
        .head_port(head_port),
        .given    (granted_vc),
        .granted  (granted),
        .picked   (pick),
        .req      (req_picked)
      );
      wire unused = &{1'b0, body_req};
    end
  endgenerate

  // RQ2 for the picked VC: what is known of the VC it would send to, once it has sent
  integer o;
  always @* begin
    pop_again = 1'b0;
    for (o = 0; o < NUM_PORTS; o = o + 1) begin
      pop_again = pop_again |
        (req[o] & (|(flit_vcs & again[o*NUM_VCS +: NUM_VCS] & REACHED[o*NUM_VCS +: NUM_VCS])));
    end
  end

  // SA2, SA5, VA2, VA4. Whether a head's request is void is found out for each VC, beside the pick,
  // but with three VCs, where that is no faster, and with three stages once, behind the pick or the
  // call. What a head would take is found out for each VC if there are few, else once.
  localparam FEW  = NUM_VCS <= 2 || (MESSAGE_CLASSES > 1 && SHARE <= 2);
  localparam EACH = PIPELINE != 3 && FEW;
  localparam BESIDE = EACH || (PIPELINE != 3 && NUM_VCS != 3);
  wire [OWN_VCS*NUM_PORTS-1:0] head_ask;
  wire [OWN_VCS*NUM_PORTS-1:0] ask;
  wire [OWN_VCS*NUM_VCS-1:0]   out_vcs;
  wire [NUM_PORTS-1:0]         port_picked;
  wire [NUM_VCS-1:0]           vcs_picked;

  generate
    for (v = 0; v < OWN_VCS; v = v + 1) begin : g_ask
      wire [NUM_VCS-1:0] chosen;
      if (BESIDE) begin : g_head
        head_request #(
          .NUM_PORTS(NUM_PORTS),
          .NUM_VCS  (NUM_VCS),
          .CLASSES  (CLASSES),
          .MIXED    (MIXED),
          .MESSAGE_CLASSES(MESSAGE_CLASSES),
          .ORDER    (ORDER),
          .REACH    (REACH[NUMBERS[v*VC_BITS +: VC_BITS]*STATES +: STATES])
        ) u_head (
          .port  (port[v*NUM_PORTS +: NUM_PORTS]),
          .vcs   (asked[v*NUM_VCS +: NUM_VCS]),
          .own   (own_sets[v*NUM_VCS +: NUM_VCS]),
          .ok    (ok),
          .lowest(lowest),
          .ask   (head_ask[v*NUM_PORTS +: NUM_PORTS]),
          .chosen(chosen)
        );
        assign ask[v*NUM_PORTS +: NUM_PORTS] =
          act[v] ? port[v*NUM_PORTS +: NUM_PORTS] : head_ask[v*NUM_PORTS +: NUM_PORTS];
      end else begin : g_once
        assign head_ask[v*NUM_PORTS +: NUM_PORTS] = {NUM_PORTS{1'b0}};
        assign ask[v*NUM_PORTS +: NUM_PORTS] = port[v*NUM_PORTS +: NUM_PORTS];
        assign chosen = {NUM_VCS{1'b0}};
      end
      if (EACH) begin : g_chosen
        assign take_vcs[v*NUM_VCS +: NUM_VCS] = chosen;
        assign out_vcs[v*NUM_VCS +: NUM_VCS] = act[v] ? vcs[v*NUM_VCS +: NUM_VCS] : chosen;
      end else begin : g_chosen_later
        assign out_vcs[v*NUM_VCS +: NUM_VCS] = (act[v] || PIPELINE == 3) ?
          vcs[v*NUM_VCS +: NUM_VCS] : asked[v*NUM_VCS +: NUM_VCS];
        wire unused = &{1'b0, chosen};
      end
    end
  endgenerate

  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_PORTS)) u_ask (
    .select(pick),
    .in    (ask),
    .out   (port_picked)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_out_vcs (
    .select(pick),
    .in    (out_vcs),
    .out   (vcs_picked)
  );

  // The VCs of the message class of the head that asks
  wire [OWN_VCS-1:0] asking = (PIPELINE != 3) ? pick : called;
  wire [NUM_VCS-1:0] head_own;

  generate
    if (MESSAGE_CLASSES == 1) begin : g_one_message_class
      assign head_own = {NUM_VCS{1'b1}};
      wire unused = &{1'b0, asking, own_sets};
    end else begin : g_message_classes
      onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_own (
        .select(asking),
        .in    (own_sets),
        .out   (head_own)
      );
    end
  endgenerate

  // The head that is picked, or with three stages the one that is called, of port head_port
  wire [NUM_VCS-1:0]   head_vcs;
  wire [NUM_PORTS-1:0] head_asks;  // none if it is void
  wire [NUM_VCS-1:0]   head_takes;

  generate
    if (PIPELINE != 3) begin : g_with_switch
      assign called    = {OWN_VCS{1'b0}};
      assign head_port = port_picked;
      assign head_vcs  = vcs_picked;
      assign req       = (!BESIDE && flit_head) ? head_asks : port_picked;
      assign flit_vcs  = (!EACH && flit_head) ? head_takes : vcs_picked;
      assign req_vc    = {(GROUPS*NUM_PORTS){1'b0}};
      assign wanted    = {NUM_VCS{1'b0}};
      wire unused = &{1'b0, asked, comes, follows, wait_port, wait_vcs, next_vcs, more, req_picked};
    end else begin : g_before_switch
      wire [NUM_VCS-1:0] called_vcs, link_vcs, vcs_behind;
      if (ORDER != 0) begin : g_order
        // RC9: what a head asks for is a matter of its VC.
        onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_link (
          .select(in_vcs),
          .in    (next_vcs),
          .out   (link_vcs)
        );
        onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_behind (
          .select(pick),
          .in    (next_vcs),
          .out   (vcs_behind)
        );
      end else begin : g_no_order
        assign link_vcs   = rc_vcs;
        assign vcs_behind = (|(pick & more)) ? behind_vcs : rc_vcs;
        wire unused = &{1'b0, next_vcs};
      end
      head_call #(
        .NUM_PORTS(NUM_PORTS),
        .NUM_VCS  (OWN_VCS),
        .ALL_VCS  (NUM_VCS),
        .EITHER   (EITHER)
      ) u_call (
        .clk        (clk),
        .rst        (rst),
        .head_req   (head_req),
        .comes      (comes),
        .would_leave(follows & pick),
        .leaves     (granted),
        .asks       (|head_asks),
        .granted    (granted_vc),
        .wait_port  (wait_port),
        .wait_vcs   (wait_vcs),
        .link_port  (rc_port & TURNS),
        .link_vcs   (link_vcs),
        .behind_port((|(pick & more)) ? behind_port : rc_port & TURNS),
        .behind_vcs (vcs_behind),
        .called     (called),
        .port       (head_port),
        .vcs        (called_vcs)
      );
      assign head_vcs = called_vcs & head_own;
      assign req      = req_picked;
      assign flit_vcs = vcs_picked;
      assign wanted   = head_vcs;

      // VA3. An arbiter for a class finds out itself that all who ask are void, beside its choice;
      // not with ORDER = 1, where each may wait for another VC.
      wire [NUM_PORTS-1:0] asks_class = (ORDER != 0) ? head_asks : head_port;
      wire                 unused     = &{1'b0, asked, port_picked, asks_class};
      genvar g;
      for (g = 0; g < GROUPS; g = g + 1) begin : g_group
        localparam BASE = (g / PER_CLASS) * SHARE;
        wire of_this = head_own[BASE];  // of its message class
        if (MIXED != 0) begin : g_one_arbiter
          assign req_vc[g*NUM_PORTS +: NUM_PORTS] = head_asks & {NUM_PORTS{of_this}};
        end else begin : g_arbiter_of_class
          localparam LOW  = BASE + ((g % PER_CLASS) * SHARE + PER_CLASS - 1) / PER_CLASS;
          localparam HIGH = BASE + ((g % PER_CLASS + 1) * SHARE + PER_CLASS - 1) / PER_CLASS;
          assign req_vc[g*NUM_PORTS +: NUM_PORTS] = {
            asks_class[NUM_PORTS-1:1] & {(NUM_PORTS-1){|head_vcs[HIGH-1:LOW]}},
            asks_class[0] & (g % PER_CLASS == 0) & of_this
          };
        end
      end
    end

    if (EACH) begin : g_found
      assign head_asks  = {NUM_PORTS{1'b0}};
      assign head_takes = head_vcs;
      wire unused = &{1'b0, head_port, head_takes, head_asks, head_ask, head_own};
    end else begin : g_find
      head_request #(
        .NUM_PORTS(NUM_PORTS),
        .NUM_VCS  (NUM_VCS),
        .CLASSES  (CLASSES),
        .MIXED    (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .ORDER    (ORDER),
        .REACH    (REACHED)
      ) u_head (
        .port  (head_port),
        .vcs   (head_vcs),
        .own   (head_own),
        .ok    (ok),
        .lowest(lowest),
        .ask   (head_asks),
        .chosen(head_takes)
      );
      assign take_vcs = {OWN_VCS{head_takes}};
      wire unused = &{1'b0, head_ask};
    end
  endgenerate

  // The picked flit
  wire [PTR_BITS-1:0] rd_picked;
  wire [PTR_BITS-1:0] rd_next_picked;
  wire [PTR_BITS-1:0] wr_in;
  wire [VC_BITS-1:0]  vc_picked;

  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(1)) u_head (
    .select(pick),
    .in    (head),
    .out   (flit_head)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(1)) u_tail (
    .select(pick),
    .in    (tail),
    .out   (flit_tail)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(PTR_BITS)) u_rd (
    .select(pick),
    .in    (rd),
    .out   (rd_picked)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(PTR_BITS)) u_rd_next (
    .select(pick),
    .in    (rd_next),
    .out   (rd_next_picked)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(PTR_BITS)) u_wr (
    .select(in_vcs),
    .in    (wr),
    .out   (wr_in)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(VC_BITS)) u_vc (
    .select(pick),
    .in    (NUMBERS[OWN_VCS*VC_BITS-1:0]),
    .out   (vc_picked)
  );

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

  // ST2
  always @(posedge clk) begin
    in_credit_valid <= granted & ~rst;
    in_credit_vc    <= vc_picked;
  end

endmodule

`default_nettype wire

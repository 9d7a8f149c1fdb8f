// input_unit: one input port: its buffers, and the choice among its VCs (docs/router.md, L2, SA1,
// SA2, SA4, VA1 to VA7, ST2, E5).
//
//   in_*            the link; in_goes_on: in_valid of a flit that is no head
//   drop            the flit on the link is dropped with a credit (E5): in the next clock the input
//                   asks for nothing at the switch
//   dropped, dropped_vc  that of the clock before: its credit
//   GUARDED         0: no flit is dropped, and these three mean nothing
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
  parameter GUARDED      = 0,
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
  input  wire                         drop,
  input  wire                         dropped,
  input  wire [VC_BITS-1:0]           dropped_vc,
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

  // E5
  wire                           hold       = drop & (GUARDED != 0);
  wire                           gives_back = dropped & (GUARDED != 0);
  wire                           unused_guard = &{1'b0, drop, dropped, dropped_vc};

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

<% include "partials/input_vcs.v" %>

<% include "partials/input_pick.v" %>

<% include "partials/input_heads.v" %>

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

<% include "partials/input_buffer.v" %>

  // ST2, E5
  always @(posedge clk) begin
    in_credit_valid <= (granted | gives_back) & ~rst;
    in_credit_vc    <= gives_back ? dropped_vc : vc_picked;
  end

endmodule

`default_nettype wire

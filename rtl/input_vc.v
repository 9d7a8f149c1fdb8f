// input_vc: an input virtual channel, all but its payload (docs/router.md, RQ1-RQ4, SA5, SA6, VA4,
// E5).
//
// Keeps, in registers, everything that allocation reads about the front flit, so that no RAM
// output and no routing stands before an arbiter:
//   port      one-hot, the output asked for or held
//   vcs       the VCs of the first candidate; once the packet has a VC, that one, one-hot
//   head, tail of the front flit, body_req (RQ2), head_req (RQ3)
//
//   comes, follows  PIPELINE = 3: a head on the link, and one behind the front if that is popped,
//             will be the front in the next clock (VA5)
//   ready, goes_on  PIPELINE = 3: RQ2 in the next clock, if act is set and the front stays, and if
//             it is popped (VA7)
//   more      there is a flit behind the front
//   wait_port, wait_vcs  what a head asks for in the next clock if it waits (VA2)
//   push      a flit on the link for this VC; push_body the same of a flit that is no head
//   hold      PIPELINE = 1, 2: no request in the next clock (E5)
//   in_*      of the flit on the link: tail and, for a head, RC (RC4): port, vcs, either; either:
//             there is a second candidate, see other_way
//   behind_*  the same of the flit behind the front, out of the buffer; looked at when pop is set
//   wake, spare  state of all output VCs, see vc_allocator; [o*NUM_VCS +: NUM_VCS]
//   act       the packet at the front holds an output VC (RQ1)
//   asked     the VCs of the candidate that a head asks for
//   chosen    the VC that the head takes if it is given one, see head_request
//   given     PIPELINE = 3: the head is given its VC in this clock
//   pop       the front flit wins the switch in this clock
//   pop_again then the VC by which it leaves has a credit in the next clock, too
//   wr, rd    where a flit is written and read; rd_next the place behind rd
//   full      BUFFER_DEPTH flits are there
//
//   next_vcs  those that it asks for then, if its front is another one in the next clock
//
//   MIXED     1: the VCs may be of several classes
//   ORDER     1: a head asks for one VC, which NUMBER, that of this VC, decides (RC9)
//   REACH     the output VCs that packets of this one go to, [o*NUM_VCS + w]; of in_vcs and
//             behind_vcs no others count: all of its message class (RC8)
//   EITHER    the outputs that can be a second candidate, see other_way; none: there is but one
`default_nettype none

module input_vc #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter CLASSES      = 2,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter PIPELINE     = 2,
  parameter MIXED        = 0,
  parameter MESSAGE_CLASSES = 1,
  parameter ORDER        = 0,
  parameter NUMBER       = 0,
  parameter [NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_VCS){1'b1}},
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire                         push,
  input  wire                         push_body,
  input  wire                         in_tail,
  input  wire                         hold,
  input  wire [NUM_PORTS-1:0]         in_port,
  input  wire [NUM_VCS-1:0]           in_vcs,
  input  wire                         in_either,
  input  wire                         behind_tail,
  input  wire [NUM_PORTS-1:0]         behind_port,
  input  wire [NUM_VCS-1:0]           behind_vcs,
  input  wire                         behind_either,
  input  wire [NUM_PORTS*NUM_VCS-1:0] wake,
  input  wire [NUM_PORTS*NUM_VCS-1:0] spare,
  output reg                          body_req,
  output reg                          head_req,
  output wire                         comes,
  output wire                         follows,
  output wire                         ready,
  output wire                         goes_on,
  output wire                         more,
  output wire                         act,
  output reg  [NUM_PORTS-1:0]         port,
  output wire [NUM_VCS-1:0]           vcs,
  output wire [NUM_VCS-1:0]           asked,
  output wire [NUM_PORTS-1:0]         wait_port,
  output wire [NUM_VCS-1:0]           wait_vcs,
  output wire [NUM_VCS-1:0]           next_vcs,
  input  wire [NUM_VCS-1:0]           chosen,
  input  wire                         given,
  input  wire                         pop,
  input  wire                         pop_again,
  output reg                          head,
  output reg                          tail,
  output wire [PTR_BITS-1:0]          wr,
  output wire [PTR_BITS-1:0]          rd,
  output wire [PTR_BITS-1:0]          rd_next,
  output wire                         full
);

  localparam [NUM_PORTS-1:0] TURNS  = ports_reached(NUM_PORTS);
  localparam [NUM_VCS-1:0]   ASKED  = vcs_reached(NUM_PORTS);  // at any port
  localparam [NUM_PORTS-1:0] CHOICE = EITHER & both_ways(TURNS);

  function [NUM_PORTS-1:0] ports_reached;
    input integer below;
    integer p;
    begin
      for (p = 0; p < below; p = p + 1) ports_reached[p] = |REACH[p*NUM_VCS +: NUM_VCS];
    end
  endfunction

  function [NUM_VCS-1:0] vcs_reached;
    input integer below;
    integer p;
    begin
      vcs_reached = {NUM_VCS{1'b0}};
      for (p = 0; p < below; p = p + 1) vcs_reached = vcs_reached | REACH[p*NUM_VCS +: NUM_VCS];
    end
  endfunction

  // Of ports 2k-1 and 2k both or neither.
  function [NUM_PORTS-1:0] both_ways;
    input [NUM_PORTS-1:0] ports;
    integer p;
    begin
      both_ways = {NUM_PORTS{1'b0}};
      for (p = 2; p < NUM_PORTS; p = p + 2) begin
        both_ways[p]   = ports[p] & ports[p-1];
        both_ways[p-1] = ports[p] & ports[p-1];
      end
    end
  endfunction

  wire nonempty;

  fifo_pointers #(.DEPTH(BUFFER_DEPTH), .PTR_BITS(PTR_BITS)) u_pointers (
    .clk     (clk),
    .rst     (rst),
    .push    (push),
    .pop     (pop),
    .wr      (wr),
    .rd      (rd),
    .rd_next (rd_next),
    .nonempty(nonempty),
    .more    (more),
    .full    (full)
  );

  // The front flit. An empty buffer follows the link: what it holds without a push means nothing.
  wire                 taken;
  wire                 load_front = pop | ~nonempty;
  wire                 load_route = (pop & tail) | (~nonempty & head);
  wire [NUM_PORTS-1:0] across;  // the other candidate's port
  wire                 turn;    // ask for it in the next clock

  wire [NUM_PORTS-1:0] rc_port   = (more ? behind_port : in_port) & TURNS;
  wire [NUM_VCS-1:0]   rc_set    = more ? behind_vcs : in_vcs;
  wire [NUM_VCS-1:0]   rc_vcs;
  wire                 rc_either = more ? behind_either : in_either;

  always @(posedge clk) begin
    if (load_front) tail <= more ? behind_tail : in_tail;
    if (load_route) port <= rc_port;
    else if (turn) port <= across;
    if (rst) head <= 1'b1;
    else if (pop) head <= tail;
  end

  generate
    if (ORDER != 0) begin : g_order
      wire [NUM_VCS-1:0] kept;
      one_vc #(
        .NUM_VCS(NUM_VCS),
        .CLASSES(CLASSES),
        .MIXED  (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .NUMBER (NUMBER)
      ) u_one (
        .home(rc_port[0]),
        .vcs (rc_set),
        .one (kept)
      );
      assign rc_vcs = kept & ASKED;
    end else begin : g_no_order
      assign rc_vcs = rc_set & ASKED;
    end
  endgenerate
  assign next_vcs = rc_vcs;

  generate
    if (NUM_VCS == 2 && CLASSES == 2 && MIXED == 0 && MESSAGE_CLASSES == 1) begin : g_bit
      reg vc;
      always @(posedge clk) begin
        if (load_route) vc <= rc_vcs[1] | ~ASKED[0];
        else if (taken && ORDER == 0) vc <= (chosen[1] & ASKED[1]) | ~ASKED[0];
      end
      assign vcs = {vc, ~vc};
      wire unused = &{1'b0, rc_vcs[0], chosen[0]};
    end else begin : g_mask
      reg [NUM_VCS-1:0] mask;
      always @(posedge clk) begin
        if (load_route) mask <= rc_vcs;
        else if (taken && ORDER == 0) mask <= chosen & ASKED;
      end
      assign vcs = mask;
    end
  endgenerate

  // What the output VCs say of the port that a body holds or that a head asks for, the links' apart
  // from the local port's, at which a head takes any (RC2). asked is what a body holds, too.
  reg  [NUM_VCS-1:0] spare_there;
  reg  [NUM_VCS-1:0] wake_there;
  wire [NUM_VCS-1:0] spare_local = {NUM_VCS{port[0]}} & spare[NUM_VCS-1:0] & REACH[NUM_VCS-1:0];
  wire [NUM_VCS-1:0] wake_local  = {NUM_VCS{port[0]}} & wake[NUM_VCS-1:0] & REACH[NUM_VCS-1:0];
  integer            o;

  always @* begin
    spare_there = {NUM_VCS{1'b0}};
    wake_there  = {NUM_VCS{1'b0}};
    for (o = 1; o < NUM_PORTS; o = o + 1) begin
      spare_there = spare_there |
        ({NUM_VCS{port[o]}} & spare[o*NUM_VCS +: NUM_VCS] & REACH[o*NUM_VCS +: NUM_VCS]);
      wake_there = wake_there |
        ({NUM_VCS{port[o]}} & wake[o*NUM_VCS +: NUM_VCS] & REACH[o*NUM_VCS +: NUM_VCS]);
    end
  end

  wire has_spare = (|(asked & spare_there)) | (|(asked & spare_local));
  wire woken     = (|(asked & wake_there)) | (|wake_local);
  wire woken_across;

  generate
    if (CHOICE == {NUM_PORTS{1'b0}}) begin : g_one_candidate
      assign asked        = vcs;
      assign across       = port;
      assign woken_across = 1'b0;
      assign turn         = 1'b0;
      assign wait_port    = port;
      assign wait_vcs     = vcs;
      wire unused = &{1'b0, rc_either};
    end else begin : g_two_candidates
      other_way #(
        .NUM_PORTS(NUM_PORTS),
        .NUM_VCS  (NUM_VCS),
        .CLASSES  (CLASSES),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .OWN      (ASKED),
        .EITHER   (CHOICE)
      ) u_other_way (
        .clk         (clk),
        .load        (load_route),
        .rc_either   (rc_either),
        .port        (port),
        .vcs         (vcs),
        .wake        (wake),
        .woken       (woken),
        .taken       (taken),
        .stays       (~act & ~taken),
        .asked       (asked),
        .across      (across),
        .woken_across(woken_across),
        .turn        (turn),
        .wait_port   (wait_port),
        .wait_vcs    (wait_vcs)
      );
    end
  endgenerate

  // Behind a flit that is no tail, and in a buffer that a packet has left empty, no head comes.
  wire body_if_pop  = (more | push_body) & ~tail & pop_again;
  wire body_if_stay = act & (nonempty | push_body) & has_spare;

  generate
    if (PIPELINE != 3) begin : g_with_switch
      assign act     = ~head;
      assign taken   = pop & head;
      assign comes   = 1'b0;
      assign follows = 1'b0;
      assign ready   = 1'b0;
      assign goes_on = 1'b0;
      wire unused = &{1'b0, given};
    end else begin : g_before_switch
      reg holds;
      always @(posedge clk) begin
        if (rst) holds <= 1'b0;
        else holds <= given | (holds & ~(pop & tail));
      end
      assign act     = holds;
      assign taken   = given;
      assign comes   = push & ~nonempty & ~act;
      assign follows = (more | push) & tail;
      assign ready   = body_if_stay;
      assign goes_on = body_if_pop;
    end
  endgenerate

  // RQ2, RQ3, for the next clock: both outcomes of this one are prepared, pop comes last.
  wire head_if_pop  = (more | push) & tail;
  wire head_if_stay = ~act & (nonempty ? (woken | woken_across) : push);

  always @(posedge clk) begin
    if (rst || (hold && PIPELINE != 3)) begin
      body_req <= 1'b0;
      head_req <= 1'b0;
    end else if (PIPELINE != 3) begin
      body_req <= pop ? body_if_pop : body_if_stay;
      head_req <= pop ? head_if_pop : head_if_stay;
    end else begin
      // Bodies ask by ready and goes_on (VA7). A head that waits has no VC, so it does not pop.
      body_req <= 1'b0;
      head_req <= (pop & head_if_pop) | (head_if_stay & ~given);
    end
  end

endmodule

`default_nettype wire

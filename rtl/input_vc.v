// input_vc: one input virtual channel, all but its payload (docs/router.md, RQ1-RQ4, SA5, SA6, VA4).
//
// Keeps, in registers, everything that allocation reads about the front flit, so that no RAM
// output and no routing stands before an arbiter:
//   port      one-hot, the output asked for or held
//   vcs       the VCs of the candidate; once the packet has a VC, that one
//   head, tail, header of the front flit, body_req (RQ2), head_req (RQ3)
//
//   push, in_tail, in_header  a flit on the link for this VC
//   rc_header -> rc_port, rc_vcs  RC of the flit that is the front next (RC4); combinational outside
//   ok, lowest, wake, spare, again  state of all output VCs, see vc_allocator; [o*NUM_VCS +: NUM_VCS]
//   ask       the output that this VC asks for if it is picked: none for a void head (SA2)
//   ask_vc    PIPELINE = 3: the same in VC allocation (VA2); chosen: the VC it would take (VA4)
//   given     PIPELINE = 3: the head is given that VC in this clock
//   pop       the front flit wins the switch in this clock
//   out_vcs   the VC by which the front flit leaves
//   closing   the output VC that it holds, while its tail asks for the switch (VC4 b)
//   wr, rd    where payload is written and read
//   full      BUFFER_DEPTH flits are there
`default_nettype none

module input_vc #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter CLASSES      = 2,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter HEADER_BITS  = 6,
  parameter PIPELINE     = 2,
  parameter [NUM_PORTS-1:0] TURNS = {NUM_PORTS{1'b1}}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire                         push,
  input  wire                         in_tail,
  input  wire [HEADER_BITS-1:0]       in_header,
  output wire [HEADER_BITS-1:0]       rc_header,
  input  wire [NUM_PORTS-1:0]         rc_port,
  input  wire [NUM_VCS-1:0]           rc_vcs,
  input  wire [NUM_PORTS*NUM_VCS-1:0] ok,
  input  wire [NUM_PORTS*NUM_VCS-1:0] lowest,
  input  wire [NUM_PORTS*NUM_VCS-1:0] wake,
  input  wire [NUM_PORTS*NUM_VCS-1:0] spare,
  input  wire [NUM_PORTS*NUM_VCS-1:0] again,
  output reg                          body_req,
  output reg                          head_req,
  output wire [NUM_PORTS-1:0]         ask,
  output wire [NUM_PORTS-1:0]         ask_vc,
  output wire [NUM_VCS-1:0]           chosen,
  input  wire                         given,
  input  wire                         pop,
  output reg                          head,
  output reg                          tail,
  output reg  [HEADER_BITS-1:0]       header,
  output wire [NUM_VCS-1:0]           out_vcs,
  output wire [NUM_PORTS*NUM_VCS-1:0] closing,
  output wire [PTR_BITS-1:0]          wr,
  output wire [PTR_BITS-1:0]          rd,
  output wire                         full
);

  localparam STATES = NUM_PORTS * NUM_VCS;

  // Header bits and tail marks are read one flit ahead of the front.
  wire [PTR_BITS-1:0]    rd_next;
  wire                   nonempty;
  wire                   more;
  wire                   tail_behind;
  wire [HEADER_BITS-1:0] header_behind;

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

  flit_buffer #(
    .WIDTH    (HEADER_BITS + 1),
    .WORDS    (BUFFER_DEPTH),
    .ADDR_BITS(PTR_BITS)
  ) u_header (
    .clk  (clk),
    .we   (push),
    .waddr(wr),
    .wdata({in_tail, in_header}),
    .raddr(rd_next),
    .rdata({tail_behind, header_behind})
  );

  // The front flit. An empty buffer follows the link: what it holds without a push means nothing.
  reg  [NUM_PORTS-1:0] port;
  reg  [NUM_VCS-1:0]   vcs;
  wire                 act;
  wire                 taken;
  wire                 load_front = pop | ~nonempty;
  wire                 load_route = (pop & tail) | (~nonempty & head);

  assign rc_header = more ? header_behind : in_header;

  always @(posedge clk) begin
    if (load_front) begin
      tail   <= more ? tail_behind : in_tail;
      header <= rc_header;
    end
    if (load_route) begin
      port <= rc_port & TURNS;
      vcs  <= rc_vcs;
    end else if (taken) begin
      vcs <= chosen;
    end
    if (rst) head <= 1'b1;
    else if (pop) head <= tail;
  end

  // What the output VCs that the front flit may use have to say.
  wire [STATES-1:0] target;
  wire [STATES-1:0] settled;
  wire [NUM_PORTS-1:0] some_ok;

  genvar o;
  generate
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_target
      assign target[o*NUM_VCS +: NUM_VCS] = {NUM_VCS{port[o]}} & vcs;
      assign some_ok[o] = port[o] & (|(vcs & ok[o*NUM_VCS +: NUM_VCS]));
    end

    // SA5, VA4: where a class is one VC, only at the local port is anything left to choose.
    if (CLASSES == NUM_VCS) begin : g_single
      assign chosen  = vcs & (lowest[NUM_VCS-1:0] | {NUM_VCS{~port[0]}});
      assign settled = {{(STATES-NUM_VCS){1'b1}}, lowest[NUM_VCS-1:0]};
      wire unused = &{1'b0, lowest};
    end else begin : g_several
      wire [NUM_VCS-1:0] lowest_there;
      onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(NUM_VCS)) u_lowest (
        .select(port),
        .in    (lowest),
        .out   (lowest_there)
      );
      assign chosen  = vcs & lowest_there;
      assign settled = lowest;
    end
  endgenerate

  wire woken      = |(target & wake);
  wire has_spare  = |(target & spare);
  wire has_again  = |(target & again & (settled | {STATES{act}}));
  wire next_there = more | push;

  assign closing = target & {STATES{body_req & tail}};

  generate
    if (PIPELINE == 2) begin : g_with_switch
      assign act     = ~head;
      assign taken   = pop & head;
      assign ask     = some_ok | (port & {NUM_PORTS{act}});
      assign ask_vc  = {NUM_PORTS{1'b0}};
      assign out_vcs = act ? vcs : chosen;
      wire unused = &{1'b0, given};
    end else begin : g_before_switch
      reg holds;
      always @(posedge clk) begin
        if (rst) holds <= 1'b0;
        else holds <= given | (holds & ~(pop & tail));
      end
      assign act     = holds;
      assign taken   = given;
      assign ask     = port;
      assign ask_vc  = some_ok;
      assign out_vcs = vcs;
    end
  endgenerate

  // RQ2, RQ3, for the next clock: both outcomes of this one are prepared, pop comes last.
  wire body_if_pop  = next_there & ~tail & has_again;
  wire body_if_stay = act & (nonempty | push) & has_spare;
  wire head_if_pop  = next_there & tail;
  wire head_if_stay = ~act & (nonempty ? woken : push);

  always @(posedge clk) begin
    if (rst) begin
      body_req <= 1'b0;
      head_req <= 1'b0;
    end else if (PIPELINE == 2) begin
      body_req <= pop ? body_if_pop : body_if_stay;
      head_req <= pop ? head_if_pop : head_if_stay;
    end else begin
      body_req <= pop ? body_if_pop : (body_if_stay | given);
      head_req <= pop ? head_if_pop : (head_if_stay & ~given);
    end
  end

endmodule

`default_nettype wire

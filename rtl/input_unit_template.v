// input_unit: one input port: its buffers, and the choice among its VCs (docs/router.md, L2, SA1,
// SA2, SA4, VA1, VA2, ST2).
//
//   in_*            the link; in_credit_*: the credit output register (ST2)
//   rc_header -> rc_port, rc_vcs, rc_either  RC, one a VC: HEADER_BITS, NUM_PORTS, NUM_VCS and 1
//                   bits each
//   ok .. again     state of all output VCs, see vc_allocator
//   req -> gnt      switch: the output asked for, and the one granted; both combinational
//   req_vc -> gnt_vc  the same in VC allocation (PIPELINE = 3)
//   flit_*          the picked flit, for the crossbar: flit_vcs the VC it leaves by, one-hot
//   closing         output VCs that a tail here asks for (VC4 b)
//   chosen          the VC that the pick of VC allocation would take, one-hot
//   full            per VC, for the guard of the local port
<%- if all_vcs != "NUM_VCS" %>
//   NUM_VCS         the VCs of this port: the lowest of the ALL_VCS that a port can have
<%- endif %>
//
// Header bits of the VCs lie in a small RAM each (input_vc), the rest of the flits in one RAM for
// the whole port, which is read while the outputs arbitrate.
`default_nettype none

module input_unit #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
<%- if all_vcs != "NUM_VCS" %>
  parameter ALL_VCS      = 2,
<%- endif %>
  parameter VC_BITS      = 1,
  parameter CLASSES      = 2,
  parameter FLIT_WIDTH   = 32,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter HEADER_BITS  = 6,
  parameter PIPELINE     = 2,
  parameter MIXED        = 0,
  parameter [NUM_PORTS-1:0] TURNS  = {NUM_PORTS{1'b1}},
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire                           clk,
  input  wire                           rst,
  input  wire                           in_valid,
  input  wire                           in_tail,
  input  wire [VC_BITS-1:0]             in_vc,
  input  wire [FLIT_WIDTH-1:0]          in_data,
  output reg                            in_credit_valid,
  output reg  [VC_BITS-1:0]             in_credit_vc,
  output wire [NUM_VCS*HEADER_BITS-1:0] rc_header,
  input  wire [NUM_VCS*NUM_PORTS-1:0]   rc_port,
  input  wire [NUM_VCS*@{ all_vcs }@-1:0]     rc_vcs,
  input  wire [NUM_VCS-1:0]             rc_either,
  input  wire [NUM_PORTS*@{ all_vcs }@-1:0]   ok,
  input  wire [NUM_PORTS*@{ all_vcs }@-1:0]   lowest,
  input  wire [NUM_PORTS*@{ all_vcs }@-1:0]   wake,
  input  wire [NUM_PORTS*@{ all_vcs }@-1:0]   spare,
  input  wire [NUM_PORTS*@{ all_vcs }@-1:0]   again,
  output wire [NUM_PORTS-1:0]           req,
  input  wire [NUM_PORTS-1:0]           gnt,
  output wire [NUM_PORTS-1:0]           req_vc,
  input  wire [NUM_PORTS-1:0]           gnt_vc,
  output reg  [NUM_PORTS*@{ all_vcs }@-1:0]   closing,
  output wire [@{ all_vcs }@-1:0]             chosen,
  output wire                           flit_head,
  output wire                           flit_tail,
  output wire [@{ all_vcs }@-1:0]             flit_vcs,
  output wire [FLIT_WIDTH-1:0]          flit_data,
  output wire [NUM_VCS-1:0]             full
);

  localparam PAYLOAD_BITS = FLIT_WIDTH - HEADER_BITS;
  localparam STATES       = NUM_PORTS * @{ all_vcs }@;
  localparam WORDS        = ((NUM_VCS - 1) << PTR_BITS) + BUFFER_DEPTH;

  wire [NUM_VCS-1:0]             body_req;
  wire [NUM_VCS-1:0]             head_req;
  wire [NUM_VCS-1:0]             pick;
  wire [NUM_VCS-1:0]             pick_vc;
  wire [NUM_VCS*NUM_PORTS-1:0]   ask;
  wire [NUM_VCS*NUM_PORTS-1:0]   ask_vc;
  wire [NUM_VCS*@{ all_vcs }@-1:0]     chosen_each;
  wire [NUM_VCS*@{ all_vcs }@-1:0]     out_vcs;
  wire [NUM_VCS*STATES-1:0]      closing_each;
  wire [NUM_VCS-1:0]             head;
  wire [NUM_VCS-1:0]             tail;
  wire [NUM_VCS*HEADER_BITS-1:0] header;
  wire [NUM_VCS*PTR_BITS-1:0]    wr;
  wire [NUM_VCS*PTR_BITS-1:0]    rd;
  wire [NUM_VCS-1:0]             in_vcs;
  reg                            pop_again;
  wire                           granted = |gnt;
  wire                           granted_vc = |gnt_vc;

  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = v;
      assign in_vcs[v] = in_vc == INDEX;

      input_vc #(
        .NUM_PORTS   (NUM_PORTS),
        .NUM_VCS     (@{ all_vcs }@),
        .CLASSES     (CLASSES),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .PTR_BITS    (PTR_BITS),
        .HEADER_BITS (HEADER_BITS),
        .PIPELINE    (PIPELINE),
        .MIXED       (MIXED),
        .TURNS       (TURNS),
        .EITHER      (EITHER)
      ) u_vc (
        .clk      (clk),
        .rst      (rst),
        .push     (in_valid & in_vcs[v]),
        .in_tail  (in_tail),
        .in_header(in_data[HEADER_BITS-1:0]),
        .rc_header(rc_header[v*HEADER_BITS +: HEADER_BITS]),
        .rc_port  (rc_port[v*NUM_PORTS +: NUM_PORTS]),
        .rc_vcs   (rc_vcs[v*@{ all_vcs }@ +: @{ all_vcs }@]),
        .rc_either(rc_either[v]),
        .ok       (ok),
        .lowest   (lowest),
        .wake     (wake),
        .spare    (spare),
        .body_req (body_req[v]),
        .head_req (head_req[v]),
        .ask      (ask[v*NUM_PORTS +: NUM_PORTS]),
        .ask_vc   (ask_vc[v*NUM_PORTS +: NUM_PORTS]),
        .chosen   (chosen_each[v*@{ all_vcs }@ +: @{ all_vcs }@]),
        .given    (granted_vc & pick_vc[v]),
        .pop      (granted & pick[v]),
        .pop_again(pop_again),
        .head     (head[v]),
        .tail     (tail[v]),
        .header   (header[v*HEADER_BITS +: HEADER_BITS]),
        .out_vcs  (out_vcs[v*@{ all_vcs }@ +: @{ all_vcs }@]),
        .closing  (closing_each[v*STATES +: STATES]),
        .wr       (wr[v*PTR_BITS +: PTR_BITS]),
        .rd       (rd[v*PTR_BITS +: PTR_BITS]),
        .full     (full[v])
      );
    end
  endgenerate

  integer n;
  always @* begin
    closing = {STATES{1'b0}};
    for (n = 0; n < NUM_VCS; n = n + 1) closing = closing | closing_each[n*STATES +: STATES];
  end

  // SA1, SA4: bodies first; the pointer stays when the pick loses, and moves when it was void.
  wire [NUM_VCS-1:0] request = ((PIPELINE == 2) && ~(|body_req)) ? head_req : body_req;

  rr_arbiter #(.WIDTH(NUM_VCS)) u_pick (
    .clk (clk),
    .rst (rst),
    .req (request),
    .step((|request) & (granted | ~(|req))),
    .gnt (pick)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_req (
    .select(pick),
    .in    (ask),
    .out   (req)
  );

  // RQ2 for the picked VC: what is known of the VC it would send to, once it has sent
  integer o;
  always @* begin
    pop_again = 1'b0;
    for (o = 0; o < NUM_PORTS; o = o + 1) begin
      pop_again = pop_again | (req[o] & (|(flit_vcs & again[o*@{ all_vcs }@ +: @{ all_vcs }@])));
    end
  end

  // VA1, VA2
  generate
    if (PIPELINE == 2) begin : g_with_switch
      assign pick_vc = {NUM_VCS{1'b0}};
      assign req_vc  = {NUM_PORTS{1'b0}};
      assign chosen  = {@{ all_vcs }@{1'b0}};
      wire unused = &{1'b0, ask_vc, chosen_each};
    end else begin : g_before_switch
      rr_arbiter #(.WIDTH(NUM_VCS)) u_pick_vc (
        .clk (clk),
        .rst (rst),
        .req (head_req),
        .step((|head_req) & (granted_vc | ~(|req_vc))),
        .gnt (pick_vc)
      );
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_req_vc (
        .select(pick_vc),
        .in    (ask_vc),
        .out   (req_vc)
      );
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(@{ all_vcs }@)) u_chosen (
        .select(pick_vc),
        .in    (chosen_each),
        .out   (chosen)
      );
    end
  endgenerate

  // The picked flit
  wire [PTR_BITS-1:0]    rd_picked;
  wire [PTR_BITS-1:0]    wr_in;
  wire [VC_BITS-1:0]     vc_picked;
  wire [HEADER_BITS-1:0] header_picked;

  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(1)) u_head (
    .select(pick),
    .in    (head),
    .out   (flit_head)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(1)) u_tail (
    .select(pick),
    .in    (tail),
    .out   (flit_tail)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(@{ all_vcs }@)) u_out_vcs (
    .select(pick),
    .in    (out_vcs),
    .out   (flit_vcs)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(HEADER_BITS)) u_header (
    .select(pick),
    .in    (header),
    .out   (header_picked)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_rd (
    .select(pick),
    .in    (rd),
    .out   (rd_picked)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_wr (
    .select(in_vcs),
    .in    (wr),
    .out   (wr_in)
  );
  onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_vc (
    .onehot(pick),
    .index (vc_picked)
  );

  generate
    if (PAYLOAD_BITS > 0) begin : g_payload
      // The VC number of a single VC tells nothing.
      localparam ADDR_BITS = (NUM_VCS > 1) ? VC_BITS + PTR_BITS : PTR_BITS;
      wire [VC_BITS+PTR_BITS-1:0] waddr = {in_vc, wr_in};
      wire [VC_BITS+PTR_BITS-1:0] raddr = {vc_picked, rd_picked};
      wire unused = &{1'b0, waddr, raddr};

      flit_buffer #(
        .WIDTH    (PAYLOAD_BITS),
        .WORDS    (WORDS),
        .ADDR_BITS(ADDR_BITS)
      ) u_payload (
        .clk  (clk),
        .we   (in_valid),
        .waddr(waddr[ADDR_BITS-1:0]),
        .wdata(in_data[FLIT_WIDTH-1:HEADER_BITS]),
        .raddr(raddr[ADDR_BITS-1:0]),
        .rdata(flit_data[FLIT_WIDTH-1:HEADER_BITS])
      );
    end
  endgenerate
  assign flit_data[HEADER_BITS-1:0] = header_picked;

  // ST2
  always @(posedge clk) begin
    in_credit_valid <= granted & ~rst;
    in_credit_vc    <= vc_picked;
  end

endmodule

`default_nettype wire

// head_call: which head of an input port asks for a VC, and for what
// (docs/router.md, VA1, VA2, VA5). PIPELINE = 3.
//
//   called      one-hot or zero; a register, as are
//   port, vcs   what it asks for: port one-hot, zero if none is called
//   head_req    per VC, as follows: RQ3
//   comes       a head on the link, which is the front in the next clock
//   would_leave, leaves  a head behind the tail that is picked, which comes to the front if an
//               output takes that tail: in this clock
//   wait_*      per VC, what its head asks for in the next clock if it waits;
//               [v*NUM_PORTS +: NUM_PORTS] and [v*ALL_VCS +: ALL_VCS]
//   link_*      RC of the head on the link
//   behind_*    the same of the head behind the tail that may leave
//   asks, granted  the called head: asks for an output, and is given a VC
//   ALL_VCS     the VCs of an output port
//   EITHER      the outputs that can be a second candidate, see other_way; none: what a head asks
//               for does not change while it waits
//
// Grants and the switch's tails come last: all else is ready before them.
`default_nettype none

module head_call #(
  parameter NUM_PORTS = 5,
  parameter NUM_VCS   = 2,
  parameter ALL_VCS   = 2,
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [NUM_VCS-1:0]           head_req,
  input  wire [NUM_VCS-1:0]           comes,
  input  wire [NUM_VCS-1:0]           would_leave,
  input  wire                         leaves,
  input  wire [NUM_VCS*NUM_PORTS-1:0] wait_port,
  input  wire [NUM_VCS*ALL_VCS-1:0]   wait_vcs,
  input  wire [NUM_PORTS-1:0]         link_port,
  input  wire [ALL_VCS-1:0]           link_vcs,
  input  wire [NUM_PORTS-1:0]         behind_port,
  input  wire [ALL_VCS-1:0]           behind_vcs,
  input  wire                         asks,
  input  wire                         granted,
  output reg  [NUM_VCS-1:0]           called,
  output reg  [NUM_PORTS-1:0]         port,
  output reg  [ALL_VCS-1:0]           vcs
);

  wire [NUM_VCS-1:0]   others = head_req & ~called;
  wire [NUM_VCS-1:0]   other;
  wire [NUM_PORTS-1:0] other_port;
  wire [ALL_VCS-1:0]   other_vcs;
  wire [NUM_PORTS-1:0] same_port;  // of the called head, if it waits
  wire [ALL_VCS-1:0]   same_vcs;
  wire                 turn = granted | (~asks & ((|others) | (|comes) | ~(|called)));

  next_after #(.WIDTH(NUM_VCS)) u_others (
    .req (others),
    .last(called),
    .gnt (other)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
    .select(other),
    .in    (wait_port),
    .out   (other_port)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(ALL_VCS)) u_vcs (
    .select(other),
    .in    (wait_vcs),
    .out   (other_vcs)
  );

  generate
    if (EITHER == {NUM_PORTS{1'b0}}) begin : g_one_candidate
      assign same_port = port;
      assign same_vcs  = vcs;
    end else begin : g_two_candidates
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_same_port (
        .select(called),
        .in    (wait_port),
        .out   (same_port)
      );
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(ALL_VCS)) u_same_vcs (
        .select(called),
        .in    (wait_vcs),
        .out   (same_vcs)
      );
    end
  endgenerate

  // What is known before the grants, as nets of their own: whom else to call, and whom if a tail
  // leaves.
  wire                 alone = ~(|others) & ~(|comes);
  (* keep *) wire [NUM_PORTS-1:0] port_now;
  (* keep *) wire [NUM_PORTS-1:0] port_behind;
  assign port_now    = (|others) ? other_port : link_port & {NUM_PORTS{|comes}};
  assign port_behind = behind_port & {NUM_PORTS{alone & (|would_leave)}};

  always @(posedge clk) begin
    if (rst) begin
      called <= {NUM_VCS{1'b0}};
      port   <= {NUM_PORTS{1'b0}};
    end else if (turn) begin
      called <= (|others) ? other : (|comes) ? comes : would_leave & {NUM_VCS{leaves}};
      port   <= port_now | (port_behind & {NUM_PORTS{leaves}});
    end else begin
      port   <= same_port;
    end
    if (turn) vcs <= (|others) ? other_vcs : (|comes) ? link_vcs : behind_vcs;
    else vcs <= same_vcs;
  end

`ifdef TORUSMITH_FORMAL
`include "head_call.vh"
`endif

endmodule

`default_nettype wire

// flit_pick: which VC of an input port asks for the switch, and for which output
// (docs/router.md, VA6, VA7, E5). PIPELINE = 3.
//
//   picked   one-hot or zero; a register
//   req      the output that it holds, one-hot or zero: a register too if there are few VCs, which
//            is faster; else read of the VC, which is smaller
//   ready    per VC: it holds an output VC, and is to have RQ2 in the next clock if no flit leaves
//   goes_on  per VC: it is to have RQ2 in the next clock if its front flit leaves
//   port     per VC, the output that it holds; [v*NUM_PORTS +: NUM_PORTS]
//   head, head_port  the head that is called, and the output that it asks for
//   given    it is given an output VC in this clock (VA4)
//   granted  the picked flit leaves
//   hold     req is to be zero in the next clock, whatever is picked; GUARDED = 0: it never is
//
// Grants come last: all else is ready before them.
`default_nettype none

module flit_pick #(
  parameter NUM_PORTS = 5,
  parameter NUM_VCS   = 2,
  parameter GUARDED   = 0
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [NUM_VCS-1:0]           ready,
  input  wire [NUM_VCS-1:0]           goes_on,
  input  wire [NUM_VCS*NUM_PORTS-1:0] port,
  input  wire [NUM_VCS-1:0]           head,
  input  wire [NUM_PORTS-1:0]         head_port,
  input  wire                         given,
  input  wire                         granted,
  input  wire                         hold,
  output reg  [NUM_VCS-1:0]           picked,
  output wire [NUM_PORTS-1:0]         req
);

  wire [NUM_VCS-1:0] others = ready & ~picked;
  wire [NUM_VCS-1:0] other;
  wire [NUM_VCS-1:0] first = (|others) ? other : head & {NUM_VCS{given}};
  wire [NUM_VCS-1:0] next  = (|first) ? first : picked & goes_on;
  wire               turn = granted | ~(|picked);

  next_after #(.WIDTH(NUM_VCS)) u_others (
    .req (others),
    .last(picked),
    .gnt (other)
  );

  always @(posedge clk) begin
    if (rst) picked <= {NUM_VCS{1'b0}};
    else if (turn) picked <= next;
  end

  generate
    if (NUM_VCS <= 2) begin : g_register
      reg  [NUM_PORTS-1:0] asks;
      wire [NUM_PORTS-1:0] other_port;
      wire [NUM_PORTS-1:0] same_port;  // of the picked VC, if it stays
      wire                 picked_goes_on = |(picked & goes_on);

      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
        .select(other),
        .in    (port),
        .out   (other_port)
      );
      always @(posedge clk) begin
        if (rst || (hold && GUARDED != 0)) asks <= {NUM_PORTS{1'b0}};
        else if (turn) begin
          asks <= (|others)      ? other_port
                : given          ? head_port
                : picked_goes_on ? asks : {NUM_PORTS{1'b0}};
        end else begin
          asks <= same_port;
        end
      end
      assign req = asks;

      if (GUARDED != 0) begin : g_guarded
        // Of what did not ask in this clock, the output is read again.
        onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_same_port (
          .select(picked),
          .in    (port),
          .out   (same_port)
        );
      end else begin : g_unguarded
        assign same_port = asks;
        wire unused = &{1'b0, hold};
      end
    end

    if (NUM_VCS > 2 && GUARDED != 0) begin : g_asking
      reg [NUM_VCS-1:0] asking;  // as picked, and zero behind hold
      wire              unused = &{1'b0, head_port};

      always @(posedge clk) begin
        if (rst || hold) asking <= {NUM_VCS{1'b0}};
        else asking <= turn ? next : picked;
      end
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
        .select(asking),
        .in    (port),
        .out   (req)
      );
    end

    if (NUM_VCS > 2 && GUARDED == 0) begin : g_read
      wire unused = &{1'b0, head_port, hold};
      onehot_mux #(.COUNT(NUM_VCS), .WIDTH(NUM_PORTS)) u_port (
        .select(picked),
        .in    (port),
        .out   (req)
      );
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "flit_pick.vh"
`endif

endmodule

`default_nettype wire

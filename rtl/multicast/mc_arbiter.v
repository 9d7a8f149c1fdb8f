// mc_arbiter: which input gets each output, and the crosspoints that are closed
// (docs/multicast_router.md, B2, B4, B5, B7; docs/router.md, SA4).
//
//   req, gnt    input i and output o at i*11 + o; an input may get many outputs, an output one input
//   one, move   of each input's packet that asks, see mc_multicast_controller
//   ends        per input: its stream sends the tail in this clock
//   blocked     per output: granted to nobody
//   idle        per output: it can be granted
//   grant       per output: it is; straight: to a packet behind its dateline that goes straight on;
//               moved: to a packet with a move
//   closed      registers: the crosspoints of the streams, the layout of req
//   active      per input: it has a stream
//   message     per output: a message is sent in this clock; it stalls the streams to that output
//   stall       per input
//   TURNS       the crosspoints that there are
`default_nettype none

module mc_arbiter #(
  parameter [109:0] TURNS = {110{1'b1}}
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [109:0] req,
  input  wire [9:0]   one,
  input  wire [9:0]   move,
  input  wire [9:0]   ends,
  input  wire [10:0]  blocked,
  input  wire [9:0]   message,
  output wire [10:0]  idle,
  output wire [109:0] gnt,
  output wire [10:0]  grant,
  output wire [10:0]  straight,
  output wire [10:0]  moved,
  output reg  [109:0] closed,
  output reg  [9:0]   active,
  output reg  [9:0]   stall
);

  localparam INPUTS = 10, OUTPUTS = 11;

  // How many of the inputs below `inputs` can turn to `output_port`.
  function integer turns_to;
    input integer output_port;
    input integer inputs;
    integer port;
    begin
      turns_to = 0;
      for (port = 0; port < inputs; port = port + 1) begin
        if (TURNS[port*OUTPUTS+output_port]) turns_to = turns_to + 1;
      end
    end
  endfunction

  integer n, m;
  always @* begin
    for (n = 0; n < INPUTS; n = n + 1) begin
      active[n] = |closed[n*OUTPUTS +: OUTPUTS];
      stall[n]  = |(closed[n*OUTPUTS +: INPUTS] & message);
    end
  end

  always @(posedge clk) begin
    for (m = 0; m < INPUTS; m = m + 1) begin
      closed[m*OUTPUTS +: OUTPUTS] <= rst ? {OUTPUTS{1'b0}} : TURNS[m*OUTPUTS +: OUTPUTS] &
        (gnt[m*OUTPUTS +: OUTPUTS] | (closed[m*OUTPUTS +: OUTPUTS] & {OUTPUTS{~ends[m]}}));
    end
  end

  genvar i, o;
  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      localparam COUNT = turns_to(o, INPUTS);
      wire [COUNT-1:0]  asks, wins;
      wire [INPUTS-1:0] busy, moves;

      for (i = 0; i < INPUTS; i = i + 1) begin : g_input
        localparam RANK = turns_to(o, i);
        assign busy[i] = closed[i*OUTPUTS+o];
        if (TURNS[i*OUTPUTS+o]) begin : g_turn
          assign asks[RANK] = req[i*OUTPUTS+o];
          assign gnt[i*OUTPUTS+o] = wins[RANK];
          assign moves[i] = wins[RANK] & move[i];
        end else begin : g_none
          assign gnt[i*OUTPUTS+o] = 1'b0;
          assign moves[i] = 1'b0;
        end
      end

      rr_arbiter #(.WIDTH(COUNT)) u_arbiter (
        .clk (clk),
        .rst (rst),
        .request(asks),
        .advance(grant[o]),
        .grant  (wins)
      );
      assign idle[o]  = ~(|busy) & ~blocked[o];
      assign grant[o] = |asks;
      assign moved[o] = |moves;

      if (o >= 1 && o <= 8) begin : g_link
        localparam OPPOSITE = (o - 1 ^ 1) + 1;
        assign straight[o] = gnt[OPPOSITE*OUTPUTS+o] & one[OPPOSITE];
      end else begin : g_end
        assign straight[o] = 1'b0;
      end
    end
  endgenerate

  wire unused = &{1'b0, req, one};

`ifdef TORUSMITH_FORMAL
`include "mc_arbiter.vh"
`endif

endmodule
`default_nettype wire

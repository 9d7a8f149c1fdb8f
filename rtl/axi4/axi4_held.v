// axi4_held: the requests of one direction that a subordinate has, in their order, and the head of
// the next response (docs/axi4_interface.md, S2, S3).
//
//   accepted, source, slot  a request is accepted in this clock; only with may_accept
//# if not order
//   len         of that request; out_len, of the response
//# endif
//   node        the own address
//   ends        the last flit of a response is given in this clock
//   prepares    the next request leaves the queue in this clock: next_to, its source, is to be
//               routed
//   counts      and it goes into the network: T7 counts it
//   prepared    there is the head of a response: to, its destination, own: that is the own node,
//               and out_slot
//   given       it is given in this clock
//
// Latency: 2 clocks from accepted to prepared.
`default_nettype none

module axi4_held #(
  parameter HELD         = 8,
  parameter ADDRESS_BITS = 4,
  parameter SLOT_BITS    = 2
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [ADDRESS_BITS-1:0] node,
  output reg                     may_accept,
  input  wire                    accepted,
  input  wire [ADDRESS_BITS-1:0] source,
  input  wire [SLOT_BITS-1:0]    slot,
//# if not order
  input  wire [7:0]              len,
  output reg  [7:0]              out_len,
//# endif
  input  wire                    ends,
  output wire                    prepares,
  output wire                    counts,
  output wire [ADDRESS_BITS-1:0] next_to,
  output reg                     prepared,
  output reg  [ADDRESS_BITS-1:0] to,
  output reg                     own,
  output reg  [SLOT_BITS-1:0]    out_slot,
  input  wire                    given
);

  localparam [4:0] MOST = HELD;

  // What is accepted, and what ends, is known late in a clock, and counted in the next.
  reg  [4:0]           counted;
  reg                  was_accepted, has_ended;
  wire [4:0]           held = counted + {4'd0, was_accepted} - {4'd0, has_ended};
  wire                 there, full;
  wire [SLOT_BITS-1:0] next_slot;
//# if not order
  wire [7:0]           next_len;
//# endif
  wire                 next_own = next_to == node;

  assign prepares   = there & (~prepared | given);
  assign counts     = prepares & ~next_own;

  axi4_fifo #(
    .WIDTH(ADDRESS_BITS + SLOT_BITS${"" if order else " + 8"}),
    .DEPTH(HELD)
  ) u_queue (
    .clk     (clk),
    .rst     (rst),
    .push    (accepted),
    .passes  (1'b0),
    .in      ({${"" if order else "len, "}source, slot}),
    .pop     (prepares),
    .out     ({${"" if order else "next_len, "}next_to, next_slot}),
    .nonempty(there),
    .full    (full)
  );

  // The queue has no more than are held.
  wire unused = &{1'b0, full};

  always @(posedge clk) begin
    if (rst) begin
      counted      <= 5'd0;
      was_accepted <= 1'b0;
      has_ended    <= 1'b0;
      may_accept   <= 1'b1;
      prepared     <= 1'b0;
    end else begin
      counted      <= held;
      was_accepted <= accepted;
      has_ended    <= ends;
      may_accept   <= (ends & ~accepted) |
        ((accepted & ~ends) ? held + 5'd1 < MOST : held < MOST);
      prepared     <= prepares | (prepared & ~given);
    end

    if (prepares) begin
      to       <= next_to;
      own      <= next_own;
      out_slot <= next_slot;
//# if not order
      out_len  <= next_len;
//# endif
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_held.vh"
`endif

endmodule
`default_nettype wire

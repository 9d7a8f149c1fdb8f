// axi4_write_data: what a manager's writes wait in until they ${"may start" if write_start else "are whole"}, and where those that are
// wrong end (docs/axi4_interface.md, I4, I5).
//
//   valid, ready, data, last  the W channel; data is all that goes into a flit
//# if write_start
//   starts     there are the beats with which the write in front may start
//   there      there is a beat
//# else
//   whole      there is a beat with last
//# endif
//   front, tail  the beat in front
//   take       it is given in this clock
//   drop, drop_slot, drop_resp  a wrong write is issued in this clock: its beats are thrown away
//   idle       the dropper is
//   dropping   it throws beats away
//   done       it has a response, slot and resp; sunk: that goes out in this clock
//
// Latency: a beat that is handshaken in one clock can be given in the next. ready, ${"starts, there" if write_start else "whole"}, idle,
// dropping and done are registers or functions of registers.
`default_nettype none

module axi4_write_data #(
  parameter WIDTH     = 72,
  parameter DEPTH     = 64,
  parameter SLOT_BITS = 2
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 valid,
  output wire                 ready,
  input  wire [WIDTH-1:0]     data,
  input  wire                 last,
//# if write_start
  output wire                 starts,
  output wire                 there,
//# else
  output wire                 whole,
//# endif
  output wire [WIDTH-1:0]     front,
  output wire                 tail,
  input  wire                 take,
  input  wire                 drop,
  input  wire [SLOT_BITS-1:0] drop_slot,
  input  wire [1:0]           drop_resp,
  output wire                 idle,
  output reg                  dropping,
  output reg                  done,
  output reg  [SLOT_BITS-1:0] slot,
  output reg  [1:0]           resp,
  input  wire                 sunk
);

//# if write_start != 1
  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

//# endif
//# if write_start != 1
  localparam COUNT_BITS = clog2(DEPTH + 1);
  localparam [COUNT_BITS-1:0] ONE = 1;

//# endif
//# if write_start != 1
  reg  [COUNT_BITS-1:0] lasts;  // beats with last in the buffer
//# endif
//# if write_start > 1
  reg  [COUNT_BITS-1:0] beats;  // beats in the buffer
//# endif
  wire                  ${"" if write_start else "there, "}full;

  wire push   = valid & ready;
  wire throws = dropping & there;
  wire pop    = take | throws;
//# if write_start != 1
  wire more   = push & last;
  wire fewer  = pop & tail;
//# endif

  assign ready = ~full;
//# if write_start == 1
  assign starts = there;
//# elif write_start
  assign starts = (|lasts) | (beats >= ${write_start});
//# else
  assign whole = |lasts;
//# endif
  assign idle  = ~dropping & ~done;

  axi4_fifo #(
    .WIDTH(WIDTH + 1),
    .DEPTH(DEPTH)
  ) u_beats (
    .clk     (clk),
    .rst     (rst),
    .push    (push),
    .passes  (1'b0),
    .in      ({last, data}),
    .pop     (pop),
    .out     ({tail, front}),
    .nonempty(there),
    .full    (full)
  );

  always @(posedge clk) begin
    if (rst) begin
//# if write_start != 1
      lasts    <= {COUNT_BITS{1'b0}};
//# endif
//# if write_start > 1
      beats    <= {COUNT_BITS{1'b0}};
//# endif
      dropping <= 1'b0;
      done     <= 1'b0;
    end else begin
//# if write_start != 1
      if (more & ~fewer)      lasts <= lasts + ONE;
      else if (fewer & ~more) lasts <= lasts - ONE;
//# endif
//# if write_start > 1
      if (push & ~pop)        beats <= beats + ONE;
      else if (pop & ~push)   beats <= beats - ONE;
//# endif
      dropping <= drop | (dropping & ~(throws & tail));
      done     <= (throws & tail) | (done & ~sunk);
    end

    if (drop) begin
      slot <= drop_slot;
      resp <= drop_resp;
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_write_data.vh"
`endif

endmodule
`default_nettype wire

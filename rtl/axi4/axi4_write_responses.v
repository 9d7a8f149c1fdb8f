// axi4_write_responses: the acknowledgements of a manager's writes (docs/axi4_interface.md, RS2).
//
//   enters, slot, resp, user  one comes from the network; always taken
//   done, done_slot, done_resp  one of a wrong write waits; sunk: it is taken in this clock
//   next_slot, next_id  the slot of the next one, and the ID of that, combinational
//   bvalid, ..   the B channel; frees: its handshake frees the slot b_slot
//
// Latency: 1 clock from enters to bvalid, past an empty buffer. The B channel is registers.
`default_nettype none

module axi4_write_responses #(
  parameter SLOTS      = 4,
  parameter SLOT_BITS  = 2,
  parameter ID_WIDTH   = 4,
  parameter USER_WIDTH = 1
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  enters,
  input  wire [SLOT_BITS-1:0]  slot,
  input  wire [1:0]            resp,
  input  wire [USER_WIDTH-1:0] user,
  input  wire                  done,
  input  wire [SLOT_BITS-1:0]  done_slot,
  input  wire [1:0]            done_resp,
  output wire                  sunk,
  output wire [SLOT_BITS-1:0]  next_slot,
  input  wire [ID_WIDTH-1:0]   next_id,
  output reg                   bvalid,
  input  wire                  bready,
  output reg  [ID_WIDTH-1:0]   bid,
  output reg  [1:0]            bresp,
  output reg  [USER_WIDTH-1:0] buser,
  output wire                  frees,
  output reg  [SLOT_BITS-1:0]  b_slot
);

  localparam WIDTH = SLOT_BITS + 2 + USER_WIDTH;

  wire                  waits, full;  // one is in the buffer
  wire [1:0]            next_resp;
  wire [USER_WIDTH-1:0] next_user;
  wire                  free = ~bvalid | bready;
  wire [WIDTH-1:0]      in   = enters ? {slot, resp, user}
                                      : {done_slot, done_resp, {USER_WIDTH{1'b0}}};

  wire                  there  = waits | enters | done;
  wire                  passes = free & ~waits;  // one that comes goes past the empty buffer
  wire [WIDTH-1:0]      front;

  assign {next_slot, next_resp, next_user} = waits ? front : in;
  assign sunk  = done & ~enters;
  assign frees = bvalid & bready;

  axi4_fifo #(
    .WIDTH(WIDTH),
    .DEPTH(SLOTS)
  ) u_responses (
    .clk     (clk),
    .rst     (rst),
    .push    (enters | done),
    .passes  (passes),
    .in      (in),
    .pop     (free & waits),
    .out     (front),
    .nonempty(waits),
    .full    (full)
  );

  // There are no more of them than slots.
  wire unused = &{1'b0, full};

  always @(posedge clk) begin
    if (rst) bvalid <= 1'b0;
    else     bvalid <= there | ~free;
    if (free) begin
      bid    <= next_id;
      bresp  <= next_resp;
      buser  <= next_user;
      b_slot <= next_slot;
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_write_responses.vh"
`endif

endmodule
`default_nettype wire

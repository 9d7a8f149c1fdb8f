// axi4_read_data: the answers to a manager's reads, those of wrong ones included
// (docs/axi4_interface.md, RS3-RS5).
//
//   enters, slot, tail, data  a beat comes from the network; always taken. data is rdata, above it
//              rresp and the user's bits
//   len, fits  there are free places for len + 1 beats, combinational
//   reserve    they are taken from the next clock on
//   err_start, err_slot, err_resp  a wrong read of len + 1 beats is issued; only if err_idle
//   next_slot, next_id  the slot of the next beat, and the ID of that, combinational
//   rvalid, ..   the R channel; r_data as data; frees: its handshake frees the slot r_slot
//
// Latency: 1 clock from enters to rvalid, past an empty buffer. The R channel and err_idle are registers.
`default_nettype none

module axi4_read_data #(
  parameter DATA_WIDTH = 64,
  parameter WIDTH      = 67,  // of data
  parameter BEATS      = 64,
  parameter SLOT_BITS  = 2,
  parameter ID_WIDTH   = 4
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 enters,
  input  wire [SLOT_BITS-1:0] slot,
  input  wire                 tail,
  input  wire [WIDTH-1:0]     data,
  input  wire [7:0]           len,
  output wire                 fits,
  input  wire                 reserve,
  input  wire                 err_start,
  input  wire [SLOT_BITS-1:0] err_slot,
  input  wire [1:0]           err_resp,
  output wire                 err_idle,
  output wire [SLOT_BITS-1:0] next_slot,
  input  wire [ID_WIDTH-1:0]  next_id,
  output reg                  rvalid,
  input  wire                 rready,
  output reg  [ID_WIDTH-1:0]  rid,
  output reg  [WIDTH-1:0]     r_data,
  output reg                  rlast,
  output wire                 frees,
  output reg  [SLOT_BITS-1:0] r_slot
);

  localparam [10:0] PLACES = BEATS;

  reg [10:0]          places;     // RS3: f
  reg                 erring;     // RS4: the error reader has a burst
  reg [SLOT_BITS-1:0] its_slot;
  reg [1:0]           its_resp;
  reg [7:0]           its_left;   // beats left, less one
  reg                 in_buffer;  // RS5: a burst of the buffer is under way
  reg                 in_error;   // one of the error reader is
  reg                 gave_error; // the last burst was the error reader's

  wire                 waits, full;  // a beat is in the buffer
  wire [SLOT_BITS-1:0] front_slot;
  wire                 front_last;
  wire [WIDTH-1:0]     front;
  wire                 there = waits | enters;
//# if user > 0
  wire [WIDTH-1:0]     error_data = {{(WIDTH-DATA_WIDTH-2){1'b0}}, its_resp, {DATA_WIDTH{1'b0}}};
//# else
  wire [WIDTH-1:0]     error_data = {its_resp, {DATA_WIDTH{1'b0}}};
//# endif

  wire free     = ~rvalid | rready;
  wire to_error = in_error | (~in_buffer & erring & ~(there & gave_error));
  wire beat     = to_error | there;  // if to_error, the error reader has one
  wire last     = to_error ? ~(|its_left) : waits ? front_last : tail;
  wire leaves   = free & there & ~to_error;
  wire pop      = leaves & waits;
  wire passes   = leaves & ~waits;  // a beat that comes goes past the empty buffer

  assign fits      = places > {3'd0, len};
  assign err_idle  = ~erring;
  assign next_slot = to_error ? its_slot : waits ? front_slot : slot;
  assign frees     = rvalid & rready & rlast;

  axi4_fifo #(
    .WIDTH(SLOT_BITS + 1 + WIDTH),
    .DEPTH(BEATS)
  ) u_beats (
    .clk     (clk),
    .rst     (rst),
    .push    (enters),
    .passes  (passes),
    .in      ({slot, tail, data}),
    .pop     (pop),
    .out     ({front_slot, front_last, front}),
    .nonempty(waits),
    .full    (full)
  );

  // Places are kept for all beats that come.
  wire unused = &{1'b0, full};

  always @(posedge clk) begin
    if (rst) begin
      places     <= PLACES;
      erring     <= 1'b0;
      in_buffer  <= 1'b0;
      in_error   <= 1'b0;
      gave_error <= 1'b0;
      rvalid     <= 1'b0;
    end else begin
      places <= places - (reserve ? {3'd0, len} + 11'd1 : 11'd0) + {10'd0, leaves};
      erring <= err_start | (erring & ~(free & to_error & last));
      rvalid <= beat | ~free;
      if (free & beat) begin
        in_buffer  <= ~to_error & ~last;
        in_error   <= to_error & ~last;
        gave_error <= to_error;
      end
    end

    if (err_start) begin
      its_slot <= err_slot;
      its_resp <= err_resp;
      its_left <= len;
    end else if (free & to_error) begin
      its_left <= its_left - 8'd1;
    end
    if (free) begin
      rid    <= next_id;
      r_data <= to_error ? error_data : waits ? front : data;
      rlast  <= last;
      r_slot <= next_slot;
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_read_data.vh"
`endif

endmodule
`default_nettype wire

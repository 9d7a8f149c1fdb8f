// axi4_channel_rules: the rules of AXI4 that each of its five channels has, watched on one of them
// (docs/axi4_checker.md). All outputs are of the inputs of the same clock.
//
//   payload    what valid makes valid; known has a 1 for each bit of it that must be 0 or 1
//   shown      valid has come in this clock: a transfer is shown for the first time
//   taken      a transfer is handed over in this clock
//   in_reset   valid is 1 in reset, or in the clock behind it
//   fallen     valid fell without ready
//   changed    the payload changed without ready
//   unclear    valid or ready is neither 0 nor 1
//   unknown    a bit of the payload is neither 0 nor 1
//   waited     ready has not come for MAX_WAIT clocks; 0: it may take any time
`default_nettype none

module axi4_channel_rules #(
  parameter PAYLOAD  = 8,
  parameter MAX_WAIT = 0
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               valid,
  input  wire               ready,
  input  wire [PAYLOAD-1:0] payload,
  input  wire [PAYLOAD-1:0] known,
  output wire               shown,
  output wire               taken,
  output wire               in_reset,
  output wire               fallen,
  output wire               changed,
  output wire               unclear,
  output wire               unknown,
  output wire               waited
);

  localparam [31:0] LIMIT = MAX_WAIT;

  reg               was_reset;
  reg               live;     // there has been a reset
  reg               waiting;  // a transfer was shown in the clock before, and not taken
  reg [PAYLOAD-1:0] payload_q;  // its payload
  reg [31:0]        waits;    // clocks for which it has waited

  wire active = live & ~rst & ~was_reset;
  wire valid_one = valid === 1'b1;
  wire ready_one = ready === 1'b1;
  wire parity = ^(payload & known);

  assign shown    = active & valid_one & ~waiting;
  assign taken    = active & valid_one & ready_one;
  assign in_reset = was_reset === 1'b1 && valid_one;
  assign fallen   = active && waiting && !valid_one;
  assign changed  = active && waiting && valid_one && payload !== payload_q;
  assign unclear  = active && ((valid !== 1'b0 && valid !== 1'b1) ||
                               (ready !== 1'b0 && ready !== 1'b1));
  assign unknown  = shown && parity !== 1'b0 && parity !== 1'b1;
  assign waited   = active && waiting && LIMIT != 32'd0 && waits == LIMIT;

  always @(posedge clk) begin
    was_reset <= rst;
    live      <= live | rst;
    waiting   <= ~rst & live & ~was_reset & valid_one & ~ready_one;
    payload_q <= payload;
    waits     <= (waiting & valid_one) ? waits + 32'd1 : 32'd1;
    if (rst) begin
      live    <= 1'b1;
      waiting <= 1'b0;
    end
  end

endmodule
`default_nettype wire

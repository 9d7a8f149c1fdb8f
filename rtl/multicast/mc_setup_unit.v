// mc_setup_unit: the router's own unit behind output 10: set-up registers, the clock of the time-outs,
// and reports of packets that were shot down (docs/multicast_router.md, S1-S4, U1, U2, Z2, E1).
//
//   node_in      the address, sampled while rst is 1; node: the register
//   flit_*       what comes to output 10 in this clock
//   violation    what went wrong at the local ports in this clock; error: since reset
//   disabled     a bit a port
//   tick         in this clock
//   waiting      a report waits: output 10 takes nothing
//   free         the message slot at the other end of port 0
//   report       the report is sent in this clock; report_data: flit 1 of the packet, no bit set while
//                none is sent
`default_nettype none

module mc_setup_unit #(
  parameter FLIT_WIDTH   = 36,
  parameter ADDRESS_BITS = 8
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [ADDRESS_BITS-1:0] node_in,
  output reg  [ADDRESS_BITS-1:0] node,
  input  wire                    flit_valid,
  input  wire                    flit_head,
  input  wire                    flit_tail,
  input  wire [FLIT_WIDTH-1:0]   flit_data,
  input  wire [3:0]              violation,
  output reg  [3:0]              error,
  output reg  [9:0]              disabled,
  output wire                    tick,
  output reg                     waiting,
  input  wire                    free,
  output wire                    report,
  output wire [FLIT_WIDTH-3:0]   report_data
);

  localparam [1:0] UNICAST = 2'd0, SET_UP = 2'd2;
  localparam [3:0] TIME_OUT = 4'd0, NODE = 4'd1, DISABLED = 4'd2;

  // The packet: its type, and flit 1
  reg  [1:0]            kind;
  reg                   is_second;  // the next flit is flit 1
  reg  [FLIT_WIDTH-3:0] held;
  wire                  second = is_second & ~flit_head;
  wire                  ended  = flit_valid & flit_tail;
  wire [1:0]            type_of = flit_head ? flit_data[1:0] : kind;

  always @(posedge clk) begin
    if (flit_valid) begin
      is_second <= flit_head;
      if (flit_head) kind <= flit_data[1:0];
      if (second) held <= flit_data[FLIT_WIDTH-3:0];
    end
    waiting <= ~rst & ((ended & (type_of == UNICAST)) | (waiting & ~report));
  end

  assign report      = waiting & free;
  assign report_data = held & {(FLIT_WIDTH - 2){report & ~is_second}};  // of one flit: it has no flit 1

  // U1
  wire [19:0] written = second ? flit_data[19:0] : held[19:0];
  wire [3:0]  place   = written[3:0];
  wire [15:0] value   = written[19:4];
  wire        writes  = ended & ~flit_head & (kind == SET_UP);
  wire        timed   = writes & (place == TIME_OUT);

  reg  [15:0] time_out, count;
  wire [15:0] count_next = count + 16'd1;
  wire        last = count_next == time_out;
  assign tick = last & (|time_out);

  always @(posedge clk) begin
    if (rst) begin
      time_out <= 16'd0;
      disabled <= 10'd0;
      count    <= 16'd0;
      node     <= node_in;
      error    <= 4'd0;
    end else begin
      if (timed)                        time_out <= value;
      if (writes & (place == NODE))     node     <= value[ADDRESS_BITS-1:0];
      if (writes & (place == DISABLED)) disabled <= value[9:0];
      count <= (last | timed) ? 16'd0 : count_next;
      error <= error | violation;
    end
  end

  wire unused = &{1'b0, flit_data};

endmodule
`default_nettype wire

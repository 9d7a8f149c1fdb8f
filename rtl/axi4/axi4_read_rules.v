// axi4_read_rules: the rules of AXI4 for answers to reads, watched on AR and R
// (docs/axi4_checker.md). All outputs are of the inputs of the same clock and of the reads before.
//
//   ar, r        handed over in this clock
//   shown        a beat is shown for the first time
//   stranger     no read of its ID is in flight
//   early, late  rlast with a beat before the last of its read; the last without rlast
//   exokay       EXOKAY of a read that is not exclusive
//   mixed        a beat of another ID inside a burst
//   overflow     more than OUTSTANDING reads in flight
//   in_flight    reads in flight
//   asked, exclusive    whether an exclusive read of the ID `asked` is in flight
`default_nettype none

module axi4_read_rules #(
  parameter ID_WIDTH    = 4,
  parameter OUTSTANDING = 16
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                ar,
  input  wire [ID_WIDTH-1:0] arid,
  input  wire [7:0]          arlen,
  input  wire                arlock,
  input  wire                shown,
  input  wire                r,
  input  wire [ID_WIDTH-1:0] rid,
  input  wire [1:0]          rresp,
  input  wire                rlast,
  input  wire [ID_WIDTH-1:0] asked,
  output reg                 exclusive,
  output wire                stranger,
  output wire                early,
  output wire                late,
  output wire                exokay,
  output wire                mixed,
  output wire                overflow,
  output reg  [15:0]         in_flight
);

  localparam [15:0] PLACES = OUTSTANDING;

  // The reads in flight, oldest first, and the beats that each has had
  reg [OUTSTANDING*ID_WIDTH-1:0] ids, next_ids;
  reg [OUTSTANDING*8-1:0]        lens, next_lens;
  reg [OUTSTANDING*8-1:0]        beats, next_beats;
  reg [OUTSTANDING-1:0]          locks, next_locks;
  reg [15:0]                     next_in_flight;

  // The burst under way
  reg                open;
  reg [ID_WIDTH-1:0] open_id;

  // The oldest of rid
  reg        found;
  reg [15:0] place;
  reg [7:0]  len, beat;
  reg        lock;

  integer k;

  always @* begin
    found     = 1'b0;
    place     = 16'd0;
    len       = 8'd0;
    beat      = 8'd0;
    lock      = 1'b0;
    exclusive = 1'b0;
    for (k = OUTSTANDING - 1; k >= 0; k = k - 1)
      if (k[15:0] < in_flight) begin
        if (ids[k*ID_WIDTH +: ID_WIDTH] == rid) begin
          found = 1'b1;
          place = k[15:0];
          len   = lens[k*8 +: 8];
          beat  = beats[k*8 +: 8];
          lock  = locks[k];
        end
        if (ids[k*ID_WIDTH +: ID_WIDTH] == asked && locks[k]) exclusive = 1'b1;
      end
  end

  assign stranger = shown & ~found;
  assign early    = shown && found && rlast && beat != len;
  assign late     = shown && found && !rlast && beat == len;
  assign exokay   = shown && found && rresp == 2'd1 && !lock;
  assign mixed    = shown && open && rid != open_id;
  assign overflow = ar && in_flight == PLACES;

  always @* begin
    next_ids       = ids;
    next_lens      = lens;
    next_beats     = beats;
    next_locks     = locks;
    next_in_flight = in_flight;
    if (r && found) begin
      for (k = 0; k < OUTSTANDING; k = k + 1)
        if (k[15:0] == place && beat != len) next_beats[k*8 +: 8] = beat + 8'd1;
      if (rlast) begin
        for (k = 0; k < OUTSTANDING - 1; k = k + 1)
          if (k[15:0] >= place) begin
            next_ids[k*ID_WIDTH +: ID_WIDTH] = ids[(k+1)*ID_WIDTH +: ID_WIDTH];
            next_lens[k*8 +: 8]              = lens[(k+1)*8 +: 8];
            next_beats[k*8 +: 8]             = beats[(k+1)*8 +: 8];
            next_locks[k]                    = locks[k+1];
          end
        next_in_flight = in_flight - 16'd1;
      end
    end
    if (ar && next_in_flight != PLACES) begin
      for (k = 0; k < OUTSTANDING; k = k + 1)
        if (k[15:0] == next_in_flight) begin
          next_ids[k*ID_WIDTH +: ID_WIDTH] = arid;
          next_lens[k*8 +: 8]              = arlen;
          next_beats[k*8 +: 8]             = 8'd0;
          next_locks[k]                    = arlock;
        end
      next_in_flight = next_in_flight + 16'd1;
    end
  end

  always @(posedge clk) begin
    ids       <= next_ids;
    lens      <= next_lens;
    beats     <= next_beats;
    locks     <= next_locks;
    in_flight <= next_in_flight;
    if (r) begin
      open    <= ~rlast;
      open_id <= rid;
    end
    if (rst) begin
      in_flight <= 16'd0;
      open      <= 1'b0;
    end
  end

endmodule
`default_nettype wire

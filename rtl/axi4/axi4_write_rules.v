// axi4_write_rules: the rules of AXI4 for data of writes and the answers to them, watched on AW, W
// and B (docs/axi4_checker.md). early, late and outside come behind the clock of their beat, as
// data may come before its address; the others are of the inputs of the same clock.
//
//   aw, w, b     handed over in this clock
//   shown        a response is shown for the first time
//   early, late  wlast with a beat before the last of its write; the last without wlast
//   outside      a strobe outside of the bytes of its beat
//   stranger     no write of the response's ID is in flight
//   soon         a response to a write whose last beat has not come
//   exokay       EXOKAY to a write that is not exclusive
//   overflow     more than OUTSTANDING writes in flight, or more than 2^AHEAD_BITS beats or
//                addresses before the others
//   in_flight    writes in flight
`default_nettype none

module axi4_write_rules #(
  parameter DATA_WIDTH  = 64,
  parameter ID_WIDTH    = 4,
  parameter OUTSTANDING = 16,
  parameter AHEAD_BITS  = 9
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    aw,
  input  wire [ID_WIDTH-1:0]     awid,
  input  wire [11:0]             awaddr,
  input  wire [7:0]              awlen,
  input  wire [2:0]              awsize,
  input  wire [1:0]              awburst,
  input  wire                    awlock,
  input  wire                    w,
  input  wire [DATA_WIDTH/8-1:0] wstrb,
  input  wire                    wlast,
  input  wire                    shown,
  input  wire                    b,
  input  wire [ID_WIDTH-1:0]     bid,
  input  wire [1:0]              bresp,
  output wire                    early,
  output wire                    late,
  output wire                    outside,
  output wire                    stranger,
  output wire                    soon,
  output wire                    exokay,
  output wire                    overflow,
  output reg  [15:0]             in_flight
);

  localparam [15:0] PLACES = OUTSTANDING;
  localparam        BYTES  = DATA_WIDTH / 8;
  localparam [11:0] LANES  = BYTES - 1;
  localparam [1:0]  FIXED  = 2'd0, WRAP = 2'd2;
  localparam [AHEAD_BITS:0]   NONE    = 0;
  localparam [AHEAD_BITS-1:0] NO_BITS = 0, NEXT = 1;

  // The writes in flight, oldest first; whole: the last beat has come
  reg [OUTSTANDING*ID_WIDTH-1:0] ids, next_ids;
  reg [OUTSTANDING-1:0]          locks, next_locks;
  reg [OUTSTANDING-1:0]          whole, next_whole;
  reg [15:0]                     next_in_flight;
  reg [31:0]                     ends, next_ends;  // last beats that came before their address

  // The oldest of bid
  reg        found, lock, complete;
  reg [15:0] place;

  reg     marked;
  integer j, k;

  always @* begin
    found    = 1'b0;
    place    = 16'd0;
    lock     = 1'b0;
    complete = 1'b0;
    for (k = OUTSTANDING - 1; k >= 0; k = k - 1)
      if (k[15:0] < in_flight && ids[k*ID_WIDTH +: ID_WIDTH] == bid) begin
        found    = 1'b1;
        place    = k[15:0];
        lock     = locks[k];
        complete = whole[k];
      end
  end

  assign stranger = shown & ~found;
  assign soon     = shown & found & ~complete;
  assign exokay   = shown && found && bresp == 2'd1 && !lock;

  always @* begin
    next_ids       = ids;
    next_locks     = locks;
    next_whole     = whole;
    next_in_flight = in_flight;
    next_ends      = ends;
    if (b && found) begin
      for (k = 0; k < OUTSTANDING - 1; k = k + 1)
        if (k[15:0] >= place) begin
          next_ids[k*ID_WIDTH +: ID_WIDTH] = ids[(k+1)*ID_WIDTH +: ID_WIDTH];
          next_locks[k]                    = locks[k+1];
          next_whole[k]                    = whole[k+1];
        end
      next_in_flight = in_flight - 16'd1;
    end
    if (aw && next_in_flight != PLACES) begin
      for (k = 0; k < OUTSTANDING; k = k + 1)
        if (k[15:0] == next_in_flight) begin
          next_ids[k*ID_WIDTH +: ID_WIDTH] = awid;
          next_locks[k]                    = awlock;
          next_whole[k]                    = 1'b0;
        end
      next_in_flight = next_in_flight + 16'd1;
    end
    if (w && wlast) next_ends = next_ends + 32'd1;
    // Data has the order of the addresses.
    marked = 1'b0;
    for (k = 0; k < OUTSTANDING; k = k + 1)
      if (k[15:0] < next_in_flight && !next_whole[k] && !marked && next_ends != 32'd0) begin
        marked        = 1'b1;
        next_whole[k] = 1'b1;
        next_ends     = next_ends - 32'd1;
      end
  end

  // Addresses and beats, each in its order; a beat is looked at when its address is there.
  reg [24:0]           aws   [0:(1<<AHEAD_BITS)-1];
  reg [BYTES:0]        beats [0:(1<<AHEAD_BITS)-1];
  reg [AHEAD_BITS-1:0] aw_first, aw_free, w_first, w_free;
  reg [AHEAD_BITS:0]   aw_count, w_count;

  wire [11:0]      addr;
  wire [7:0]       len;
  wire [2:0]       size;
  wire [1:0]       burst;
  wire [BYTES-1:0] strb;
  wire             last;
  assign {addr, len, size, burst} = aws[aw_first];
  assign {strb, last}             = beats[w_first];

  reg [7:0]  beat;   // of the write, that is next
  reg [11:0] after;  // its address, but for beat 0
  reg        over;   // beats behind that of len, up to wlast

  wire        look    = ~rst && aw_count != NONE && w_count != NONE;
  wire        end_aw  = look & last;
  wire [11:0] here    = beat == 8'd0 ? addr : after;
  wire [11:0] step    = 12'd1 << size;
  wire [11:0] below   = step - 12'd1;
  wire [11:0] top     = here | below;  // the beat's last byte
  wire [11:0] bytes   = ({4'd0, len} + 12'd1) << size;  // of a WRAP
  wire [11:0] wrap    = bytes - 12'd1;
  wire [11:0] up      = (here & ~below) + step;
  wire [11:0] low     = here & LANES;
  wire [11:0] high    = top & LANES;

  reg [BYTES-1:0] lanes;
  always @* begin
    for (j = 0; j < BYTES; j = j + 1) lanes[j] = j[11:0] >= low && j[11:0] <= high;
  end

  wire aw_full = aw && aw_count[AHEAD_BITS];
  wire w_full  = w && w_count[AHEAD_BITS];

  assign early    = look && last && beat != len;
  assign late     = look && !last && beat == len && !over;
  assign outside  = look && !over && (strb & ~lanes) != {BYTES{1'b0}};
  assign overflow = (aw && in_flight == PLACES) || aw_full || w_full;

  always @(posedge clk) begin
    ids       <= next_ids;
    locks     <= next_locks;
    whole     <= next_whole;
    in_flight <= next_in_flight;
    ends      <= next_ends;
    if (aw && !aw_full) begin
      aws[aw_free] <= {awaddr, awlen, awsize, awburst};
      aw_free      <= aw_free + NEXT;
    end
    if (w && !w_full) begin
      beats[w_free] <= {wstrb, wlast};
      w_free        <= w_free + NEXT;
    end
    aw_count <= aw_count + {NO_BITS, aw && !aw_full} - {NO_BITS, end_aw};
    w_count  <= w_count + {NO_BITS, w && !w_full} - {NO_BITS, look};
    if (look) begin
      w_first <= w_first + NEXT;
      beat    <= last ? 8'd0 : beat == len ? len : beat + 8'd1;
      over    <= !last && beat == len;
      after   <= burst == FIXED ? addr : burst == WRAP ? (here & ~wrap) | (up & wrap) : up;
    end
    if (end_aw) aw_first <= aw_first + NEXT;
    if (rst) begin
      in_flight <= 16'd0;
      ends      <= 32'd0;
      aw_count  <= NONE;
      aw_first  <= NO_BITS;
      aw_free   <= NO_BITS;
      w_count   <= NONE;
      w_first   <= NO_BITS;
      w_free    <= NO_BITS;
      beat      <= 8'd0;
      over      <= 1'b0;
    end
  end

endmodule
`default_nettype wire

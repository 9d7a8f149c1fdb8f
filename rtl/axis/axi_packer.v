// axi_packer: beats of a packet into flits that have several (docs/axi_interface.md, Widths, T8,
// T10).
//
//   beat    a beat of the packet that is being sent is handshaken in this clock
//   tdata, tkeep, tlast  the beat
//   given   a flit is given in this clock: it is full, or the packet ends
//   tail    with given: it is the packet's last
//   cut     with given: the beat is not proper, so the packet is cut short
//   data    with given: the flit's data
//   BEATS   in a flit, the first in the lowest bytes; a tail has the number of its valid bytes in
//           its highest COUNT_BITS bits, and the null mark in the lowest bit of its last beat's
//           place; a tail that cuts the packet short has the cut mark, bit 0, and a count of 0
//
// A flit is given in the clock of its last beat, from registers and that beat.
`default_nettype none

module axi_packer #(
  parameter FLIT_WIDTH   = 32,
  parameter STREAM_WIDTH = 8,
  parameter BYTES        = 1,  // of a beat
  parameter BEATS        = 3,
  parameter COUNT_BITS   = 2
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    beat,
  input  wire [STREAM_WIDTH-1:0] tdata,
  input  wire [BYTES-1:0]        tkeep,
  input  wire                    tlast,
  output wire                    given,
  output wire                    tail,
  output wire                    cut,
  output reg  [FLIT_WIDTH-1:0]   data
);

  wire                          proper;
  wire [BYTES-1:0]              ends;
  wire [STREAM_WIDTH-1:0]       masked;    // bytes that are not valid are 0
  wire [BEATS-1:0]              place;     // one-hot: of the next beat in its flit
  wire [BEATS*STREAM_WIDTH-1:0] gathered;  // 0 where no beat is yet
  wire [BEATS*STREAM_WIDTH-1:0] words;
  wire [BEATS*BYTES-1:0]        end_byte;  // one-hot: the flit's highest valid byte
  wire                          null_beat = proper & ~tkeep[0];

  axi_keep #(.BYTES(BYTES)) u_keep (
    .keep  (tkeep),
    .last  (tlast),
    .proper(proper),
    .ends  (ends)
  );

  assign cut   = beat & ~proper;
  assign given = beat & (place[BEATS-1] | tlast | ~proper);
  assign tail  = tlast | ~proper;

  genvar b;
  generate
    for (b = 0; b < BYTES; b = b + 1) begin : g_byte
      assign masked[b*8 +: 8] = tdata[b*8 +: 8] & {8{tkeep[b]}};
    end

    for (b = 0; b < BEATS; b = b + 1) begin : g_beat
      assign words[b*STREAM_WIDTH +: STREAM_WIDTH] =
        gathered[b*STREAM_WIDTH +: STREAM_WIDTH] | (masked & {STREAM_WIDTH{place[b]}});
    end

    for (b = 0; b < BEATS * BYTES; b = b + 1) begin : g_end
      if (b % BYTES == BYTES - 1 && b / BYTES < BEATS - 1) begin : g_highest
        // A null beat next ends the packet with this beat's highest byte.
        assign end_byte[b] =
          (ends[b%BYTES] & place[b/BYTES]) | (place[b/BYTES+1] & null_beat);
      end else begin : g_lower
        assign end_byte[b] = ends[b%BYTES] & place[b/BYTES];
      end
    end

    if (BEATS > 1) begin : g_several
      reg [BEATS-1:0]              its_place;
      reg [BEATS*STREAM_WIDTH-1:0] kept;
      integer i;
      always @(posedge clk) begin
        if (rst | given) begin
          its_place <= {{(BEATS-1){1'b0}}, 1'b1};
          kept      <= {BEATS*STREAM_WIDTH{1'b0}};
        end else if (beat) begin
          its_place <= its_place << 1;
          // The last beat of a flit is not kept.
          for (i = 0; i < BEATS - 1; i = i + 1) begin
            if (its_place[i]) kept[i*STREAM_WIDTH +: STREAM_WIDTH] <= masked;
          end
        end
      end
      assign place    = its_place;
      assign gathered = kept;
    end else begin : g_one
      assign place    = 1'b1;
      assign gathered = {STREAM_WIDTH{1'b0}};
      wire unused = &{1'b0, clk, rst};
    end
  endgenerate

  reg [COUNT_BITS-1:0] count;
  integer n;
  always @* begin
    count = {COUNT_BITS{1'b0}};
    for (n = 1; n <= BEATS * BYTES; n = n + 1) begin
      if (end_byte[n-1]) count = count | n[COUNT_BITS-1:0];
    end
  end

  always @* begin
    data = {FLIT_WIDTH{1'b0}};
    data[BEATS*STREAM_WIDTH-1:0]         = words & {BEATS*STREAM_WIDTH{proper}};
    data[FLIT_WIDTH-1 -: COUNT_BITS] = count & {COUNT_BITS{proper & tlast}};
    if (BEATS > 1) data[(BEATS-1)*STREAM_WIDTH] = data[(BEATS-1)*STREAM_WIDTH] | null_beat;
    data[0] = data[0] | ~proper;
  end

endmodule
`default_nettype wire

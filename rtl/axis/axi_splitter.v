// axi_splitter: a beat of a packet into several flits, the lowest bytes first
// (docs/axi_interface.md, Widths, T9, T10).
//
//   beat    a beat of the packet that is being sent is handshaken in this clock; only while
//           busy = 0
//   tdata, tkeep, tlast  the beat
//   room    a flit can be given in this clock
//   busy    flits are left of the last beat
//   given   a flit is given in this clock
//   tail    with given: it is the packet's last
//   cut     with given: the beat is not proper, so the packet is cut short
//   data    with given: the flit's data
//   FLITS   of a beat, with FLIT_BYTES each. With COUNT_BITS > 0 there are fewer of a last beat with
//           fewer valid bytes, one of a null beat, and the tail has the number of its own in its
//           highest bits; a tail that cuts the packet short has a count of 0 and bit 0, the cut mark
//
// The first flit of a beat is given in the clock of the beat, the others from registers.
`default_nettype none

module axi_splitter #(
  parameter FLIT_WIDTH   = 32,
  parameter STREAM_WIDTH = 64,
  parameter BYTES        = 8,  // of a beat
  parameter FLIT_BYTES   = 4,
  parameter FLITS        = 2,
  parameter COUNT_BITS   = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    beat,
  input  wire [STREAM_WIDTH-1:0] tdata,
  input  wire [BYTES-1:0]        tkeep,
  input  wire                    tlast,
  input  wire                    room,
  output wire                    busy,
  output wire                    given,
  output wire                    tail,
  output wire                    cut,
  output wire [FLIT_WIDTH-1:0]   data
);

  localparam FLIT_BITS = 8 * FLIT_BYTES;
  localparam REST_BITS = (FLITS - 1) * FLIT_BITS;

  wire                       proper;
  wire [BYTES-1:0]           ends;
  wire [FLITS*FLIT_BITS-1:0] wide;   // the beat, its bytes that are not valid 0
  wire [FLITS-2:0]           has_next;  // bit f: the beat has a flit f + 1
  reg  [FLITS-2:0]           left;   // the same of the last beat, flits given not counted
  reg  [REST_BITS-1:0]       rest;   // their bytes
  reg                        ending;  // that beat was the packet's last
  wire [FLITS-2:0]           left_next;  // left and rest after the next flit
  wire [REST_BITS-1:0]       rest_next;

  axi_keep #(.BYTES(BYTES)) u_keep (
    .keep  (tkeep),
    .last  (tlast),
    .proper(proper),
    .ends  (ends)
  );

  assign busy  = left[0];
  assign given = beat | (busy & room);
  assign cut   = beat & ~proper;
  assign tail  = busy ? ending & ~left_next[0] : ~proper | (tlast & ~has_next[0]);

  genvar b, f;
  generate
    for (b = 0; b < FLITS * FLIT_BYTES; b = b + 1) begin : g_byte
      if (b < BYTES) begin : g_there
        assign wide[b*8 +: 8] = tdata[b*8 +: 8] & {8{tkeep[b] & proper}};
      end else begin : g_none
        assign wide[b*8 +: 8] = 8'd0;
      end
    end
    for (b = 1; b < FLITS; b = b + 1) begin : g_flit
      assign has_next[b-1] = tkeep[b*FLIT_BYTES] & proper;
    end
  endgenerate

  generate
    if (FLITS > 2) begin : g_next
      assign left_next = {1'b0, left[FLITS-2:1]};
      assign rest_next = {{FLIT_BITS{1'b0}}, rest[REST_BITS-1:FLIT_BITS]};
    end else begin : g_two
      assign left_next = 1'b0;
      assign rest_next = rest;
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) left <= {(FLITS-1){1'b0}};
    else if (beat) left <= has_next;
    else if (room) left <= left_next;

    if (beat) begin
      rest   <= wide[FLITS*FLIT_BITS-1:FLIT_BITS];
      ending <= tlast;
    end else if (room) begin
      rest <= rest_next;
    end
  end

  wire [FLIT_BITS-1:0] bytes = busy ? rest[FLIT_BITS-1:0] : wide[FLIT_BITS-1:0];

  generate
    if (COUNT_BITS > 0) begin : g_counted
      reg  [FLITS*FLIT_BYTES-1:0] end_byte;
      wire [FLIT_BYTES-1:0]       of_length;   // bit n - 1: the beat's last flit has n valid bytes
      reg  [COUNT_BITS-1:0]       its_count;   // that n
      reg  [COUNT_BITS-1:0]       last_count;  // the same of the last beat
      reg  [FLIT_WIDTH-1:0]       counted;
      integer n;

      always @* begin
        end_byte = {FLITS*FLIT_BYTES{1'b0}};
        end_byte[BYTES-1:0] = ends;
      end
      for (b = 0; b < FLIT_BYTES; b = b + 1) begin : g_length
        wire [FLITS-1:0] in_flit;
        for (f = 0; f < FLITS; f = f + 1) begin : g_flit
          assign in_flit[f] = end_byte[f*FLIT_BYTES+b];
        end
        assign of_length[b] = |in_flit;
      end
      always @* begin
        its_count = {COUNT_BITS{1'b0}};
        for (n = 1; n <= FLIT_BYTES; n = n + 1) begin
          if (of_length[n-1]) its_count = its_count | n[COUNT_BITS-1:0];
        end
      end
      always @(posedge clk) if (beat) last_count <= its_count;

      wire [COUNT_BITS-1:0] count = busy ? last_count : its_count & {COUNT_BITS{proper}};
      always @* begin
        counted = {FLIT_WIDTH{1'b0}};
        counted[FLIT_BITS-1:0] = bytes;
        counted[0] = bytes[0] | (~busy & ~proper);
        counted[FLIT_WIDTH-1 -: COUNT_BITS] = count & {COUNT_BITS{tail}};
      end
      assign data = counted;
    end else begin : g_plain
      reg [FLIT_WIDTH-1:0] plain;
      always @* begin
        plain = {FLIT_WIDTH{1'b0}};
        plain[FLIT_BITS-1:0] = bytes;
      end
      assign data = plain;
      wire unused = &{1'b0, ends};
    end
  endgenerate

endmodule
`default_nettype wire

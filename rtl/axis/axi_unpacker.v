// axi_unpacker: beats out of flits that have several (docs/axi_interface.md, Widths, M7).
//
//   tail, flit  the front flit of the packet that is open
//   hand    a beat of it goes into the output register in this clock
//   stays   that is not its last
//   data, keep  the beat, and which bytes of it are valid
//   cut     with the last beat of a packet: the packet was cut short
//   TKEEP   1: a packet can end with a null beat, or be cut short; both have marks (T8, T10)
//
// All outputs are combinational from the flit and the number of its beats that were handed over.
`default_nettype none

module axi_unpacker #(
  parameter FLIT_WIDTH   = 32,
  parameter STREAM_WIDTH = 8,
  parameter BYTES        = 1,  // of a beat
  parameter BEATS        = 3,  // of a flit that is no tail
  parameter COUNT_BITS   = 2,
  parameter TKEEP        = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    tail,
  input  wire [FLIT_WIDTH-1:0]   flit,
  input  wire                    hand,
  output wire                    stays,
  output wire [STREAM_WIDTH-1:0] data,
  output wire [BYTES-1:0]        keep,
  output wire                    cut
);

  wire [COUNT_BITS-1:0]  count = flit[FLIT_WIDTH-1 -: COUNT_BITS];
  wire [BEATS-1:0]       place;  // one-hot: of the beat in the flit
  wire [BEATS*BYTES-1:0] valid;  // bytes of the flit
  wire [BEATS-1:0]       has_next;  // bit b: the flit has a beat after b
  wire                   null_mark;  // a null beat follows the valid bytes of the tail
  reg  [BEATS*STREAM_WIDTH-1:0] words;  // the flit's bytes without the null mark

  assign stays = |(place & has_next);

  genvar b;
  generate
    for (b = 0; b < BEATS * BYTES; b = b + 1) begin : g_byte
      localparam [COUNT_BITS-1:0] BELOW = b;
      assign valid[b] = ~tail | (count > BELOW);
    end

    for (b = 0; b < BEATS; b = b + 1) begin : g_beat
      if (b < BEATS - 1) begin : g_inner
        assign has_next[b] = valid[(b+1)*BYTES] | (valid[(b+1)*BYTES-1] & null_mark);
      end else begin : g_last
        assign has_next[b] = 1'b0;
      end
    end

    if (TKEEP != 0) begin : g_marks
      assign cut = ~valid[0] & flit[0];
      assign null_mark = (BEATS > 1) & ~valid[(BEATS-1)*BYTES] & flit[(BEATS-1)*STREAM_WIDTH];
    end else begin : g_no_marks
      assign cut = 1'b0;
      assign null_mark = 1'b0;
    end

    if (BEATS > 1) begin : g_several
      reg [BEATS-1:0] its_place;
      always @(posedge clk) begin
        if (rst) its_place <= {{(BEATS-1){1'b0}}, 1'b1};
        else if (hand) its_place <= stays ? its_place << 1 : {{(BEATS-1){1'b0}}, 1'b1};
      end
      assign place = its_place;
    end else begin : g_one
      assign place = 1'b1;
      wire unused = &{1'b0, clk, rst, hand};
    end
  endgenerate

  always @* begin
    words = flit[BEATS*STREAM_WIDTH-1:0];
    if (null_mark) words[(BEATS-1)*STREAM_WIDTH] = 1'b0;
  end

  onehot_mux #(.COUNT(BEATS), .WIDTH(STREAM_WIDTH)) u_data (
    .select(place),
    .in    (words),
    .out   (data)
  );
  onehot_mux #(.COUNT(BEATS), .WIDTH(BYTES)) u_keep (
    .select(place),
    .in    (valid),
    .out   (keep)
  );

  wire unused = &{1'b0, flit};

endmodule
`default_nettype wire

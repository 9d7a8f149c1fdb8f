// axi_joiner: a beat out of several flits, the lowest bytes first (docs/axi_interface.md, Widths,
// M8).
//
//   tail, flit  the front flit of the packet that is open
//   leave   it leaves its buffer in this clock
//   gathers it does not end a beat: it is kept here until others have come
//   data, keep  the beat that it ends, and which bytes of that are valid
//   cut     with the last beat of a packet: the packet was cut short, as the cut mark says (T10)
//   FLITS   of a beat, with FLIT_BYTES each; with COUNT_BITS > 0 a tail may end one earlier
//
// All outputs are combinational from the flit and those that were gathered.
`default_nettype none

module axi_joiner #(
  parameter FLIT_WIDTH   = 32,
  parameter STREAM_WIDTH = 64,
  parameter BYTES        = 8,  // of a beat
  parameter FLIT_BYTES   = 4,
  parameter FLITS        = 2,
  parameter COUNT_BITS   = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    tail,
  input  wire [FLIT_WIDTH-1:0]   flit,
  input  wire                    leave,
  output wire                    gathers,
  output wire [STREAM_WIDTH-1:0] data,
  output wire [BYTES-1:0]        keep,
  output wire                    cut
);

  localparam FLIT_BITS = 8 * FLIT_BYTES;

  reg  [FLITS-1:0]               place;     // one-hot: of the flit in the beat
  reg  [(FLITS-1)*FLIT_BITS-1:0] gathered;  // 0 where no flit is yet
  wire [FLITS*FLIT_BITS-1:0]     words;
  wire [FLIT_BITS-1:0]           bytes = flit[FLIT_BITS-1:0];
  wire                           unused = &{1'b0, words, flit};

  assign gathers = ~tail & ~place[FLITS-1];
  assign data    = words[STREAM_WIDTH-1:0];

  integer i;
  always @(posedge clk) begin
    if (rst | (leave & ~gathers)) begin
      place    <= {{(FLITS-1){1'b0}}, 1'b1};
      gathered <= {(FLITS-1)*FLIT_BITS{1'b0}};
    end else if (leave) begin
      place <= place << 1;
      for (i = 0; i < FLITS - 1; i = i + 1) begin
        if (place[i]) gathered[i*FLIT_BITS +: FLIT_BITS] <= bytes;
      end
    end
  end

  assign words[(FLITS-1)*FLIT_BITS +: FLIT_BITS] =
    bytes & {FLIT_BITS{place[FLITS-1] | (COUNT_BITS == 0)}};

  genvar f, b;
  generate
    for (f = 0; f < FLITS - 1; f = f + 1) begin : g_flit
      assign words[f*FLIT_BITS +: FLIT_BITS] = gathered[f*FLIT_BITS +: FLIT_BITS] |
        (bytes & {FLIT_BITS{place[f] & (COUNT_BITS != 0)}});
    end

    if (COUNT_BITS > 0) begin : g_counted
      wire [COUNT_BITS-1:0] count = flit[FLIT_WIDTH-1 -: COUNT_BITS];
      wire [FLITS-1:0]      full;  // bit f: all bytes of flit f are valid
      assign cut = tail & ~(|count) & flit[0];
      for (f = 0; f < FLITS; f = f + 1) begin : g_full
        if (f < FLITS - 1) begin : g_gathered
          assign full[f] = ~tail | (|place[FLITS-1:f+1]);
        end else begin : g_last
          assign full[f] = ~tail;
        end
      end
      for (b = 0; b < BYTES; b = b + 1) begin : g_byte
        localparam FLIT = b / FLIT_BYTES;
        localparam [31:0] BYTE = b % FLIT_BYTES;
        assign keep[b] = full[FLIT] | (place[FLIT] & (count > BYTE[COUNT_BITS-1:0]));
      end
    end else begin : g_plain
      assign cut  = 1'b0;
      assign keep = {BYTES{1'b1}};
    end
  endgenerate

endmodule
`default_nettype wire

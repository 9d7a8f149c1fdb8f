// axi4_address_rules: the rules of AXI4 for what a request on AW or AR may ask for
// (docs/axi4_checker.md). All outputs are of the inputs of the same clock.
//
//   shown       a request is shown for the first time
//   reserved    its burst type is reserved
//   wide        its beats are wider than the data
//   wrap_length, wrap_start    a WRAP of other than 2, 4, 8, 16 beats, or that starts unaligned
//   fixed_length               a FIXED of more than 16 beats
//   page                       an INCR that crosses 4096 bytes
//   allocate                   it allocates, and cannot be modified
//   exclusive_length, exclusive_bytes, exclusive_start    an exclusive access of more than 16
//       beats; of bytes that are no power of two or more than 128; that starts at no multiple
`default_nettype none

module axi4_address_rules #(
  parameter DATA_WIDTH = 64
) (
  input  wire        shown,
  input  wire [11:0] addr,
  input  wire [7:0]  len,
  input  wire [2:0]  size,
  input  wire [1:0]  burst,
  input  wire        lock,
  input  wire [3:1]  cache,
  output wire        reserved,
  output wire        wide,
  output wire        wrap_length,
  output wire        wrap_start,
  output wire        fixed_length,
  output wire        page,
  output wire        allocate,
  output wire        exclusive_length,
  output wire        exclusive_bytes,
  output wire        exclusive_start
);

  localparam [7:0] BYTES = DATA_WIDTH / 8;
  localparam [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;

  wire [7:0]  beat  = 8'd1 << size;  // bytes of a beat
  wire [15:0] bytes = ({8'd0, len} + 16'd1) << size;
  wire [11:0] above = addr & {5'd0, beat[6:0] - 7'd1};  // bytes behind a multiple of them
  wire [16:0] last  = {5'd0, addr - above} + {1'b0, bytes};
  wire        power = (bytes & (bytes - 16'd1)) == 16'd0 && bytes <= 16'd128;
  wire        exclusive = shown & lock;

  assign reserved         = shown && burst == 2'd3;
  assign wide             = shown && beat > BYTES;
  assign wrap_length      = shown && burst == WRAP &&
                            len != 8'd1 && len != 8'd3 && len != 8'd7 && len != 8'd15;
  assign wrap_start       = shown && burst == WRAP && above != 12'd0;
  assign fixed_length     = shown && burst == FIXED && len > 8'd15;
  assign page             = shown && burst == INCR && last > 17'd4096;
  assign allocate         = shown && !cache[1] && cache[3:2] != 2'd0;
  assign exclusive_length = exclusive && len > 8'd15;
  assign exclusive_bytes  = exclusive && !power;
  assign exclusive_start  = exclusive && power && (addr & (bytes[11:0] - 12'd1)) != 12'd0;

endmodule
`default_nettype wire

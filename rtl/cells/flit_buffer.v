//# if asic
// flit_buffer: a memory of SLOTS words, written at the clock edge and read in the same cycle: flip-
// flops and an AND-OR, for gates. A read shows the word before a write of the same cycle.
//# else
// flit_buffer: a memory of SLOTS words, written at the clock edge and read in the same cycle: the
// distributed RAM of an FPGA. A read shows the word before a write of the same cycle.
//# endif
`default_nettype none

module flit_buffer #(
  parameter WIDTH     = 32,
  parameter SLOTS     = 8,
  parameter SLOT_BITS = 3
) (
  input  wire                 clk,
  input  wire                 write,
  input  wire [SLOT_BITS-1:0] write_slot,
  input  wire [WIDTH-1:0]     write_word,
  input  wire [SLOT_BITS-1:0] read_slot,
  output wire [WIDTH-1:0]     read_word
);

//# if asic
  wire [SLOTS*WIDTH-1:0] words;
  reg  [WIDTH-1:0]       word_read;
  integer                k;

  genvar slot;
  generate
    for (slot = 0; slot < SLOTS; slot = slot + 1) begin : g_slot
      localparam [31:0] SLOT = slot;
      reg [WIDTH-1:0] word;
      always @(posedge clk) begin
        if (write & (write_slot == SLOT[SLOT_BITS-1:0])) word <= write_word;
      end
      assign words[slot*WIDTH +: WIDTH] = word;
    end
  endgenerate

  always @* begin
    word_read = {WIDTH{1'b0}};
    for (k = 0; k < SLOTS; k = k + 1) begin
      word_read = word_read | ({WIDTH{read_slot == k[SLOT_BITS-1:0]}} & words[k*WIDTH +: WIDTH]);
    end
  end

  assign read_word = word_read;
//# else
`ifndef YOSYS  // which takes the RAM of the device where it has one
  (* ram_style = "distributed", ramstyle = "MLAB" *)
`endif
  reg [WIDTH-1:0] words [0:SLOTS-1];

  always @(posedge clk) begin
    if (write) words[write_slot] <= write_word;
  end

  assign read_word = words[read_slot];
//# endif

`ifdef TORUSMITH_FORMAL
`include "flit_buffer.vh"
`endif

endmodule
`default_nettype wire

// front_buffer: a memory of SLOTS words, written at the clock edge and read in the same cycle at two
// places [L2, RC4]: for the flit that leaves and for the flit after it.
//
//   front_slot -> front_word     without the highest bit, which is the tail's
//   second_slot -> second_word
`default_nettype none

module front_buffer #(
  parameter WIDTH     = 4,
  parameter SLOTS     = 8,
  parameter SLOT_BITS = 3
) (
  input  wire                 clk,
  input  wire                 write,
  input  wire [SLOT_BITS-1:0] write_slot,
  input  wire [WIDTH-1:0]     write_word,
  input  wire [SLOT_BITS-1:0] front_slot,
  output wire [WIDTH-2:0]     front_word,
  input  wire [SLOT_BITS-1:0] second_slot,
  output wire [WIDTH-1:0]     second_word
);

//# if asic
  wire [SLOTS*WIDTH-1:0] words;
  reg  [WIDTH-2:0]       front;
  reg  [WIDTH-1:0]       second;
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
    front  = {(WIDTH-1){1'b0}};
    second = {WIDTH{1'b0}};
    for (k = 0; k < SLOTS; k = k + 1) begin
      front  = front | ({(WIDTH-1){front_slot == k[SLOT_BITS-1:0]}} & words[k*WIDTH +: WIDTH-1]);
      second = second | ({WIDTH{second_slot == k[SLOT_BITS-1:0]}} & words[k*WIDTH +: WIDTH]);
    end
  end

  assign front_word  = front;
  assign second_word = second;
//# else
`ifndef YOSYS  // which takes the RAM of the device where it has one
  (* ram_style = "distributed", ramstyle = "MLAB" *)
`endif
  reg [WIDTH-1:0] words [0:SLOTS-1];

  always @(posedge clk) begin
    if (write) words[write_slot] <= write_word;
  end

  assign front_word  = words[front_slot][WIDTH-2:0];
  assign second_word = words[second_slot];
//# endif

`ifdef TORUSMITH_FORMAL
`include "front_buffer.vh"
`endif

endmodule
`default_nettype wire

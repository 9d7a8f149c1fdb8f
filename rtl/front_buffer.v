// front_buffer: what an input unit keeps of its flits for two readers at once: write clocked, both
// reads combinational (docs/router.md, L2, RC4).
//
//   raddr -> rdata          of the flit that leaves
//   behind_addr -> behind   of the flit that comes to the front behind it
//   RAM       1: a distributed RAM, 0: flip-flops, see flit_buffer
`default_nettype none

module front_buffer #(
  parameter WIDTH     = 4,
  parameter WORDS     = 8,
  parameter ADDR_BITS = 3,
  parameter RAM       = 1
) (
  input  wire                 clk,
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata,
  input  wire [ADDR_BITS-1:0] behind_addr,
  output wire [WIDTH-1:0]     behind
);

  genvar k;
  generate
    if (RAM != 0) begin : g_ram
`ifndef YOSYS
      (* ram_style = "distributed", ramstyle = "MLAB" *)  // see flit_buffer
`endif
      reg [WIDTH-1:0] mem [0:WORDS-1];

      always @(posedge clk) begin
        if (we) mem[waddr] <= wdata;
      end

      assign rdata  = mem[raddr];
      assign behind = mem[behind_addr];
    end else begin : g_registers
      wire [WORDS*WIDTH-1:0] words;
      wire [WORDS-1:0]       select;
      wire [WORDS-1:0]       select_behind;

      for (k = 0; k < WORDS; k = k + 1) begin : g_word
        localparam [ADDR_BITS-1:0] ADDRESS = k;
        reg [WIDTH-1:0] word;
        always @(posedge clk) begin
          if (we & (waddr == ADDRESS)) word <= wdata;
        end
        assign words[k*WIDTH +: WIDTH] = word;
        assign select[k]        = raddr == ADDRESS;
        assign select_behind[k] = behind_addr == ADDRESS;
      end

      onehot_mux #(.COUNT(WORDS), .WIDTH(WIDTH)) u_read (
        .select(select),
        .in    (words),
        .out   (rdata)
      );
      onehot_mux #(.COUNT(WORDS), .WIDTH(WIDTH)) u_read_behind (
        .select(select_behind),
        .in    (words),
        .out   (behind)
      );
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "front_buffer.vh"
`endif

endmodule

`default_nettype wire

// flit_buffer: where flits wait. Written at the clock edge, read asynchronously, never reset.
//
//   we, waddr, wdata  write port
//   raddr, rdata      read port; the value before a write of the same clock
//   RAM               1: a distributed RAM, as FPGAs have it; 0: flip-flops and an AND-OR, which is
//                     smaller and faster where they are flip-flops anyway
// Addresses are below WORDS.
`default_nettype none

module flit_buffer #(
  parameter WIDTH     = 32,
  parameter WORDS     = 8,
  parameter ADDR_BITS = 3,
  parameter RAM       = 1
) (
  input  wire                 clk,
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata
);

  genvar k;
  generate
    if (RAM != 0) begin : g_ram
      // yosys finds the RAM by the asynchronous read; where a device has none it takes block RAM,
      // with the register behind it, or flip-flops, but not if distributed RAM is asked for.
`ifndef YOSYS
      (* ram_style = "distributed", ramstyle = "MLAB" *)
`endif
      reg [WIDTH-1:0] mem [0:WORDS-1];

      always @(posedge clk) begin
        if (we) mem[waddr] <= wdata;
      end

      assign rdata = mem[raddr];
    end else begin : g_registers
      wire [WORDS*WIDTH-1:0] words;
      wire [WORDS-1:0]       select;

      for (k = 0; k < WORDS; k = k + 1) begin : g_word
        localparam [ADDR_BITS-1:0] ADDRESS = k;
        reg [WIDTH-1:0] word;
        always @(posedge clk) begin
          if (we & (waddr == ADDRESS)) word <= wdata;
        end
        assign words[k*WIDTH +: WIDTH] = word;
        assign select[k] = raddr == ADDRESS;
      end

      onehot_mux #(.COUNT(WORDS), .WIDTH(WIDTH)) u_read (
        .select(select),
        .in    (words),
        .out   (rdata)
      );
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "flit_buffer.vh"
`endif

endmodule

`default_nettype wire

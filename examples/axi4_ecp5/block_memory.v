// block_memory: a memory of 4 KiB in block RAM behind AXI4, for INCR bursts of whole words.
//
//   s_axi_*   AXI4; what is constant, or not looked at, is not here
//
// One burst at a time: in turn it offers to take a write and a read. It takes a write's beat each
// clock, and gives a read's each second clock. All outputs are registers, or functions of them.
`default_nettype none

module block_memory (
  input  wire        clk,
  input  wire        rst,
  input  wire [11:0] s_axi_awaddr,
  input  wire        s_axi_awvalid,
  output wire        s_axi_awready,
  input  wire [31:0] s_axi_wdata,
  input  wire [3:0]  s_axi_wstrb,
  input  wire        s_axi_wlast,
  input  wire        s_axi_wvalid,
  output wire        s_axi_wready,
  output wire        s_axi_bvalid,
  input  wire        s_axi_bready,
  input  wire [11:0] s_axi_araddr,
  input  wire [7:0]  s_axi_arlen,
  input  wire        s_axi_arvalid,
  output wire        s_axi_arready,
  output wire [31:0] s_axi_rdata,
  output wire        s_axi_rlast,
  output wire        s_axi_rvalid,
  input  wire        s_axi_rready
);

  localparam [2:0] IDLE   = 3'd0;
  localparam [2:0] WRITE  = 3'd1;
  localparam [2:0] ANSWER = 3'd2;
  localparam [2:0] FETCH  = 3'd3;
  localparam [2:0] READ   = 3'd4;

  reg [2:0] state;
  reg       writes;  // offers to take a write, else a read
  reg [9:0] word;
  reg [7:0] left;

  assign s_axi_awready = (state == IDLE) & writes;
  assign s_axi_arready = (state == IDLE) & ~writes;
  assign s_axi_wready  = state == WRITE;
  assign s_axi_bvalid  = state == ANSWER;
  assign s_axi_rvalid  = state == READ;
  assign s_axi_rlast   = left == 8'd0;

  wire takes = s_axi_wvalid & s_axi_wready;
  wire gives = s_axi_rvalid & s_axi_rready;

  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : g_byte
      reg [7:0] bytes [0:1023];
      reg [7:0] out;

      always @(posedge clk) begin
        if (takes & s_axi_wstrb[b]) bytes[word] <= s_axi_wdata[b*8 +: 8];
        if (state == FETCH) out <= bytes[word];
      end
      assign s_axi_rdata[b*8 +: 8] = out;
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      state  <= IDLE;
      writes <= 1'b0;
    end else begin
      writes <= ~writes;
      case (state)
        IDLE:
          if (s_axi_awvalid & s_axi_awready)      state <= WRITE;
          else if (s_axi_arvalid & s_axi_arready) state <= FETCH;
        WRITE:   if (takes & s_axi_wlast) state <= ANSWER;
        ANSWER:  if (s_axi_bready) state <= IDLE;
        FETCH:   state <= READ;
        default: if (gives) state <= s_axi_rlast ? IDLE : FETCH;
      endcase
    end
    if (state == IDLE) begin
      word <= writes ? s_axi_awaddr[11:2] : s_axi_araddr[11:2];
      left <= s_axi_arlen;
    end else if (takes | gives) begin
      word <= word + 10'd1;
      left <= left - 8'd1;
    end
  end

  wire unused = &{1'b0, s_axi_awaddr[1:0], s_axi_araddr[1:0]};

endmodule

`default_nettype wire

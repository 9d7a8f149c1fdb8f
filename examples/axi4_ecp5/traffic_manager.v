// traffic_manager: writes bursts of 1 to 16 beats into two memories, as an LFSR draws, reads each
// back at once, and looks for what is wrong.
//
//   seed      of the LFSR, not 0; sampled while rst is 1
//   m_axi_*   AXI4: INCR bursts of whole words, one in flight; what is constant is not here
//   bursts    bursts that were read back
//   ok        of each memory: 16 bursts and more were read back
//   error     stays until reset: a word is not the one that was written, a response is not OKAY, a
//             burst has too few or too many beats, an answer to nothing, or nothing for 4096 clocks
//
// From the highest bit down, an address is 1 or 2 for the memory (2 bits), 0 (2), the manager (1),
// the block (5), 0 (6); a word is the burst's number (16), the block (5), the memory (1), the
// manager (1), 0 (5), the beat (4). All outputs are registers, or functions of registers.
`default_nettype none

module traffic_manager #(
  parameter [0:0] MANAGER = 1'b0
) (
  input  wire        clk,
  input  wire        rst,
  input  wire [15:0] seed,
  output wire [15:0] m_axi_awaddr,
  output wire [7:0]  m_axi_awlen,
  output reg         m_axi_awvalid,
  input  wire        m_axi_awready,
  output wire [31:0] m_axi_wdata,
  output wire        m_axi_wlast,
  output reg         m_axi_wvalid,
  input  wire        m_axi_wready,
  input  wire [1:0]  m_axi_bresp,
  input  wire        m_axi_bvalid,
  output wire        m_axi_bready,
  output wire [15:0] m_axi_araddr,
  output wire [7:0]  m_axi_arlen,
  output reg         m_axi_arvalid,
  input  wire        m_axi_arready,
  input  wire [31:0] m_axi_rdata,
  input  wire [1:0]  m_axi_rresp,
  input  wire        m_axi_rlast,
  input  wire        m_axi_rvalid,
  output wire        m_axi_rready,
  output reg  [15:0] bursts,
  output wire [1:0]  ok,
  output reg         error
);

  localparam [1:0] DRAW  = 2'd0;
  localparam [1:0] WRITE = 2'd1;
  localparam [1:0] READ  = 2'd2;

  reg [1:0]  state;
  reg [15:0] lfsr;
  reg        memory;
  reg [4:0]  block;
  reg [3:0]  last;
  reg [3:0]  beat;
  reg [1:0]  pace;  // a beat is taken in three clocks of four
  reg [12:0] silence;
  reg [4:0]  low, high;  // bursts of each memory, up to 16

  wire [31:0] word = {bursts, block, memory, MANAGER, 5'd0, beat};

  assign m_axi_awaddr = {memory, ~memory, 2'd0, MANAGER, block, 6'd0};
  assign m_axi_araddr = m_axi_awaddr;
  assign m_axi_awlen  = {4'd0, last};
  assign m_axi_arlen  = m_axi_awlen;
  assign m_axi_wdata  = word;
  assign m_axi_wlast  = beat == last;
  assign m_axi_bready = 1'b1;
  assign m_axi_rready = ~(&pace);
  assign ok           = {high[4], low[4]};

  wire gives    = m_axi_wvalid & m_axi_wready;
  wire takes    = m_axi_rvalid & m_axi_rready;
  wire written  = (state == WRITE) & ~m_axi_awvalid & ~m_axi_wvalid;
  wire asked    = (state == READ) & ~m_axi_arvalid;
  wire answered = m_axi_bvalid & written;
  wire read     = takes & asked & m_axi_wlast;
  wire wrong    = (m_axi_bvalid & (~written | (|m_axi_bresp))) |
                  (takes & (~asked | (|m_axi_rresp) | (m_axi_rdata != word) |
                            (m_axi_rlast != m_axi_wlast)));

  always @(posedge clk) begin
    lfsr <= rst ? seed : {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
    if (rst) begin
      state         <= DRAW;
      memory        <= 1'b0;
      block         <= 5'd0;
      last          <= 4'd0;
      beat          <= 4'd0;
      pace          <= 2'd0;
      silence       <= 13'd0;
      low           <= 5'd0;
      high          <= 5'd0;
      bursts        <= 16'd0;
      error         <= 1'b0;
      m_axi_awvalid <= 1'b0;
      m_axi_wvalid  <= 1'b0;
      m_axi_arvalid <= 1'b0;
    end else begin
      pace    <= pace + 2'd1;
      silence <= (gives | takes) ? 13'd0 : silence + {12'd0, ~silence[12]};
      error   <= error | wrong | silence[12];
      if (m_axi_awready) m_axi_awvalid <= 1'b0;
      if (m_axi_arready) m_axi_arvalid <= 1'b0;
      if (gives & m_axi_wlast) m_axi_wvalid <= 1'b0;
      if (gives | takes) beat <= m_axi_wlast ? 4'd0 : beat + 4'd1;
      case (state)
        DRAW: begin
          {memory, block, last} <= lfsr[9:0];
          m_axi_awvalid         <= 1'b1;
          m_axi_wvalid          <= 1'b1;
          state                 <= WRITE;
        end
        WRITE: if (answered) begin
          m_axi_arvalid <= 1'b1;
          state         <= READ;
        end
        default: if (read) begin
          bursts <= bursts + 16'd1;
          if (memory) high <= high + {4'd0, ~high[4]};
          else        low  <= low + {4'd0, ~low[4]};
          state  <= DRAW;
        end
      endcase
    end
  end

endmodule

`default_nettype wire

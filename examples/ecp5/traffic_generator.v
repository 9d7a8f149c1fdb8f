// traffic_generator: packets of 1 to 4 beats from one node to each of the others, as an LFSR draws.
//
//   rst       for 16 clocks and more: the numbers are cleared one by one
//   seed      of the LFSR, not 0; sampled while rst is 1
//   m_axis_*  the stream; tdest is the destination
//
// A beat: the packet's number among those from here to there (16 bits), the beat's number (8), the
// source (4), the destination (4), from the highest bit down. All outputs are functions of registers.
`default_nettype none

module traffic_generator #(
  parameter ADDRESS_BITS = 4,  // at most 4
  parameter NODE         = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [15:0]             seed,
  output wire                    m_axis_tvalid,
  input  wire                    m_axis_tready,
  output wire [31:0]             m_axis_tdata,
  output wire                    m_axis_tlast,
  output wire [ADDRESS_BITS-1:0] m_axis_tdest
);

  localparam NODES = 1 << ADDRESS_BITS;
  localparam [ADDRESS_BITS-1:0] HERE = NODE;

  reg  [15:0] lfsr;
  reg  [ADDRESS_BITS-1:0] distance;  // 0: none is being sent
  reg  [1:0]  last;
  reg  [1:0]  beat;
  reg  [ADDRESS_BITS-1:0] cleared = 0;
  reg  [15:0] numbers [0:NODES-1];  // by destination, the next packet's number
  wire [15:0] number = numbers[m_axis_tdest];
  wire        ends   = m_axis_tvalid & m_axis_tready & m_axis_tlast;

  assign m_axis_tvalid = |distance;
  assign m_axis_tlast  = beat == last;
  assign m_axis_tdest  = HERE + distance;
  wire [3:0]  dest   = m_axis_tdest;
  wire [3:0]  source = HERE;
  assign m_axis_tdata  = {number, 6'd0, beat, source, dest};

  always @(posedge clk) begin
    cleared <= rst ? cleared + 1'b1 : {ADDRESS_BITS{1'b0}};
    if (rst | ends) begin
      numbers[rst ? cleared : m_axis_tdest] <= rst ? 16'd0 : number + 16'd1;
    end
    if (rst) begin
      lfsr     <= seed;
      distance <= {ADDRESS_BITS{1'b0}};
      last     <= 2'd0;
      beat     <= 2'd0;
    end else begin
      lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
      if (~m_axis_tvalid) begin
        distance <= lfsr[ADDRESS_BITS-1:0];
        last     <= lfsr[5:4];
        beat     <= 2'd0;
      end else if (m_axis_tready) begin
        beat <= beat + 2'd1;
        if (m_axis_tlast) distance <= {ADDRESS_BITS{1'b0}};
      end
    end
  end

endmodule

`default_nettype wire

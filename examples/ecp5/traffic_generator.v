// traffic_generator: packets of 1 to 4 beats from one node to each of the others, as an LFSR draws.
//
//   seed      of the LFSR, not 0; sampled while rst is 1
//   m_axis_*  the stream; tdest is the destination
//
// A beat: the packet's number among those from here to there (16 bits), the beat's number (8), the
// source (4), the destination (4), from the highest bit down. All outputs are functions of registers.
`default_nettype none

module traffic_generator #(
  parameter NODE = 0
) (
  input  wire        clk,
  input  wire        rst,
  input  wire [15:0] seed,
  output wire        m_axis_tvalid,
  input  wire        m_axis_tready,
  output wire [31:0] m_axis_tdata,
  output wire        m_axis_tlast,
  output wire [1:0]  m_axis_tdest
);

  localparam [1:0] HERE = NODE;

  reg  [15:0] lfsr;
  reg  [47:0] numbers;  // by distance less one, the next packet's number
  reg  [1:0]  distance;  // 1 .. 3, 0: none is being sent
  reg  [1:0]  last;
  reg  [1:0]  beat;
  wire [15:0] number = distance == 2'd1 ? numbers[15:0] :
                       distance == 2'd2 ? numbers[31:16] : numbers[47:32];

  assign m_axis_tvalid = |distance;
  assign m_axis_tlast  = beat == last;
  assign m_axis_tdest  = HERE + distance;
  assign m_axis_tdata  = {number, 6'd0, beat, 2'd0, HERE, 2'd0, m_axis_tdest};

  always @(posedge clk) begin
    if (rst) begin
      lfsr     <= seed;
      numbers  <= 48'd0;
      distance <= 2'd0;
      last     <= 2'd0;
      beat     <= 2'd0;
    end else begin
      lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
      if (~m_axis_tvalid) begin
        distance <= lfsr[1:0];
        last     <= lfsr[3:2];
        beat     <= 2'd0;
      end else if (m_axis_tready) begin
        beat <= beat + 2'd1;
        if (m_axis_tlast) begin
          distance <= 2'd0;
          case (distance)
            2'd1:    numbers[15:0]  <= number + 16'd1;
            2'd2:    numbers[31:16] <= number + 16'd1;
            default: numbers[47:32] <= number + 16'd1;
          endcase
        end
      end
    end
  end

endmodule

`default_nettype wire

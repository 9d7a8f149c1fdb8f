// traffic_checker: takes the packets of the other nodes' generators and looks for what is wrong.
//
//   rst       for 16 clocks and more: the numbers are cleared one by one
//   s_axis_*  the stream; tid is the source
//   ok        8 packets and more have come from each other node
//   error     stays until reset: a beat at the wrong node, from the wrong source or out of order in
//             its packet; a packet lost, doubled or overtaken; or no beat for 1024 clocks
//
// Packets of one source come in the order of their numbers. All outputs are registers.
`default_nettype none

module traffic_checker #(
  parameter ADDRESS_BITS = 4,
  parameter NODE         = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    s_axis_tvalid,
  output wire                    s_axis_tready,
  input  wire [31:0]             s_axis_tdata,
  input  wire                    s_axis_tlast,
  input  wire [ADDRESS_BITS-1:0] s_axis_tdest,
  input  wire [ADDRESS_BITS-1:0] s_axis_tid,
  output reg                     ok,
  output reg                     error
);

  localparam NODES = 1 << ADDRESS_BITS;
  localparam [ADDRESS_BITS-1:0] HERE = NODE;

  reg  [1:0]  pace;     // a beat may be taken in three clocks of four
  reg  [7:0]  beat;
  reg  [10:0] silence;
  reg  [NODES-1:0]        done;  // sources of which 8 packets and more have come
  reg  [ADDRESS_BITS-1:0] cleared = 0;
  reg  [15:0]             numbers [0:NODES-1];  // by source, the next packet's number

  assign s_axis_tready = ~(&pace);

  wire        take   = s_axis_tvalid & s_axis_tready;
  wire [15:0] its    = s_axis_tdata[31:16];
  wire [15:0] number = numbers[s_axis_tid];
  wire [3:0]  dest   = HERE;
  wire [3:0]  source = s_axis_tid;
  wire        wrong  = (s_axis_tdest != HERE) | (s_axis_tid == HERE) |
                       (s_axis_tdata[15:0] != {beat, source, dest}) | (its != number);
  wire        ends   = take & s_axis_tlast;

  always @(posedge clk) begin
    cleared <= rst ? cleared + 1'b1 : {ADDRESS_BITS{1'b0}};
    if (rst | ends) begin
      numbers[rst ? cleared : s_axis_tid] <= rst ? 16'd0 : number + 16'd1;
    end
    if (rst) begin
      pace    <= 2'd0;
      beat    <= 8'd0;
      silence <= 11'd0;
      done    <= {NODES{1'b0}};
      ok      <= 1'b0;
      error   <= 1'b0;
    end else begin
      pace <= pace + 2'd1;
      if (take) beat <= s_axis_tlast ? 8'd0 : beat + 8'd1;
      if (ends && number >= 16'd7) done[s_axis_tid] <= 1'b1;
      silence <= take ? 11'd0 : silence + 11'd1;
      ok      <= ok | (&(done | ({{(NODES-1){1'b0}}, 1'b1} << HERE)));
      error   <= error | (take & wrong) | silence[10];
    end
  end

endmodule

`default_nettype wire

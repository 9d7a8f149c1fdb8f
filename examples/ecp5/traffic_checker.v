// traffic_checker: takes the packets of the other nodes' generators and looks for what is wrong.
//
//   s_axis_*  the stream; tid is the source
//   ok        8 packets and more have come from each other node
//   error     stays until reset: a beat at the wrong node, from the wrong source or out of order in
//             its packet; a packet lost or doubled; or no beat for 4096 clocks
//
// Packets of one source may overtake each other: they leave it on any VC. Of each source the numbers
// from the lowest one missing on are kept as a window of 16 bits. All outputs are registers.
`default_nettype none

module traffic_checker #(
  parameter NODE = 0
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_axis_tvalid,
  output wire        s_axis_tready,
  input  wire [31:0] s_axis_tdata,
  input  wire        s_axis_tlast,
  input  wire [1:0]  s_axis_tdest,
  input  wire [1:0]  s_axis_tid,
  output reg         ok,
  output reg         error
);

  localparam [1:0] HERE = NODE;

  reg  [1:0]  pace;     // a beat may be taken in three clocks of four
  reg  [7:0]  beat;
  reg  [15:0] number;   // of the packet whose beats come
  reg  [12:0] silence;
  wire [3:0]  done;     // a source's window is past 8
  wire [3:0]  odd;      // a number outside the window, or seen before

  assign s_axis_tready = ~(&pace);

  wire        take  = s_axis_tvalid & s_axis_tready;
  wire [15:0] its   = s_axis_tdata[31:16];
  wire        wrong = (s_axis_tdest != HERE) | (s_axis_tdata[3:0] != {2'd0, HERE}) |
                      (s_axis_tdata[7:4] != {2'd0, s_axis_tid}) | (s_axis_tid == HERE) |
                      (s_axis_tdata[15:8] != beat) | ((|beat) & (its != number));

  genvar s;
  generate
    for (s = 0; s < 4; s = s + 1) begin : g_source
      localparam [1:0] SOURCE = s;
      reg  [15:0] lowest;  // the lowest number that has not come
      reg  [15:0] window;  // of those from `lowest` on
      wire        ends = take & s_axis_tlast & (s_axis_tid == SOURCE);
      wire [15:0] at   = its - lowest;
      wire [15:0] seen = ends ? window | (16'd1 << at[3:0]) : window;

      assign odd[s]  = ends & ((|at[15:4]) | window[at[3:0]]);
      assign done[s] = lowest[15:3] != 13'd0;

      always @(posedge clk) begin
        if (rst) begin
          lowest <= 16'd0;
          window <= 16'd0;
        end else if (window[0]) begin
          lowest <= lowest + 16'd1;
          window <= {1'b0, seen[15:1]};
        end else begin
          window <= seen;
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      pace    <= 2'd0;
      beat    <= 8'd0;
      silence <= 13'd0;
      ok      <= 1'b0;
      error   <= 1'b0;
    end else begin
      pace <= pace + 2'd1;
      if (take) beat <= s_axis_tlast ? 8'd0 : beat + 8'd1;
      silence <= take ? 13'd0 : silence + 13'd1;
      ok      <= ok | (&(done | (4'd1 << HERE)));
      error   <= error | (take & wrong) | (|odd) | silence[12];
    end
    if (take) number <= its;
  end

endmodule

`default_nettype wire

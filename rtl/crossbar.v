// crossbar: from each input's picked flit to the links (docs/router.md, ST1, LT).
//
//   gnt      crosspoints closed in this clock, input i and output o at i*NUM_PORTS + o
//   in_*     the picked flit of each input; in_vcs one-hot
//   out_*    the links: registers, out_data one AND-OR behind them. Only out_valid is reset
//   take     per output VC, one-hot in its port: a flit is on its way to it in this clock
//   take_tail  that flit is a tail, per output
//   REACH    the VCs w of output o that flits of input i leave by, [(i*NUM_PORTS + o)*NUM_VCS + w]
//
// AND-OR, only the crosspoints in REACH. Grants come late in the clock, and the data of an input is
// known by then: so it is kept as picked, granted or not, and goes through the crosspoints behind
// the registers. A grant then loads one register and not the data of an output. take is the sum for
// the VC alone: what the allocators need of the winner in its own clock.
`default_nettype none

module crossbar #(
  parameter NUM_PORTS  = 5,
  parameter NUM_VCS    = 2,
  parameter VC_BITS    = 1,
  parameter FLIT_WIDTH = 32,
  parameter [NUM_PORTS*NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_PORTS*NUM_VCS){1'b1}}
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [NUM_PORTS*NUM_PORTS-1:0]  gnt,
  input  wire [NUM_PORTS-1:0]            in_head,
  input  wire [NUM_PORTS-1:0]            in_tail,
  input  wire [NUM_PORTS*NUM_VCS-1:0]    in_vcs,
  input  wire [NUM_PORTS*FLIT_WIDTH-1:0] in_data,
  output reg  [NUM_PORTS-1:0]            out_valid,
  output reg  [NUM_PORTS-1:0]            out_head,
  output reg  [NUM_PORTS-1:0]            out_tail,
  output wire [NUM_PORTS*VC_BITS-1:0]    out_vc,
  output wire [NUM_PORTS*FLIT_WIDTH-1:0] out_data,
  output wire [NUM_PORTS*NUM_VCS-1:0]    take,
  output wire [NUM_PORTS-1:0]            take_tail
);

  reg [NUM_PORTS*FLIT_WIDTH-1:0] data_q;
  always @(posedge clk) data_q <= in_data;

  genvar i, o;
  generate
    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      wire [NUM_PORTS-1:0]  from;
      wire [FLIT_WIDTH-1:0] data;
      wire [VC_BITS-1:0]    vc;
      reg  [NUM_PORTS-1:0]  from_q;
      reg  [VC_BITS-1:0]    vc_q;
      wire [NUM_PORTS*NUM_VCS-1:0] vcs;

      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
        localparam [NUM_VCS-1:0] VCS = REACH[(i*NUM_PORTS+o)*NUM_VCS +: NUM_VCS];
        assign from[i] = (VCS != {NUM_VCS{1'b0}}) & gnt[i*NUM_PORTS+o];
        assign vcs[i*NUM_VCS +: NUM_VCS] = in_vcs[i*NUM_VCS +: NUM_VCS] & VCS;
      end

      onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(FLIT_WIDTH)) u_data (
        .select(from_q),
        .in    (data_q),
        .out   (data)
      );
      onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(NUM_VCS)) u_vcs (
        .select(from),
        .in    (vcs),
        .out   (take[o*NUM_VCS +: NUM_VCS])
      );
      onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_vc (
        .onehot(take[o*NUM_VCS +: NUM_VCS]),
        .index (vc)
      );
      assign take_tail[o] = |(from & in_tail);

      always @(posedge clk) begin
        out_valid[o] <= ~rst & (|from);
        out_head[o]  <= |(from & in_head);
        out_tail[o]  <= take_tail[o];
        vc_q         <= vc;
        from_q       <= from;
      end
      assign out_vc[o*VC_BITS +: VC_BITS]         = vc_q;
      assign out_data[o*FLIT_WIDTH +: FLIT_WIDTH] = data;
    end
  endgenerate

endmodule

`default_nettype wire

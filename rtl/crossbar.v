// crossbar: from each input's picked flit to the links (docs/router.md, ST1, LT).
//
//   gnt      crosspoints closed in this clock, input i and output o at i*NUM_PORTS + o
//   in_*     the picked flit of each input; in_vcs one-hot
//   out_*    the links. PIPELINE = 2, 3: registers, out_data one AND-OR behind them; only out_valid
//            is reset. PIPELINE = 1: in the clock of the grant, with nothing between
//   take     per output VC, one-hot in its port: a flit is on its way to it in this clock
//   take_tail  that flit is a tail, per output
//   REACH    the VCs w of output o that flits of input i leave by, [(i*NUM_PORTS + o)*NUM_VCS + w]
//
// AND-OR, only the crosspoints in REACH. Grants come late in the clock, and the data of an input is
// known by then: so with PIPELINE = 2, 3 it is kept as picked, granted or not, and goes through the
// crosspoints behind the registers. A grant then loads one register and not the data of an output.
// take is the sum for the VC alone: what the allocators need of the winner in its own clock.
`default_nettype none

module crossbar #(
  parameter NUM_PORTS  = 5,
  parameter NUM_VCS    = 2,
  parameter VC_BITS    = 1,
  parameter FLIT_WIDTH = 32,
  parameter PIPELINE   = 2,
  parameter [NUM_PORTS*NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_PORTS*NUM_VCS){1'b1}}
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [NUM_PORTS*NUM_PORTS-1:0]  gnt,
  input  wire [NUM_PORTS-1:0]            in_head,
  input  wire [NUM_PORTS-1:0]            in_tail,
  input  wire [NUM_PORTS*NUM_VCS-1:0]    in_vcs,
  input  wire [NUM_PORTS*FLIT_WIDTH-1:0] in_data,
  output wire [NUM_PORTS-1:0]            out_valid,
  output wire [NUM_PORTS-1:0]            out_head,
  output wire [NUM_PORTS-1:0]            out_tail,
  output wire [NUM_PORTS*VC_BITS-1:0]    out_vc,
  output wire [NUM_PORTS*FLIT_WIDTH-1:0] out_data,
  output wire [NUM_PORTS*NUM_VCS-1:0]    take,
  output wire [NUM_PORTS-1:0]            take_tail
);

  wire [NUM_PORTS*FLIT_WIDTH-1:0] data_in;  // before the crosspoints

  genvar i, o;
  generate
    if (PIPELINE == 1) begin : g_at_once
      assign data_in = in_data;
      wire unused = &{1'b0, clk, rst};
    end else begin : g_kept
      reg [NUM_PORTS*FLIT_WIDTH-1:0] data_q;
      always @(posedge clk) data_q <= in_data;
      assign data_in = data_q;
    end

    for (o = 0; o < NUM_PORTS; o = o + 1) begin : g_output
      wire [NUM_PORTS-1:0] from;     // crosspoints closed by the grants
      wire [NUM_PORTS-1:0] through;  // and those that the data takes
      wire                 head;
      wire [VC_BITS-1:0]   vc;
      wire [NUM_PORTS*NUM_VCS-1:0] vcs;

      for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
        localparam [NUM_VCS-1:0] VCS = REACH[(i*NUM_PORTS+o)*NUM_VCS +: NUM_VCS];
        assign from[i] = (VCS != {NUM_VCS{1'b0}}) & gnt[i*NUM_PORTS+o];
        assign vcs[i*NUM_VCS +: NUM_VCS] = in_vcs[i*NUM_VCS +: NUM_VCS] & VCS;
      end

      onehot_mux #(.COUNT(NUM_PORTS), .WIDTH(FLIT_WIDTH)) u_data (
        .select(through),
        .in    (data_in),
        .out   (out_data[o*FLIT_WIDTH +: FLIT_WIDTH])
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
      assign head         = |(from & in_head);
      assign take_tail[o] = |(from & in_tail);

      if (PIPELINE == 1) begin : g_link
        assign through                      = from;
        assign out_valid[o]                 = |from;
        assign out_head[o]                  = head;
        assign out_tail[o]                  = take_tail[o];
        assign out_vc[o*VC_BITS +: VC_BITS] = vc;
      end else begin : g_register
        reg                 valid_q, head_q, tail_q;
        reg [VC_BITS-1:0]   vc_q;
        reg [NUM_PORTS-1:0] from_q;
        always @(posedge clk) begin
          valid_q <= ~rst & (|from);
          head_q  <= head;
          tail_q  <= take_tail[o];
          vc_q    <= vc;
          from_q  <= from;
        end
        assign through                      = from_q;
        assign out_valid[o]                 = valid_q;
        assign out_head[o]                  = head_q;
        assign out_tail[o]                  = tail_q;
        assign out_vc[o*VC_BITS +: VC_BITS] = vc_q;
      end
    end
  endgenerate

endmodule

`default_nettype wire

// ${slug}_axi_interface: the AXI4-Stream interface of a node of ${network}.
//
//   node         the own address, sampled while rst is 1 [Z2]; with NODE_CONSTANT = 1 it never
//                changes and is used as it is
//   s_axis_*     packets into the network: tdest, the destination, counts with the first beat
//   m_axis_*     packets out of the network: tid is the source, tdest the own address
//# if tkeep
//   *_tkeep      which bytes of a beat are valid
//# endif
//# if user_bits > 0
//   *_tuser      what goes with a packet${", the lowest bits its message class" if message_bits > 0 else ""}; into the network it
//                counts with the first beat
//# endif
//   local_in_*   the link to the router's local input, and its credits
//   local_out_*  the link from the router's local output, and its credits
//   clear_error  sets error back
//   error        0 a packet to the own node, or to none, was dropped${"" if count_bits > 0 or tkeep else ". Others are 0."}
//# if count_bits > 0 or tkeep
//                1 a packet was cut short here; 2 one came that had been cut short elsewhere
//# endif
//                They stay until reset or clear_error
//
// Latency: ${"3 clocks" if source else "1 clock"} from a packet's first beat to its head on the link, 1 for a beat that is taken;
// 1 from a flit on the link to its beat. All outputs are registers, or functions of registers.
`default_nettype none

module ${slug}_axi_interface #(
  parameter FLIT_WIDTH = ${flit_width},
  parameter BUFFER_DEPTH = ${depth},
  parameter NODE_CONSTANT = 0
) (
  input  wire clk,
  input  wire rst,
  input  wire ${vector(address_bits)} node,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire ${stream_range} s_axis_tdata,
//# if tkeep
  input  wire ${width(bytes)} s_axis_tkeep,
//# endif
  input  wire s_axis_tlast,
  input  wire ${vector(address_bits)} s_axis_tdest,
//# if user_bits > 0
  input  wire ${width(user_bits)} s_axis_tuser,
//# endif
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire ${stream_range} m_axis_tdata,
//# if tkeep
  output wire ${width(bytes)} m_axis_tkeep,
//# endif
  output wire m_axis_tlast,
  output wire ${vector(address_bits)} m_axis_tdest,
  output wire ${vector(address_bits)} m_axis_tid,
//# if user_bits > 0
  output wire ${width(user_bits)} m_axis_tuser,
//# endif
  output wire local_in_valid,
  output wire local_in_head,
  output wire local_in_tail,
  output wire ${width(vc_bits)} local_in_vc,
  output wire [FLIT_WIDTH-1:0] local_in_data,
  input  wire local_in_credit_valid,
//# if vcs > 1
  input  wire ${width(vc_bits)} local_in_credit_vc,
//# endif
  input  wire local_out_valid,
  input  wire local_out_tail,
//# if vcs > 1
  input  wire ${width(vc_bits)} local_out_vc,
//# endif
  input  wire [FLIT_WIDTH-1:0] local_out_data,
  output wire local_out_credit_valid,
  output wire ${width(vc_bits)} local_out_credit_vc,
  input  wire clear_error,
  output wire [2:0] error
);

  localparam SLOT_BITS = (BUFFER_DEPTH > 32) ? 6 : (BUFFER_DEPTH > 16) ? 5 :
                         (BUFFER_DEPTH >  8) ? 4 : (BUFFER_DEPTH >  4) ? 3 :
                         (BUFFER_DEPTH >  2) ? 2 : 1;

  // Z2
  reg  ${vector(address_bits)} node_q;
  wire ${vector(address_bits)} here = (NODE_CONSTANT != 0) ? node : node_q;
  always @(posedge clk) if (rst) node_q <= node;

//# if source
  wire ${vector(address_bits)} destination;
  wire preparing;
//# if numbered

  // T7: n, of which no more than the choices' number counts
  reg [1:0] number;
  always @(posedge clk) begin
    if (rst) number <= 2'd0;
    else if (preparing) number <= number + 2'd1;
  end
//# endif

  // T3, T7
  wire ${vector(route_bits)} route;
  reg  ${vector(route_bits)} route_q;
  always @(posedge clk) if (preparing) route_q <= route;

  ${source.module}${source.parameters} u_source (
    .from (here),
    .to (destination),
//# if source.takes_number
    .number (${"number" if numbered else "2'd0"}),
//# endif
    .route (route)
  );
//# endif

  axi_packetizer #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH)
  ) u_packetizer (
    .clk (clk),
    .rst (rst),
    .clear_error (clear_error),
    .node (here),
    .s_axis_tvalid (s_axis_tvalid),
    .s_axis_tready (s_axis_tready),
    .s_axis_tdata (s_axis_tdata),
//# if tkeep
    .s_axis_tkeep (s_axis_tkeep),
//# endif
    .s_axis_tlast (s_axis_tlast),
    .s_axis_tdest (s_axis_tdest),
//# if user_bits > 0
    .s_axis_tuser (s_axis_tuser),
//# endif
//# if source
    .destination (destination),
    .preparing (preparing),
//# endif
    .header ({here, ${"route_q, destination" if source else "s_axis_tdest"}}),
    .out_valid (local_in_valid),
    .out_head (local_in_head),
    .out_tail (local_in_tail),
    .out_vc (local_in_vc),
    .out_data (local_in_data),
    .out_credit_valid (local_in_credit_valid),
//# if vcs > 1
    .out_credit_vc (local_in_credit_vc),
//# endif
    .error (${"error[1:0]" if count_bits > 0 else "error[0]"})
  );
//# if count_bits == 0
  assign error[1] = 1'b0;  // no packet is cut short
//# endif

  axi_depacketizer #(
    .FLIT_WIDTH (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
    .SLOT_BITS (SLOT_BITS)
  ) u_depacketizer (
    .clk (clk),
    .rst (rst),
//# if tkeep
    .clear_error (clear_error),
    .error (error[2]),
//# endif
    .node (here),
    .in_valid (local_out_valid),
    .in_tail (local_out_tail),
//# if vcs > 1
    .in_vc (local_out_vc),
//# endif
    .in_data (local_out_data),
    .out_credit_valid (local_out_credit_valid),
    .out_credit_vc (local_out_credit_vc),
    .m_axis_tvalid (m_axis_tvalid),
    .m_axis_tready (m_axis_tready),
    .m_axis_tdata (m_axis_tdata),
//# if tkeep
    .m_axis_tkeep (m_axis_tkeep),
//# endif
    .m_axis_tlast (m_axis_tlast),
    .m_axis_tdest (m_axis_tdest),
//# if user_bits > 0
    .m_axis_tuser (m_axis_tuser),
//# endif
    .m_axis_tid (m_axis_tid)
  );
//# if not tkeep
  assign error[2] = 1'b0;
//# endif
//# if not even

  // A parameter that is not allowed: there is no module of this name.
  generate
//# if split or count_bits > 0
    if (FLIT_WIDTH != ${flit_width}) begin : g_flit_width
      FLIT_WIDTH_must_be_${flit_width} u_refused ();  // beats are packed into flits of so many bits
    end
//# else
    if (FLIT_WIDTH < ${stream_width}) begin : g_flit_width
      FLIT_WIDTH_must_be_${stream_width}_or_more u_refused ();
    end
//# endif
  endgenerate
//# elif carried > 0

  // A parameter that is not allowed: there is no module of this name.
  generate
    if (FLIT_WIDTH < ${head_bits + 8}) begin : g_flit_width
      FLIT_WIDTH_must_hold_the_bits_of_tuser u_refused ();
    end
  endgenerate
//# endif

endmodule
`default_nettype wire

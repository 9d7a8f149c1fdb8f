// local_guard: checks what comes into the local port from outside (docs/router.md, E1-E3, E5, E6).
//
//   in_*      the link of port 0; in_header its lowest ADDRESS_BITS data bits, a head's destination
//   full      per VC, the buffer holds all the flits it can
//   accept    the flit may be written; combinational
//   goes_on   the same of a flit that is no head: without a look at where a head goes, which takes
//             long; of a head it means nothing
//   drop      the flit is dropped by bit 2; combinational
//   dropped, dropped_vc  registers: one was in the clock before, and its VC
//   error     registers, set until reset or clear_error: 0 overflow, 1 framing, 2 destination
`default_nettype none

module local_guard #(
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter ADDRESS_BITS = 6,
  parameter NODES        = 64
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire                    in_valid,
  input  wire                    in_head,
  input  wire                    in_tail,
  input  wire [VC_BITS-1:0]      in_vc,
  input  wire [ADDRESS_BITS-1:0] in_header,
  input  wire [NUM_VCS-1:0]      full,
  output wire                    accept,
  output wire                    goes_on,
  output wire                    drop,
  output reg                     dropped,
  output wire [VC_BITS-1:0]      dropped_vc,
  input  wire                    clear_error,
  output reg  [2:0]              error
);

  reg  [NUM_VCS-1:0] open;  // E2
  reg  [NUM_VCS-1:0] dropping;  // the open packet has a bad destination
  wire [NUM_VCS-1:0] vcs;
  wire               no_node;

  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = v;
      assign vcs[v] = in_vc == INDEX;
    end

    if (NODES < (1 << ADDRESS_BITS)) begin : g_some_nodes
      localparam [ADDRESS_BITS-1:0] LAST = NODES - 1;
      assign no_node = in_header > LAST;
    end else begin : g_all_nodes
      assign no_node = 1'b0;
    end
  endgenerate

  wire overflow    = |(vcs & full);
  wire framing     = ~(|vcs) | (in_head == |(vcs & open));
  wire lost        = (in_header == node) | no_node;
  wire destination = in_head ? lost : |(vcs & dropping);
  wire in_packet   = in_valid & ~overflow & ~framing;

  assign accept  = in_packet & ~destination;
  assign goes_on = in_packet & ~(|(vcs & dropping));
  assign drop    = in_packet & destination;

  generate
    if (NUM_VCS == 1) begin : g_one_vc
      assign dropped_vc = {VC_BITS{1'b0}};
    end else begin : g_vcs
      reg [VC_BITS-1:0] vc_q;
      always @(posedge clk) vc_q <= in_vc;
      assign dropped_vc = vc_q;
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      open     <= {NUM_VCS{1'b0}};
      dropping <= {NUM_VCS{1'b0}};
      dropped  <= 1'b0;
      error    <= 3'b000;
    end else begin
      if (in_packet) begin
        open     <= in_tail ? open & ~vcs : open | vcs;
        dropping <= destination ? dropping | vcs : dropping & ~vcs;
      end
      dropped <= drop;
      error   <= (error & ~{3{clear_error}}) | {drop,
                                                in_valid & ~overflow & framing,
                                                in_valid & overflow};
    end
  end

endmodule

`default_nettype wire

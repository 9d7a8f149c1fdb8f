// vc_buffers: where the flits of several VCs wait, BUFFER_DEPTH of each VC.
//
//   in_valid, in_vc, in  a flit comes in; never on a VC that is full
//   passes     it goes past the buffers and does not stay: known late, so that it is written all the same
//   from       the VC that is read, one-hot; zero: none
//   leaves     its front flit leaves in this clock; only if there is one
//   waiting    per VC, there is a flit
//   out_vc     the number of the VC that is read
//   out        its front flit, read asynchronously
//# if vc_slots
//   wr, rd     per VC, where its next flit is written and where its front flit is, for a user that
//              keeps something beside each flit
//# endif
//
// Latency: a flit that comes in can leave in the next clock. waiting is a register.
`default_nettype none

module vc_buffers #(
  parameter WIDTH        = 33,
  parameter BUFFER_DEPTH = 4,
  parameter PTR_BITS     = 2,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire                        in_valid,
  input  wire                        passes,
  input  wire [VC_BITS-1:0]          in_vc,
  input  wire [WIDTH-1:0]            in,
  input  wire [NUM_VCS-1:0]          from,
  input  wire                        leaves,
  output wire [NUM_VCS-1:0]          waiting,
  output wire [VC_BITS-1:0]          out_vc,
//# if vc_slots
  output wire [NUM_VCS*PTR_BITS-1:0] wr,
  output wire [NUM_VCS*PTR_BITS-1:0] rd,
//# endif
  output wire [WIDTH-1:0]            out
);

  localparam WORDS     = ((NUM_VCS - 1) << PTR_BITS) + BUFFER_DEPTH;
  // The VC number of a single VC tells nothing.
  localparam ADDR_BITS = (NUM_VCS > 1) ? VC_BITS + PTR_BITS : PTR_BITS;

  wire [NUM_VCS-1:0] in_vcs;
  wire [PTR_BITS-1:0] wr_in, rd_out;
//# if not vc_slots
  wire [NUM_VCS*PTR_BITS-1:0] wr, rd;  // per VC, where its next flit is written, and its front flit
//# endif

  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = v;
      wire [PTR_BITS-1:0] rd_next;
      wire                more, full;
      assign in_vcs[v] = in_vc == INDEX;

      fifo_pointers #(.DEPTH(BUFFER_DEPTH), .SLOT_BITS(PTR_BITS)) u_pointers (
        .clk        (clk),
        .rst        (rst),
        .write      (in_valid & in_vcs[v] & ~passes),
        .read       (from[v] & leaves),
        .write_slot (wr[v*PTR_BITS +: PTR_BITS]),
        .second_slot(rd_next),
        .front_slot (rd[v*PTR_BITS +: PTR_BITS]),
        .not_empty  (waiting[v]),
        .has_second (more),
        .full       (full)
      );
      wire unused = &{1'b0, rd_next, more, full};
    end
  endgenerate

  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_wr (
    .select(in_vcs),
    .in    (wr),
    .out   (wr_in)
  );
  onehot_mux #(.COUNT(NUM_VCS), .WIDTH(PTR_BITS)) u_rd (
    .select(from),
    .in    (rd),
    .out   (rd_out)
  );
  onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_index (
    .onehot(from),
    .index (out_vc)
  );

  wire [VC_BITS+PTR_BITS-1:0] waddr = {in_vc, wr_in};
  wire [VC_BITS+PTR_BITS-1:0] raddr = {out_vc, rd_out};
  wire unused = &{1'b0, waddr, raddr};

  flit_buffer #(
    .WIDTH    (WIDTH),
    .SLOTS    (WORDS),
    .SLOT_BITS(ADDR_BITS)
  ) u_buffer (
    .clk       (clk),
    .write     (in_valid),
    .write_slot(waddr[ADDR_BITS-1:0]),
    .write_word(in),
    .read_slot (raddr[ADDR_BITS-1:0]),
    .read_word (out)
  );

`ifdef TORUSMITH_FORMAL
`include "vc_buffers.vh"
`endif

endmodule
`default_nettype wire

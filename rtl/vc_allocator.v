// vc_allocator: the output VCs of one output port (docs/router.md, VC1-VC4, SA5, VA3, VA4): who may
// have one, and which.
//
// The state of the V output VCs, all flags straight from registers but for the credit on the link:
//   ok      VC3, a head may take the VC in this clock
//   lowest  the lowest VC that is ok in each class
//   wake    VC4, ok in the next clock if nothing is taken or given now
//   spare   the VC has a credit in the next clock if no flit is sent to it now
//   again   the same if one is sent now
//
// What changes it:
//   take             one-hot, the VC to which a flit wins the switch in this clock
//   take_head, _tail that flit's marks; mean nothing while take is zero
//   release_vc       one-hot, the VC of the tail flit that is in the output register (VC1)
//   credit_valid/_vc the link
//
// PIPELINE = 2: a head takes its VC together with the switch (SA5). PIPELINE = 3: req asks for a VC
// of this port, gnt says who gets one (VA3), and given is the VC the winner takes (VA4).
`default_nettype none

module vc_allocator #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter CLASSES      = 2,
  parameter BUFFER_DEPTH = 4,
  parameter PIPELINE     = 2,
  parameter [NUM_VCS-1:0] REUSE_EMPTY = {NUM_VCS{1'b0}}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [NUM_VCS-1:0]   take,
  input  wire                 take_head,
  input  wire                 take_tail,
  input  wire [NUM_VCS-1:0]   release_vc,
  input  wire                 credit_valid,
  input  wire [VC_BITS-1:0]   credit_vc,
  input  wire [NUM_PORTS-1:0] req,
  output wire [NUM_PORTS-1:0] gnt,
  input  wire [NUM_VCS-1:0]   given,
  output reg  [NUM_VCS-1:0]   ok,
  output wire [NUM_VCS-1:0]   lowest,
  output wire [NUM_VCS-1:0]   wake,
  output wire [NUM_VCS-1:0]   spare,
  output wire [NUM_VCS-1:0]   again
);

  reg  [NUM_VCS-1:0] owned;
  wire [NUM_VCS-1:0] whole;
  wire [NUM_VCS-1:0] hold;
  wire [NUM_VCS-1:0] ok_next;

  // VC2
  genvar w;
  generate
    for (w = 0; w < NUM_VCS; w = w + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = w;
      credit_counter #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk  (clk),
        .rst  (rst),
        .take (take[w]),
        .give (credit_valid & (credit_vc == INDEX)),
        .spare(spare[w]),
        .again(again[w]),
        .whole(whole[w])
      );
    end
  endgenerate

  // VC3, VC4
  assign wake = (~owned | release_vc) & ((spare & ~REUSE_EMPTY) | (whole & REUSE_EMPTY));

  // RC3: the VCs of a class are neighbours, so the lowest of a class is a lowest_one of a slice.
  genvar c;
  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : g_class
      localparam LOW  = (c * NUM_VCS + CLASSES - 1) / CLASSES;
      localparam HIGH = ((c + 1) * NUM_VCS + CLASSES - 1) / CLASSES;
      lowest_one #(.WIDTH(HIGH - LOW)) u_lowest (.in(ok[HIGH-1:LOW]), .one(lowest[HIGH-1:LOW]));
    end
  endgenerate

  generate
    if (PIPELINE == 2) begin : g_with_switch
      // A one-flit packet owns nothing: its VC is ok again if it has another credit, which a VC
      // of REUSE_EMPTY by its rule has not.
      wire single = take_head & take_tail;
      assign hold    = take & ~{NUM_VCS{take_tail}};
      assign ok_next = (take & again & ~REUSE_EMPTY & {NUM_VCS{single}}) | (wake & ~take);
      assign gnt     = {NUM_PORTS{1'b0}};
      wire unused = &{1'b0, req, given};
    end else begin : g_before_switch
      assign hold    = given;
      assign ok_next = wake & ~given;
      rr_arbiter #(.WIDTH(NUM_PORTS)) u_arbiter (
        .clk (clk),
        .rst (rst),
        .req (req),
        .step(|req),
        .gnt (gnt)
      );
      wire unused = &{1'b0, take_head, take_tail};
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      owned <= {NUM_VCS{1'b0}};
      ok    <= {NUM_VCS{1'b1}};
    end else begin
      owned <= hold | (owned & ~release_vc);
      ok    <= ok_next;
    end
  end

endmodule

`default_nettype wire

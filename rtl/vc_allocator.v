// vc_allocator: the output VCs of one output port (docs/router.md, VC1-VC4, SA5, VA3, VA4): who may
// have one, and which.
//
// The state of the V output VCs, all flags straight from registers but for the credit on the link:
//   ok      VC3, a head may take the VC in this clock
//   lowest  the lowest VC that is ok in each class
//   wake    VC4, for all that the credits say the VC may be ok in the next clock
//   spare   the VC has a credit in the next clock if no flit is sent to it now
//   again   the same if one is sent now
//
// What changes it:
//   take             one-hot, the VC to which a flit wins the switch in this clock
//   take_tail        that flit is a tail; means nothing while take is zero
//   credit_valid/_vc the link
//
// PIPELINE = 2: a head takes its VC together with the switch (SA5). PIPELINE = 3: req asks for a VC
// of this port, gnt says who wins (VA3), and wanted are the VCs that the winner asks for, zero if
// there is none: it takes the lowest that is ok, if any (VA4). With one class any VC will do (RC2),
// whatever wanted says. MIXED = 1: wanted may be of an escape class and of the last, adaptive one.
`default_nettype none

module vc_allocator #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter CLASSES      = 2,
  parameter BUFFER_DEPTH = 4,
  parameter PIPELINE     = 2,
  parameter MIXED        = 0,
  parameter [NUM_VCS-1:0] REUSE_EMPTY = {NUM_VCS{1'b0}}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [NUM_VCS-1:0]   take,
  input  wire                 take_tail,
  input  wire                 credit_valid,
  input  wire [VC_BITS-1:0]   credit_vc,
  input  wire [NUM_PORTS-1:0] req,
  output wire [NUM_PORTS-1:0] gnt,
  input  wire [NUM_VCS-1:0]   wanted,
  output reg  [NUM_VCS-1:0]   ok,
  output wire [NUM_VCS-1:0]   lowest,
  output wire [NUM_VCS-1:0]   wake,
  output wire [NUM_VCS-1:0]   spare,
  output wire [NUM_VCS-1:0]   again
);

  reg  [NUM_VCS-1:0] owned;
  wire [NUM_VCS-1:0] whole;
  wire [NUM_VCS-1:0] given;

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

  // VC3, VC4. What a tail leaves behind has a free place in the next clock only if it is not to be
  // empty.
  wire [NUM_VCS-1:0] behind = again & ~REUSE_EMPTY;
  assign wake = (spare & ~REUSE_EMPTY) | (whole & REUSE_EMPTY);

  // RC3: the VCs of a class are neighbours, so the lowest of a class is a lowest_one of a slice.
  genvar c;
  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : g_class
      localparam LOW  = (c * NUM_VCS + CLASSES - 1) / CLASSES;
      localparam HIGH = ((c + 1) * NUM_VCS + CLASSES - 1) / CLASSES;
      lowest_one #(.WIDTH(HIGH - LOW)) u_lowest (
        .in (ok[HIGH-1:LOW]),
        .one(lowest[HIGH-1:LOW])
      );
    end
  endgenerate

  generate
    if (PIPELINE == 2) begin : g_with_switch
      assign given = {NUM_VCS{1'b0}};
      assign gnt   = {NUM_PORTS{1'b0}};
      wire unused = &{1'b0, req, wanted};
    end else begin : g_before_switch
      wire [NUM_VCS-1:0] free = lowest & ((CLASSES == 1) ? {NUM_VCS{|gnt}} : wanted);
      if (MIXED != 0 && CLASSES > 1) begin : g_escape_first
        localparam ESCAPE = ((CLASSES - 1) * NUM_VCS + CLASSES - 1) / CLASSES;  // their number
        wire escape = |free[ESCAPE-1:0];
        assign given = {free[NUM_VCS-1:ESCAPE] & {(NUM_VCS-ESCAPE){~escape}}, free[ESCAPE-1:0]};
      end else begin : g_one_class
        assign given = free;
      end
      rr_arbiter #(.WIDTH(NUM_PORTS)) u_arbiter (
        .clk (clk),
        .rst (rst),
        .req (req),
        .step(|req),
        .gnt (gnt)
      );
    end
  endgenerate

  // Who makes a VC that nobody holds one that is held: with three stages the switch has no heads.
  wire [NUM_VCS-1:0] heads = (PIPELINE == 2) ? take : given;

  always @(posedge clk) begin
    if (rst) begin
      owned <= {NUM_VCS{1'b0}};
      ok    <= {NUM_VCS{1'b1}};
    end else begin
      owned <= given | (take & ~{NUM_VCS{take_tail}}) | (owned & ~take);
      ok    <= (take & {NUM_VCS{take_tail}} & behind) | (wake & ~owned & ~heads);
    end
  end

`ifdef FORMAL
  // VC1 and VC3 by the letter, with heads that take a VC that is ok, and bodies on the VC that
  // their packet holds: no VC is given while a packet holds it.
  reg  [NUM_VCS-1:0] held, some, every, woken;  // every: all its credits
  reg                started;
  wire [NUM_VCS-1:0] takers = (PIPELINE == 2) ? take & ~held : given;
  wire [NUM_VCS-1:0] tails = take & {NUM_VCS{take_tail}};

  initial assume (rst);

  always @(posedge clk) begin
    started <= !rst;
    held    <= rst ? {NUM_VCS{1'b0}} : (held | takers) & ~tails;
    some    <= rst ? {NUM_VCS{1'b1}} : (take & again) | (~take & spare);
    every   <= rst ? {NUM_VCS{1'b1}} : ~take & whole;
    woken   <= wake;
  end

  always @* begin
    assume ((take & (take - 1'b1)) == 0);
    assume ((given & (given - 1'b1)) == 0);
    assume ((take & held & ~some) == 0);
    assume (PIPELINE == 3 || (takers & ~ok) == 0);
    assume ((again & ~spare) == 0);  // proved of credit_counter
    assume (PIPELINE == 2 || (take & ~held) == 0);
    assume (PIPELINE == 2 || wanted == 0 || gnt != 0);
    if (!rst) begin
      assert ((ok & held) == 0);
      assert ((takers & ~ok) == 0);
      assert (ok == (~held & ((some & ~REUSE_EMPTY) | (every & REUSE_EMPTY))));
      assert ((lowest & ~ok) == 0);
      assert ((ok != 0) == (lowest != 0));
      assert ((gnt & (gnt - 1'b1)) == 0 && (gnt & ~req) == 0);
      assert (owned == held);
      // VC4: whoever waits for a VC is called before it can be had.
      if (started) assert ((ok & ~woken) == 0);
    end
  end
`endif

endmodule

`default_nettype wire

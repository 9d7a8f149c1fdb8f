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
// VCS are the VCs that packets go to; of the others nothing is kept, and all flags are 0. ASKERS
// are the inputs that can ask each arbiter.
//
// PIPELINE = 1, 2: a head takes its VC together with the switch (SA5). PIPELINE = 3: req asks for a
// VC of this port, gnt says who wins, at each of GROUPS arbiters [g*NUM_PORTS +: NUM_PORTS] (VA3),
// as many for each message class (RC8), and
// takes the lowest VC that is ok (VA4). An arbiter for each class: all who ask it are void or none.
// One arbiter for several classes: who is void does not ask; wanted is what the winner asks for,
// zero if there is none.
//
// ORDER = 1: a head asks for one VC (RC9), which it gets or is void. lowest is then ok, and with
// PIPELINE = 3 who is void does not ask, and wanted is what the winners ask for.
`default_nettype none

module vc_allocator #(
  parameter NUM_PORTS    = 5,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter CLASSES      = 2,
  parameter BUFFER_DEPTH = 4,
  parameter PIPELINE     = 2,
  parameter GROUPS       = 1,
  parameter MESSAGE_CLASSES = 1,
  parameter ORDER        = 0,
  parameter [NUM_VCS-1:0] REUSE_EMPTY = {NUM_VCS{1'b0}},
  parameter [NUM_VCS-1:0] VCS         = {NUM_VCS{1'b1}},
  parameter [GROUPS*NUM_PORTS-1:0] ASKERS = {(GROUPS*NUM_PORTS){1'b1}}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [NUM_VCS-1:0]   take,
  input  wire                 take_tail,
  input  wire                 credit_valid,
  input  wire [VC_BITS-1:0]   credit_vc,
  input  wire [GROUPS*NUM_PORTS-1:0] req,
  output wire [GROUPS*NUM_PORTS-1:0] gnt,
  input  wire [NUM_VCS-1:0]   wanted,
  output reg  [NUM_VCS-1:0]   ok,
  output wire [NUM_VCS-1:0]   lowest,
  output wire [NUM_VCS-1:0]   wake,
  output wire [NUM_VCS-1:0]   spare,
  output wire [NUM_VCS-1:0]   again
);

  // How many of the inputs below `inputs` can ask arbiter `group`.
  function integer askers;
    input integer group;
    input integer inputs;
    integer port;
    begin
      askers = 0;
      for (port = 0; port < inputs; port = port + 1) begin
        if (ASKERS[group*NUM_PORTS+port]) askers = askers + 1;
      end
    end
  endfunction

  reg  [NUM_VCS-1:0] owned;
  wire [NUM_VCS-1:0] whole;
  wire [NUM_VCS-1:0] given;

  // VC2
  genvar w;
  generate
    for (w = 0; w < NUM_VCS; w = w + 1) begin : g_vc
      localparam [VC_BITS-1:0] INDEX = w;
      if (VCS[w]) begin : g_used
        credit_counter #(.DEPTH(BUFFER_DEPTH)) u_credit (
          .clk  (clk),
          .rst  (rst),
          .take (take[w]),
          .give (credit_valid & (credit_vc == INDEX)),
          .spare(spare[w]),
          .again(again[w]),
          .whole(whole[w])
        );
      end else begin : g_none
        assign {spare[w], again[w], whole[w]} = 3'b000;
      end
    end
  endgenerate

  // VC3, VC4. What a tail leaves behind has a free place in the next clock only if it is not to be
  // empty.
  wire [NUM_VCS-1:0] reusable = again & ~REUSE_EMPTY;
  assign wake = (spare & ~REUSE_EMPTY) | (whole & REUSE_EMPTY);

  // RC3: the VCs of a class are neighbours, so the lowest of a class is a lowest_one of a slice.
  localparam SHARE       = NUM_VCS / MESSAGE_CLASSES;  // VCs of a message class
  localparam ALL_CLASSES = MESSAGE_CLASSES * CLASSES;
  genvar c, m;
  generate
    for (c = 0; c < ALL_CLASSES; c = c + 1) begin : g_class
      localparam BASE = (c / CLASSES) * SHARE;
      localparam LOW  = BASE + ((c % CLASSES) * SHARE + CLASSES - 1) / CLASSES;
      localparam HIGH = BASE + ((c % CLASSES + 1) * SHARE + CLASSES - 1) / CLASSES;
      if (ORDER != 0) begin : g_order
        assign lowest[HIGH-1:LOW] = ok[HIGH-1:LOW];
      end else begin : g_lowest
        lowest_one #(.WIDTH(HIGH - LOW)) u_lowest (
          .in (ok[HIGH-1:LOW]),
          .one(lowest[HIGH-1:LOW])
        );
      end
    end
  endgenerate

  localparam PER_CLASS = GROUPS / MESSAGE_CLASSES;  // arbiters of a message class
  // All who ask an arbiter wait for the same VCs.
  localparam ANY_WILL_DO = PER_CLASS == CLASSES && ORDER == 0;
  genvar g;
  generate
    if (PIPELINE != 3) begin : g_with_switch
      assign given = {NUM_VCS{1'b0}};
      assign gnt   = {(GROUPS*NUM_PORTS){1'b0}};
      wire unused = &{1'b0, req, wanted};
    end else begin : g_before_switch
      for (g = 0; g < GROUPS; g = g + 1) begin : g_group
        localparam BASE = (g / PER_CLASS) * SHARE;
        localparam LOW  = BASE + ((g % PER_CLASS) * SHARE + PER_CLASS - 1) / PER_CLASS;
        localparam HIGH = BASE + ((g % PER_CLASS + 1) * SHARE + PER_CLASS - 1) / PER_CLASS;
        localparam COUNT = askers(g, NUM_PORTS);
        wire [COUNT:0] asks;  // one more than needed: nobody may be able to ask
        wire [COUNT:0] wins;
        wire           live = !ANY_WILL_DO | (|ok[HIGH-1:LOW]);
        wire           any  = |asks;

        genvar i;
        for (i = 0; i < NUM_PORTS; i = i + 1) begin : g_input
          localparam RANK = askers(g, i);
          if (ASKERS[g*NUM_PORTS+i]) begin : g_asker
            assign asks[RANK] = req[g*NUM_PORTS+i];
            assign gnt[g*NUM_PORTS+i] = wins[RANK] & live;
          end else begin : g_none
            assign gnt[g*NUM_PORTS+i] = 1'b0;
          end
        end

        if (COUNT > 0) begin : g_arbiter
          rr_arbiter #(.WIDTH(COUNT)) u_arbiter (
            .clk (clk),
            .rst (rst),
            .req (asks[COUNT-1:0]),
            .step(any & live),
            .gnt (wins[COUNT-1:0])
          );
        end
        assign asks[COUNT] = 1'b0;
        assign wins[COUNT] = 1'b0;
        wire unused_top = &{1'b0, any, live, wins[COUNT], req[g*NUM_PORTS +: NUM_PORTS]};
        if (ANY_WILL_DO) begin : g_of_class
          assign given[HIGH-1:LOW] = lowest[HIGH-1:LOW] & {(HIGH-LOW){any}};
        end
      end
      if (ANY_WILL_DO) begin : g_any_wanted
        wire unused = &{1'b0, wanted};
      end else if (ORDER != 0) begin : g_wanted
        assign given = wanted;
      end else begin : g_lower_class_first
        for (m = 0; m < MESSAGE_CLASSES; m = m + 1) begin : g_message_class
          wire [SHARE-1:0] free = lowest[m*SHARE +: SHARE] & wanted[m*SHARE +: SHARE];
          for (c = 0; c < CLASSES; c = c + 1) begin : g_class
            localparam LOW  = (c * SHARE + CLASSES - 1) / CLASSES;
            localparam HIGH = ((c + 1) * SHARE + CLASSES - 1) / CLASSES;
            if (c == 0) begin : g_first
              assign given[m*SHARE +: HIGH] = free[HIGH-1:0];
            end else begin : g_later
              assign given[m*SHARE+LOW +: HIGH-LOW] =
                free[HIGH-1:LOW] & {(HIGH-LOW){~(|free[LOW-1:0])}};
            end
          end
        end
      end
    end
  endgenerate

  // Who makes a VC that nobody holds one that is held: with three stages the switch has no heads.
  wire [NUM_VCS-1:0] heads = (PIPELINE != 3) ? take : given;

  always @(posedge clk) begin
    if (rst) begin
      owned <= {NUM_VCS{1'b0}};
      ok    <= VCS;
    end else begin
      owned <= given | (take & ~{NUM_VCS{take_tail}}) | (owned & ~take);
      ok    <= (take & {NUM_VCS{take_tail}} & reusable) | (wake & ~owned & ~heads);
    end
  end

`ifdef TORUSMITH_FORMAL
`include "vc_allocator.vh"
`endif

endmodule

`default_nettype wire

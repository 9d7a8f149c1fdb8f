// head_request: what a waiting head asks for, and the VC it would take (docs/router.md, RQ4, SA2,
// SA5, VA4). Combinational.
//
//   port, vcs   the candidate: output, one-hot, and VCs; at the local port any of own will do
//               (RC2), except with ORDER = 1, where vcs is one VC at every port (RC9)
//   own         the VCs of its message class (RC8)
//   ok, lowest  state of all output VCs, see vc_allocator; [o*NUM_VCS +: NUM_VCS]
//   ask         the output; none if the request is void
//   chosen      the lowest VC of the candidate that is ok; without meaning for a void request
//   MIXED       1: the VCs may be of several classes
//   REACH       the output VCs that can be asked for, [o*NUM_VCS + w]
`default_nettype none

module head_request #(
  parameter NUM_PORTS = 5,
  parameter NUM_VCS   = 2,
  parameter CLASSES   = 2,
  parameter MIXED     = 0,
  parameter MESSAGE_CLASSES = 1,
  parameter ORDER     = 0,
  parameter [NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_VCS){1'b1}}
) (
  input  wire [NUM_PORTS-1:0]         port,
  input  wire [NUM_VCS-1:0]           vcs,
  input  wire [NUM_VCS-1:0]           own,
  input  wire [NUM_PORTS*NUM_VCS-1:0] ok,
  input  wire [NUM_PORTS*NUM_VCS-1:0] lowest,
  output reg  [NUM_PORTS-1:0]         ask,
  output wire [NUM_VCS-1:0]           chosen
);

  localparam SHARE = NUM_VCS / MESSAGE_CLASSES;  // VCs of a message class

  wire [NUM_VCS-1:0] at_home = (ORDER != 0) ? vcs : own;

  integer o;

  always @* begin
    ask[0] = port[0] & (|(at_home & ok[NUM_VCS-1:0] & REACH[NUM_VCS-1:0]));
    for (o = 1; o < NUM_PORTS; o = o + 1) begin
      ask[o] = port[o] & (|(vcs & ok[o*NUM_VCS +: NUM_VCS] & REACH[o*NUM_VCS +: NUM_VCS]));
    end
  end

  generate
    if (ORDER != 0) begin : g_order
      assign chosen = vcs;
      wire unused = &{1'b0, own, lowest};
    end else if (CLASSES == SHARE && MIXED == 0) begin : g_single
      assign chosen = port[0] ? own & lowest[NUM_VCS-1:0] : vcs;
      wire unused = &{1'b0, lowest};
    end else begin : g_several
      reg [NUM_VCS-1:0] lowest_there;
      integer p;
      always @* begin
        lowest_there = {NUM_VCS{port[0]}} & own & lowest[NUM_VCS-1:0];
        for (p = 1; p < NUM_PORTS; p = p + 1) begin
          lowest_there = lowest_there | ({NUM_VCS{port[p]}} & vcs & lowest[p*NUM_VCS +: NUM_VCS] &
                                         REACH[p*NUM_VCS +: NUM_VCS]);
        end
      end
      if (MIXED != 0 || CLASSES == 1) begin : g_lower_class_first
        genvar m, c;
        for (m = 0; m < MESSAGE_CLASSES; m = m + 1) begin : g_message_class
          // If no other VC is there it is the last one, or the request is void.
          localparam TOP = (m + 1) * SHARE - 1;
          wire [SHARE-1:0] there;
          if (SHARE > 1) begin : g_others
            wire [SHARE-2:0] others = lowest_there[m*SHARE +: SHARE-1];
            assign there = {(vcs[TOP] | (port[0] & own[TOP])) & ~(|others), others};
          end else begin : g_alone
            assign there = vcs[TOP] | (port[0] & own[TOP]);
            wire unused = &{1'b0, lowest_there};
          end
          for (c = 0; c < CLASSES; c = c + 1) begin : g_class
            localparam LOW  = (c * SHARE + CLASSES - 1) / CLASSES;
            localparam HIGH = ((c + 1) * SHARE + CLASSES - 1) / CLASSES;
            if (c == 0) begin : g_first
              assign chosen[m*SHARE +: HIGH] = there[HIGH-1:0];
            end else begin : g_later
              assign chosen[m*SHARE+LOW +: HIGH-LOW] =
                there[HIGH-1:LOW] & {(HIGH-LOW){~(|there[LOW-1:0])}};
            end
          end
        end
      end else begin : g_one_class
        assign chosen = lowest_there;
      end
    end
  endgenerate

endmodule

`default_nettype wire

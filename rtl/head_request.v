// head_request: what a waiting head asks for, and the VC it would take (docs/router.md, RQ4, SA2,
// SA5, VA4). Combinational.
//
//   port, vcs   the candidate: output, one-hot, and VCs; at the local port any VC will do (RC2)
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
  parameter [NUM_PORTS*NUM_VCS-1:0] REACH = {(NUM_PORTS*NUM_VCS){1'b1}}
) (
  input  wire [NUM_PORTS-1:0]         port,
  input  wire [NUM_VCS-1:0]           vcs,
  input  wire [NUM_PORTS*NUM_VCS-1:0] ok,
  input  wire [NUM_PORTS*NUM_VCS-1:0] lowest,
  output reg  [NUM_PORTS-1:0]         ask,
  output wire [NUM_VCS-1:0]           chosen
);

  integer o;

  always @* begin
    ask[0] = port[0] & (|(ok[NUM_VCS-1:0] & REACH[NUM_VCS-1:0]));
    for (o = 1; o < NUM_PORTS; o = o + 1) begin
      ask[o] = port[o] & (|(vcs & ok[o*NUM_VCS +: NUM_VCS] & REACH[o*NUM_VCS +: NUM_VCS]));
    end
  end

  generate
    if (CLASSES == NUM_VCS && MIXED == 0) begin : g_single
      assign chosen = port[0] ? lowest[NUM_VCS-1:0] : vcs;
      wire unused = &{1'b0, lowest};
    end else begin : g_several
      reg [NUM_VCS-1:0] lowest_there;
      integer p;
      always @* begin
        lowest_there = {NUM_VCS{port[0]}} & lowest[NUM_VCS-1:0];
        for (p = 1; p < NUM_PORTS; p = p + 1) begin
          lowest_there = lowest_there | ({NUM_VCS{port[p]}} & vcs & lowest[p*NUM_VCS +: NUM_VCS] &
                                         REACH[p*NUM_VCS +: NUM_VCS]);
        end
      end
      if (MIXED != 0 || CLASSES == 1) begin : g_lower_class_first
        // If no other VC is there it is the last one, or the request is void.
        wire last = (vcs[NUM_VCS-1] | port[0]) & ~(|lowest_there[NUM_VCS-2:0]);
        wire [NUM_VCS-1:0] there = {last, lowest_there[NUM_VCS-2:0]};
        genvar c;
        for (c = 0; c < CLASSES; c = c + 1) begin : g_class
          localparam LOW  = (c * NUM_VCS + CLASSES - 1) / CLASSES;
          localparam HIGH = ((c + 1) * NUM_VCS + CLASSES - 1) / CLASSES;
          if (c == 0) begin : g_first
            assign chosen[HIGH-1:0] = there[HIGH-1:0];
          end else begin : g_later
            assign chosen[HIGH-1:LOW] = there[HIGH-1:LOW] & {(HIGH-LOW){~(|there[LOW-1:0])}};
          end
        end
      end else begin : g_one_class
        assign chosen = lowest_there;
      end
    end
  endgenerate

endmodule

`default_nettype wire

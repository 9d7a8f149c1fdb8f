// other_way: the second candidate of a head that may go either way round a ring (docs/router.md,
// RC5, RQ3): the port across that ring, by the adaptive VCs, those of the last class in OWN, what
// its message class has of them.
//
//   load       the head that will be the front in the next clock is another one: it begins with its
//              first candidate
//   rc_either  that head has a second candidate
//   port, vcs  the port asked for, one-hot, and the VCs of the first candidate
//   wake       VC4, of all output VCs; [o*NUM_VCS +: NUM_VCS]
//   woken      a VC of the candidate asked for is in wake
//   taken      the head is given a VC: asked is vcs from then on
//   stays      the head waits on: turn only counts then
//   asked      the VCs of the candidate asked for
//   across     the port of the candidate that is not asked for, zero if there is none
//   woken_across  a VC of that one is in wake
//   turn       ask for that one in the next clock
//   wait_port, wait_vcs  what a head that waits on asks for in the next clock
//
// EITHER has, of the ports 2k-1 and 2k, the two ways round a ring, both or neither.
`default_nettype none

module other_way #(
  parameter NUM_PORTS = 5,
  parameter NUM_VCS   = 3,
  parameter CLASSES   = 3,
  parameter MESSAGE_CLASSES = 1,
  parameter [NUM_VCS-1:0] OWN = {NUM_VCS{1'b1}},
  parameter [NUM_PORTS-1:0] EITHER = {NUM_PORTS{1'b0}}
) (
  input  wire                         clk,
  input  wire                         load,
  input  wire                         rc_either,
  input  wire [NUM_PORTS-1:0]         port,
  input  wire [NUM_VCS-1:0]           vcs,
  input  wire [NUM_PORTS*NUM_VCS-1:0] wake,
  input  wire                         woken,
  input  wire                         taken,
  input  wire                         stays,
  output wire [NUM_VCS-1:0]           asked,
  output wire [NUM_PORTS-1:0]         across,
  output wire                         woken_across,
  output wire                         turn,
  output wire [NUM_PORTS-1:0]         wait_port,
  output wire [NUM_VCS-1:0]           wait_vcs
);

  localparam SHARE = NUM_VCS / MESSAGE_CLASSES;
  localparam LOW   = ((CLASSES - 1) * SHARE + CLASSES - 1) / CLASSES;
  localparam [NUM_VCS-1:0] ADAPTIVE =
    OWN & {MESSAGE_CLASSES{{{(SHARE - LOW){1'b1}}, {LOW{1'b0}}}}};

  reg either;  // the head has a second candidate
  reg second;  // and asks for it

  wire [NUM_VCS-1:0]           spared = second ? vcs : ADAPTIVE;
  wire [NUM_PORTS*NUM_VCS-1:0] wake_across;

  assign asked = second ? ADAPTIVE : vcs;

  genvar p;
  generate
    for (p = 0; p < NUM_PORTS; p = p + 1) begin : g_port
      if (EITHER[p]) begin : g_either
        assign across[p] = port[(p%2)*2+p-1];
        assign wake_across[p*NUM_VCS +: NUM_VCS] =
          {NUM_VCS{across[p]}} & spared & wake[p*NUM_VCS +: NUM_VCS];
      end else begin : g_none
        assign across[p] = 1'b0;
        assign wake_across[p*NUM_VCS +: NUM_VCS] = {NUM_VCS{1'b0}};
      end
    end
  endgenerate

  // RQ3: the first candidate is asked for unless only the second may have a VC.
  assign woken_across = either & (|wake_across);
  wire changes = woken_across & (second | ~woken);
  assign turn      = stays & changes;
  assign wait_port = changes ? across : port;
  assign wait_vcs  = (second ^ changes) ? ADAPTIVE : vcs;

  always @(posedge clk) begin
    if (load) either <= rc_either;
    second <= ~load & ~taken & (second ^ turn);
  end

  wire unused = &{1'b0, port, wake};

endmodule

`default_nettype wire

// What each input VC keeps of each candidate: a line "number home vcs one" each, vcs and one in
// binary.
`default_nettype none

module one_vc_bench;
  parameter NUM_VCS = 2;
  parameter CLASSES = 2;
  parameter MIXED   = 0;
  parameter MESSAGE_CLASSES = 1;

  reg                        home;
  reg  [NUM_VCS-1:0]         vcs;
  wire [NUM_VCS*NUM_VCS-1:0] one;
  integer                    number, set;

  genvar v;
  generate
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_vc
      one_vc #(
        .NUM_VCS(NUM_VCS),
        .CLASSES(CLASSES),
        .MIXED  (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .NUMBER (v)
      ) u_one (
        .home(home),
        .vcs (vcs),
        .one (one[v*NUM_VCS +: NUM_VCS])
      );
    end
  endgenerate

  initial begin
    for (set = 1; set < (1 << NUM_VCS); set = set + 1) begin
      vcs = set;
      for (number = 0; number < NUM_VCS; number = number + 1) begin
        home = 1'b0;
        #1 $display("%0d 0 %b %b", number, vcs, one[number*NUM_VCS +: NUM_VCS]);
        home = 1'b1;
        #1 $display("%0d 1 %b %b", number, vcs, one[number*NUM_VCS +: NUM_VCS]);
      end
    end
  end

endmodule

`default_nettype wire

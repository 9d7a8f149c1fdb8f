// link_monitor: watches a router's end of a link in simulation, and stops the simulation in the
// clock in which the link breaks (docs/router.md, L1, L3, VC2). It is empty, and no router has it,
// unless TORUSMITH_ASSERT is defined.
//
//   valid, vc, head, tail      flits on the link
//   credit_valid, credit_vc    credits, the other way
// It says the clock since the reset (Z1), the place, and what broke.
//
// What breaks a link: a valid that is neither 0 nor 1; a VC that there is not; a flit for which
// there is no place, or a credit for a place that was free (a counter above its depth); a head
// inside a packet of its VC, or a body flit outside of one.
`ifdef TORUSMITH_ASSERT
`default_nettype none

module link_monitor #(
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter BUFFER_DEPTH = 4
) (
  input wire               clk,
  input wire               rst,
  input wire               valid,
  input wire [VC_BITS-1:0] vc,
  input wire               head,
  input wire               tail,
  input wire               credit_valid,
  input wire [VC_BITS-1:0] credit_vc
);

  localparam [VC_BITS:0] VCS   = NUM_VCS;
  localparam [7:0]       DEPTH = BUFFER_DEPTH;

  reg               was_reset;
  reg [7:0]         places [0:NUM_VCS-1];  // that are taken: flits without a credit yet
  reg [NUM_VCS-1:0] open;                  // a packet has begun and not ended
  integer           clock;                 // since the reset, the first is 0
  integer           v;

  wire flit   = valid === 1'b1 && {1'b0, vc} < VCS;
  wire credit = credit_valid === 1'b1 && {1'b0, credit_vc} < VCS;

  always @(posedge clk) begin
    if (rst === 1'b1) begin
      was_reset <= 1'b1;
      clock     <= 0;
      open      <= {NUM_VCS{1'b0}};
      for (v = 0; v < NUM_VCS; v = v + 1) places[v] <= 8'd0;
    end else if (was_reset === 1'b1) begin
      clock <= clock + 1;
      for (v = 0; v < NUM_VCS; v = v + 1) begin
        places[v] <= places[v] + {7'd0, flit && vc == v[VC_BITS-1:0]}
                               - {7'd0, credit && credit_vc == v[VC_BITS-1:0]};
      end
      if (flit) open[vc] <= ~tail;
    end
  end

  // What is wrong in this clock, before its end.
  always @(posedge clk) begin
    if (rst !== 1'b1 && was_reset === 1'b1) begin
      if ((^{valid, credit_valid}) === 1'bx) begin
        $display("clock %0d: %m: valid or credit_valid is neither 0 nor 1", clock);
        $stop;
      end
      if (valid === 1'b1 && !flit) begin
        $display("clock %0d: %m: a flit on VC %0d, which there is not", clock, vc);
        $stop;
      end
      if (credit_valid === 1'b1 && !credit) begin
        $display("clock %0d: %m: a credit for VC %0d, which there is not", clock, credit_vc);
        $stop;
      end
      if (flit && places[vc] == DEPTH) begin
        $display("clock %0d: %m: a flit on VC %0d without a credit", clock, vc);
        $stop;
      end
      if (credit && places[credit_vc] == 8'd0 && !(flit && vc == credit_vc)) begin
        $display("clock %0d: %m: a credit above the depth on VC %0d", clock, credit_vc);
        $stop;
      end
      if (flit && head && open[vc]) begin
        $display("clock %0d: %m: a head inside a packet on VC %0d", clock, vc);
        $stop;
      end
      if (flit && !head && !open[vc]) begin
        $display("clock %0d: %m: a flit outside of a packet on VC %0d", clock, vc);
        $stop;
      end
    end
  end

endmodule

`default_nettype wire
`endif

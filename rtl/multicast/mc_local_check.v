// mc_local_check: checks what comes into a local port from outside (docs/multicast_router.md, E1).
//
//   in_*        the link; multicast: its type, of a head
//   lost        a head that no correct source sends
//   nonempty    per VC, a packet is in the buffer
//   sixteenth   per VC, it has room for one more flit
//   accept      the flit may be written; combinational
//   tail        it is to be written as a tail
//   violation   in this clock: 0 overflow, 1 framing, 2 destination, 3 length
`default_nettype none

module mc_local_check (
  input  wire       clk,
  input  wire       rst,
  input  wire       in_valid,
  input  wire       in_head,
  input  wire       in_tail,
  input  wire [1:0] in_vc,
  input  wire       multicast,
  input  wire       lost,
  input  wire [1:0] nonempty,
  input  wire [1:0] sixteenth,
  output wire       accept,
  output wire       tail,
  output wire [3:0] violation
);

  reg  [1:0] open;      // from the head to the tail, dropped or not
  reg  [1:0] dropping;  // the open packet's other flits are dropped
  wire [1:0] vcs  = {in_vc == 2'd1, in_vc == 2'd0};
  wire       flit = in_valid & (in_vc != 2'd3);

  wire opened      = |(vcs & open);
  wire overflow    = in_head & ~opened & (|(vcs & nonempty));
  wire framing     = ~overflow & (in_vc[1] | (in_head == opened) | (in_head & in_tail & multicast));
  wire in_packet   = flit & ~framing;
  wire destination = ~overflow & in_head & lost;
  wire dropped     = ~in_head & (|(vcs & dropping));
  wire goes_in     = in_packet & ~overflow & ~destination & ~dropped;
  wire length      = |(vcs & sixteenth) & ~in_tail;

  assign accept    = goes_in;
  assign tail      = in_tail | length;
  assign violation = {goes_in & length, in_packet & destination, flit & framing, flit & overflow};

  always @(posedge clk) begin
    if (rst) begin
      open     <= 2'd0;
      dropping <= 2'd0;
    end else if (in_packet) begin
      open     <= in_tail ? open & ~vcs : open | vcs;
      dropping <= (~in_tail & (overflow | destination | dropped | length)) ? dropping | vcs : dropping & ~vcs;
    end
  end

endmodule
`default_nettype wire

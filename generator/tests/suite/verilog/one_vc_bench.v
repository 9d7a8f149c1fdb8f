// The output VCs that the head of a packet of one flit asks for from each input VC of an input unit, if all are free: a line
// "number home vcs" each, vcs in binary; home: to the local port. Macros: UNIT, PORTS, VCS, VC_BITS; CLASS, what routing says of the
// classes, if there are several; THREE, with three cycles a hop the bits of a request for an output VC.
`default_nettype none

module one_vc_bench;

  localparam P = `PORTS, V = `VCS;

  reg                 clk = 0, rst = 1, in_valid = 0;
  reg  [`VC_BITS-1:0] in_vc;
  reg  [P-1:0]        in_port;
  wire [V-1:0]        vcs;
`ifdef THREE
  wire [`THREE-1:0]   request;
`else
  wire [P-1:0]        request;
`endif
  integer             number, home;

  always #5 clk = ~clk;

  `UNIT u_input (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_tail(1'b1), .in_vc(in_vc), .in_data(32'd0), .in_port(in_port),
`ifdef CLASS
    .in_class(`CLASS),
`endif
    .credit_valid(), .credit_vc(), .vc_free({P*V{1'b1}}), .credit_available({P*V{1'b1}}), .credit_after_send({P*V{1'b1}}),
`ifdef THREE
    .vc_request(request), .vc_grant({`THREE{1'b0}}), .wanted_vcs(vcs), .request(), .flit_vcs(),
`else
    .request(request), .flit_vcs(vcs), .pause(1'b0),
`endif
    .granted(1'b0), .flit_head(), .flit_tail(), .flit_data(), .full(),
    .return_credit_vc({`VC_BITS{1'b0}}), .return_credit(1'b0)
  );

  initial begin
    for (number = 0; number < V; number = number + 1)
      for (home = 0; home < 2; home = home + 1) begin
        rst = 1;
        repeat (2) @(negedge clk);
        rst = 0;
        {in_valid, in_vc, in_port} = {1'b1, number[`VC_BITS-1:0], {P-2{1'b0}}, home == 0, home == 1};
        @(negedge clk) in_valid = 0;
        while (!(|request)) @(negedge clk);
        $display("%0d %0d %b", number, home, vcs);
      end
    $finish;
  end

endmodule

`default_nettype wire

// A head at an input unit whose candidates may have VCs of several classes, for all states of the VCs of the port that it asks for, others
// all free or all not: it asks if a VC of the candidate is free, and takes the lowest. Macros: UNIT, PORTS, VCS, VC_BITS, CLASSES; THREE, with
// three cycles a hop the bits of a request for an output VC, which then says nothing of the VC.
`default_nettype none

module head_bench;

  localparam P = `PORTS, V = `VCS, K = `CLASSES;

  reg                 clk = 0, rst = 1, in_valid = 0;
  reg  [P-1:0]        in_port;
  reg  [K-1:0]        in_class;
  reg  [P*V-1:0]      vc_free;
  wire [V-1:0]        vcs;
`ifdef THREE
  wire [`THREE-1:0]   request;
`else
  wire [P-1:0]        request;
`endif

  always #50 clk = ~clk;

  `UNIT u_input (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_tail(1'b1), .in_vc({`VC_BITS{1'b0}}), .in_data(32'd0), .in_port(in_port),
    .in_class(in_class), .credit_valid(), .credit_vc(),
    .vc_free(vc_free), .credit_available({P*V{1'b1}}), .credit_after_send({P*V{1'b1}}),
`ifdef THREE
    .vc_request(request), .vc_grant({`THREE{1'b0}}), .wanted_vcs(), .request(), .flit_vcs(),
`else
    .request(request), .flit_vcs(vcs), .pause(1'b0),
`endif
    .granted(1'b0), .flit_head(), .flit_tail(), .flit_data(), .full(),
    .return_credit_vc({`VC_BITS{1'b0}}), .return_credit(1'b0)
  );

  integer port, set, state, w, failures, count;
  reg [V-1:0] there, want;

  initial begin
    failures = 0;
    count = 0;
    for (port = 0; port < P; port = port + 1)
      for (set = 1; set < (1 << K); set = set + 1) begin
        rst = 1;
        repeat (2) @(negedge clk);
        {rst, in_valid, in_class} = {2'b01, set[K-1:0]};
        in_port = 1 << port;
        vc_free = 0;
        @(negedge clk) in_valid = 0;
        @(negedge clk) ;
        for (state = 0; state < (2 << V); state = state + 1) begin
          // RC2, RC3
          for (w = 0; w < V; w = w + 1) begin
            vc_free[w*P +: P] = {P{state[V]}};
            vc_free[w*P+port] = state[w];
            there[w] = state[w] && (port == 0 || set[w*K/V]);
          end
          want = there & -there;
          #1;
          count = count + 1;
`ifdef THREE
          if ((|request) !== (|there)) begin
`else
          if (request !== ((there == 0) ? {P{1'b0}} : in_port) || (there != 0 && vcs !== want)) begin
`endif
            if (failures == 0) $display("FAIL port %0d classes %b free %b: %b %b, not %b", port, in_class, vc_free, request, vcs, want);
            failures = failures + 1;
          end
        end
      end
    if (failures == 0) $display("PASS %0d", count);
    $finish;
  end

endmodule

`default_nettype wire

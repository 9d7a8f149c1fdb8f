// head_request with several classes, for all states of the VCs of three ports: it asks if a VC of the
// candidate is ok, and takes the lowest. Macros: MODULE, VCS, CLASSES.
module head_bench;

  localparam V = `VCS, K = `CLASSES, P = 3;

  reg  [P-1:0]   port;
  reg  [V-1:0]   vcs, want;
  reg  [P*V-1:0] ok, lowest;
  wire [P-1:0]   ask;
  wire [V-1:0]   chosen;

  `MODULE #(
    .NUM_PORTS(P),
    .NUM_VCS  (V),
    .CLASSES  (K),
    .MIXED    (1)
  ) u_head (
    .port  (port),
    .vcs   (vcs),
    .own   ({`VCS{1'b1}}),
    .ok    (ok),
    .lowest(lowest),
    .ask   (ask),
    .chosen(chosen)
  );

  integer o, w, state, set, first, failures, count;
  reg [V-1:0] there;

  initial begin
    failures = 0;
    count = 0;
    for (o = 0; o < P; o = o + 1)
      for (set = 1; set < (1 << K); set = set + 1)
        for (state = 0; state < (1 << (P * V)); state = state + 1) begin
          port = 1 << o;
          ok = state;
          lowest = 0;
          // RC3; port 0 has but one class
          for (w = 0; w < P * V; w = w + 1) begin
            for (first = w - 1; first >= 0 && first / V == w / V && !(ok[first] &&
                 (w < V || (first % V) * K / V == (w % V) * K / V)); first = first - 1) ;
            lowest[w] = ok[w] && (first < 0 || first / V != w / V);
          end
          for (w = 0; w < V; w = w + 1) vcs[w] = set[w*K/V];
          there = ok[o*V +: V] & ((o == 0) ? {V{1'b1}} : vcs);
          want = there & -there;
          #1;
          count = count + 1;
          if (ask !== ((there == 0) ? 3'd0 : port) || (there != 0 && chosen !== want)) begin
            if (failures == 0)
              $display("FAIL port %b vcs %b ok %b: %b %b, not %b", port, vcs, ok, ask, chosen, want);
            failures = failures + 1;
          end
        end
    if (failures == 0) $display("PASS %0d", count);
  end

endmodule

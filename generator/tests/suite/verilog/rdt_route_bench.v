// Every hop in hops.hex (input port, node, routing bits, output port, class, routing bits behind it)
// against route_rdt with FROM = that port and with FROM = 0, and rdt_hop with three VCs. At port 0 the
// class means nothing. Macros: ROUTE, HOP, SIDE_BITS, MAX_RANK, COUNT.
module rdt_route_bench;

  localparam R = 6 * `MAX_RANK + 9;

  reg  [103:0] hops [0:`COUNT-1];
  reg  [2*`SIDE_BITS-1:0] node [0:8];
  reg  [R-1:0] route [0:8];
  wire [8:0]   port [0:8], general_port [0:8];
  wire [2:0]   vcs [0:8], general_vcs [0:8];
  wire [8:0]   ends, general_ends;
  wire [R-1:0] next [0:8], general_next [0:8];

  genvar p;
  generate
    for (p = 0; p < 9; p = p + 1) begin : g_from
      wire [4:0] hop, general_hop;
      `ROUTE #(.SIDE_BITS(`SIDE_BITS), .MAX_RANK(`MAX_RANK), .FROM(p)) u_route (
        .node(node[p]), .route(route[p]), .hop(hop), .ends(ends[p]), .next(next[p])
      );
      `ROUTE #(.SIDE_BITS(`SIDE_BITS), .MAX_RANK(`MAX_RANK)) u_general (
        .node(node[p]), .route(route[p]), .hop(general_hop), .ends(general_ends[p]),
        .next(general_next[p])
      );
      `HOP #(.NUM_VCS(3), .CLASSES(3)) u_hop (.hop(hop), .port(port[p]), .vcs(vcs[p]));
      `HOP #(.NUM_VCS(3), .CLASSES(3)) u_general_hop (
        .hop(general_hop), .port(general_port[p]), .vcs(general_vcs[p])
      );
    end
  endgenerate

  integer k, from, failures;
  reg [8:0] want_port;
  reg [2:0] want_vcs;
  reg [R-1:0] want_next;

  initial begin
    $readmemh("hops.hex", hops);
    failures = 0;
    for (k = 0; k < `COUNT && failures < 5; k = k + 1) begin
      from = hops[k][103:100];
      node[from] = hops[k][99:84];
      route[from] = hops[k][83:44];
      want_port = 1 << hops[k][43:40];
      want_vcs = 1 << hops[k][39:36];
      want_next = hops[k][35:0];
      #1;
      if (want_port[0]) want_vcs = vcs[from];
      if (port[from] !== want_port || vcs[from] !== want_vcs || next[from] !== want_next ||
          ends[from] !== want_port[0] || general_port[from] !== want_port ||
          (!want_port[0] && general_vcs[from] !== want_vcs) || general_next[from] !== want_next ||
          general_ends[from] !== want_port[0]) begin
        $display("FAIL from %0d node %h route %h: port %b (%b) vcs %b (%b) next %h (%h), expected %b %b %h",
                 from, node[from], route[from], port[from], general_port[from], vcs[from],
                 general_vcs[from], next[from], general_next[from], want_port, want_vcs, want_next);
        failures = failures + 1;
      end
    end
    if (failures == 0) $display("PASS %0d", k);
  end

endmodule

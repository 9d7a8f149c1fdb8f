// Every hop in hops.hex (input port, node, routing bits, output port, class, routing bits behind it)
// against the route module with FROM = that port and with FROM = 0. At port 0 the class means nothing.
// Macros: ROUTE, CLASS_BITS, SIDE_BITS, MAX_RANK, COUNT.
module rdt_route_bench;

  localparam R = 6 * `MAX_RANK + 9;

  reg  [103:0] hops [0:`COUNT-1];
  reg  [2*`SIDE_BITS-1:0] node [0:8];
  reg  [R-1:0] route [0:8];
  wire [8:0]   port [0:8], general_port [0:8];
  wire [`CLASS_BITS-1:0] of_class [0:8], general_class [0:8];
  wire [R-1:0] next [0:8], general_next [0:8];

  genvar p;
  generate
    for (p = 0; p < 9; p = p + 1) begin : g_from
      `ROUTE #(.FROM(p)) u_route (
        .here(node[p]), .route(route[p]), .out_class(of_class[p]), .next_route(next[p]), .port(port[p])
      );
      `ROUTE u_general (
        .here(node[p]), .route(route[p]), .out_class(general_class[p]), .next_route(general_next[p]),
        .port(general_port[p])
      );
    end
  endgenerate

  integer k, from, failures;
  reg [8:0] want_port;
  reg [`CLASS_BITS-1:0] want_class;
  reg [R-1:0] want_next;

  initial begin
    $readmemh("hops.hex", hops);
    failures = 0;
    for (k = 0; k < `COUNT && failures < 5; k = k + 1) begin
      from = hops[k][103:100];
      node[from] = hops[k][99:84];
      route[from] = hops[k][83:44];
      want_port = 1 << hops[k][43:40];
      want_class = hops[k][39:36];
      want_next = hops[k][35:0];
      #1;
      if (port[from] !== want_port || general_port[from] !== want_port || next[from] !== want_next ||
          general_next[from] !== want_next ||
          (!want_port[0] && (of_class[from] !== want_class || general_class[from] !== want_class))) begin
        $display("FAIL from %0d node %h route %h: port %b (%b) class %0d (%0d) next %h (%h), expected %b %0d %h",
                 from, node[from], route[from], port[from], general_port[from], of_class[from],
                 general_class[from], next[from], general_next[from], want_port, want_class, want_next);
        failures = failures + 1;
      end
    end
    if (failures == 0) $display("PASS %0d", k);
  end

endmodule

// Every hop in hops.hex (input port, node, header, output port, class) against a route module with
// FROM = each input port. Macros: MODULE, PARAMETERS, ADDRESS_BITS, HEADER_BITS, PORTS, VCS, COUNT.
module route_bench;

  reg [79:0] hop [0:`COUNT-1];
  reg [`ADDRESS_BITS-1:0] node;
  reg [`HEADER_BITS-1:0] header;
  wire [`PORTS*`PORTS-1:0] port;
  wire [`PORTS*`VCS-1:0] vcs;

  genvar p;
  generate
    for (p = 0; p < `PORTS; p = p + 1) begin : g_from
      `MODULE #(`PARAMETERS) u_route (
        .node  (node),
        .header(header),
        .port  (port[p*`PORTS +: `PORTS]),
        .vcs   (vcs[p*`VCS +: `VCS])
      );
    end
  endgenerate

  integer k, from, to, class, failures;
  reg [`PORTS-1:0] want_port;
  reg [`VCS-1:0] want_vcs;

  initial begin
    $readmemh("hops.hex", hop);
    failures = 0;
    for (k = 0; k < `COUNT && failures < 5; k = k + 1) begin
      from = hop[k][75:72];
      node = hop[k][71:40];
      header = hop[k][39:8];
      to = hop[k][7:4];
      class = hop[k][3:0];
      want_port = 1 << to;
      want_vcs = 1 << class;
      #1;
      if (port[from*`PORTS +: `PORTS] !== want_port ||
          (to != 0 && vcs[from*`VCS +: `VCS] !== want_vcs)) begin
        $display("FAIL from %0d node %h header %h: port %b vcs %b, expected %b %b", from, node,
                 header, port[from*`PORTS +: `PORTS], vcs[from*`VCS +: `VCS], want_port, want_vcs);
        failures = failures + 1;
      end
    end
    if (failures == 0) $display("PASS %0d", k);
  end

endmodule

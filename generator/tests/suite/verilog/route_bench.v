// Every hop in hops.hex (input port, node, header, output port, VCs, output port of the second
// candidate) against a route module with FROM = each input port. The second candidate's port is the
// other way round the ring, so that the module only says whether there is one. Of the modules only that
// of the hop's port has new inputs. Macros: MODULE, PARAMETERS, ADDRESS_BITS, HEADER_BITS, PORTS, VCS,
// COUNT.
module route_bench;

  reg [95:0] hop [0:`COUNT-1];
  reg [`ADDRESS_BITS-1:0] node [0:`PORTS-1];
  reg [`HEADER_BITS-1:0] header [0:`PORTS-1];
  wire [`PORTS*`PORTS-1:0] port;
  wire [`PORTS-1:0] either;
  wire [`PORTS*`VCS-1:0] vcs;

  genvar p;
  generate
    for (p = 0; p < `PORTS; p = p + 1) begin : g_from
      `MODULE #(`PARAMETERS) u_route (
        .node  (node[p]),
        .header(header[p]),
        .port  (port[p*`PORTS +: `PORTS]),
        .either(either[p]),
        .vcs   (vcs[p*`VCS +: `VCS])
      );
    end
  endgenerate

  integer k, from, to, other, across, failures;
  reg [`PORTS-1:0] want_port;
  reg [`VCS-1:0] want_vcs;

  initial begin
    $readmemh("hops.hex", hop);
    failures = 0;
    for (k = 0; k < `COUNT && failures < 5; k = k + 1) begin
      from = hop[k][95:88];
      node[from] = hop[k][87:56];
      header[from] = hop[k][55:24];
      to = hop[k][23:16];
      want_port = 1 << to;
      want_vcs = hop[k][15:8];
      other = hop[k][7:0];
      across = (to % 2 == 1) ? to + 1 : to - 1;
      #1;
      if (either[from] !== (other != 0) || (other != 0 && other != across) ||
          port[from*`PORTS +: `PORTS] !== want_port ||
          (to != 0 && vcs[from*`VCS +: `VCS] !== want_vcs)) begin
        $display("FAIL from %0d node %h header %h: port %b vcs %b, expected %b %b", from, node[from],
                 header[from], port[from*`PORTS +: `PORTS], vcs[from*`VCS +: `VCS], want_port, want_vcs);
        failures = failures + 1;
      end
    end
    if (failures == 0) $display("PASS %0d", k);
  end

endmodule

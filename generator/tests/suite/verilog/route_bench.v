// Every hop in hops.hex (input port, node, header, output port, classes, output port of the second
// candidate) against a route module with FROM = each input port. The second candidate's port is the
// other way round the ring, so that the module only says whether there is one. Of the modules only that
// of the hop's port has new inputs. Macros: MODULE; ADDRESS_BITS, HEADER_BITS, PORTS; CLASSES, how many
// there are; CLASS_BITS of out_class, where it has some, and MIXED if these are a bit for each class; EITHER
// if there is such an output; COUNT.
module route_bench;

  reg [95:0] hop [0:`COUNT-1];
  reg [`ADDRESS_BITS-1:0] node [0:`PORTS-1];
  reg [`HEADER_BITS-1:0] header [0:`PORTS-1];
  wire [`PORTS*`PORTS-1:0] port;
  wire [`PORTS-1:0] either;
  wire [`PORTS*8-1:0] classes;

  genvar p;
  generate
    for (p = 0; p < `PORTS; p = p + 1) begin : g_from
`ifdef CLASS_BITS
      wire [`CLASS_BITS-1:0] out_class;
`ifdef MIXED
      assign classes[8*p +: 8] = out_class;
`else
      assign classes[8*p +: 8] = 8'd1 << out_class;
`endif
`else
      assign classes[8*p +: 8] = 8'd1;
`endif
      `MODULE #(.FROM(p)) u_route (
        .here     (node[p]),
`ifdef CLASS_BITS
        .out_class(out_class),
`endif
`ifdef EITHER
        .either   (either[p]),
`endif
        .header   (header[p]),
        .port     (port[p*`PORTS +: `PORTS])
      );
`ifndef EITHER
      assign either[p] = 1'b0;
`endif
    end
  endgenerate

  integer k, from, to, other, across, failures;
  reg [`PORTS-1:0] want_port;
  reg [`CLASSES-1:0] want, found;

  initial begin
    $readmemh("hops.hex", hop);
    failures = 0;
    for (k = 0; k < `COUNT && failures < 5; k = k + 1) begin
      from = hop[k][95:88];
      node[from] = hop[k][87:56];
      header[from] = hop[k][55:24];
      to = hop[k][23:16];
      want_port = 1 << to;
      want = hop[k][15:8];
      other = hop[k][7:0];
      across = (to % 2 == 1) ? to + 1 : to - 1;
      #1;
      found = classes[8*from +: 8];
      if (either[from] !== (other != 0) || (other != 0 && other != across) ||
          port[from*`PORTS +: `PORTS] !== want_port || (to != 0 && found !== want)) begin
        $display("FAIL from %0d node %h header %h: port %b classes %b, expected %b %b", from, node[from],
                 header[from], port[from*`PORTS +: `PORTS], found, want_port, want);
        failures = failures + 1;
      end
    end
    if (failures == 0) $display("PASS %0d", k);
  end

endmodule

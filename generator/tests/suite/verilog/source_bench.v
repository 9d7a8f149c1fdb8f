// Prints what a module for the routing bits at the source gives: from every FROM-th node, to every node, for every packet number
// below NUMBERS. Macros: SOURCE (with its parameters), ADDRESS_BITS, ROUTE_BITS, FROM, NUMBERS; NUMBERED if it takes one.
module source_bench;

  localparam A = `ADDRESS_BITS;

  reg  [A-1:0] from, to;
  reg  [1:0]   number;
  wire [`ROUTE_BITS-1:0] route;
  integer f, t, n;

  `SOURCE dut (
`ifdef NUMBERED
    .number(number),
`endif
    .from(from), .to(to), .route(route)
  );

  initial begin
    for (f = 0; f < (1 << A); f = f + `FROM) begin
      for (t = 0; t < (1 << A); t = t + 1) begin
        for (n = 0; n < `NUMBERS; n = n + 1) begin
          from = f;
          to = t;
          number = n;
          #1 $write("%h", route);
        end
      end
      $write("\n");
    end
  end

endmodule

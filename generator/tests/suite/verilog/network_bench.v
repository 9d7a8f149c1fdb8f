// Random traffic through a generated network top: every flit must come out at its destination, on one
// VC in order, marked as it went in, and all credits must come home. The routers' own bits of heads (L4)
// go in with any value and are not looked at when they come out. Prints PASS and the counts, or FAIL and why. Macros: TOP, NODES, ADDRESS_BITS, ROUTE_BITS, NUM_VCS, VC_BITS, DEPTH, WIDTH, CLOCKS,
// RATE (flits in 1000 node clocks), LONGEST (flits); for an RDT
// ENCODER with its parameters.
`timescale 1ns / 1ns

module network_bench;

  localparam N = `NODES, A = `ADDRESS_BITS, R = `ROUTE_BITS, V = `NUM_VCS, B = `VC_BITS;
  localparam D = `DEPTH, W = `WIDTH;
  localparam ID_LOW = 2 * A + R, ID = 6, INDEX_LOW = ID_LOW + ID, INDEX = W - INDEX_LOW;

  // The routers' own bits of a head
  localparam OWN_BITS = (W - ID_LOW < 8) ? W - ID_LOW : 8;
  localparam [W-1:0] OWN = ~({W{1'b1}} >> OWN_BITS);

  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  reg  [N-1:0] in_valid = 0, in_head = 0, in_tail = 0, out_credit_valid = 0;
  reg  [N*B-1:0] in_vc = 0, out_credit_vc = 0;
  reg  [N*W-1:0] in_data = 0;
  wire [N-1:0] in_credit_valid, out_valid, out_head, out_tail;
  wire [N*B-1:0] in_credit_vc, out_vc;
  wire [N*W-1:0] out_data;
  wire [3*N-1:0] error;

  `TOP dut (
    .clk(clk), .rst(rst),
    .local_in_valid(in_valid), .local_in_head(in_head), .local_in_tail(in_tail),
    .local_in_vc(in_vc), .local_in_data(in_data),
    .local_in_credit_valid(in_credit_valid), .local_in_credit_vc(in_credit_vc),
    .local_out_valid(out_valid), .local_out_head(out_head), .local_out_tail(out_tail),
    .local_out_vc(out_vc), .local_out_data(out_data),
    .local_out_credit_valid(out_credit_valid), .local_out_credit_vc(out_credit_vc),
    .clear_error(1'b0), .error(error)
  );

  // Sources, one packet a VC; sinks, one packet a VC
  integer credit [0:N*V-1], left [0:N*V-1], index [0:N*V-1];
  reg [W-1:0] word [0:N*V-1];
  reg [W-1:0] expected [0:N*V-1];
  reg [N*V-1:0] inside = 0;
  integer n, v, k, to, sent, received, packets, clocks, id, failures, t;
  reg [W-1:0] flit;

  task fail;
    input [8*20-1:0] why;
    begin
      $display("FAIL %0s: clock %0d node %0d vc %0d data %h", why, clocks, n, v, flit);
      failures = failures + 1;
      if (failures > 5) $finish;
    end
  endtask

  task source;
    begin
      in_valid[n] = 0;
      if (in_credit_valid[n]) begin
        k = n * V + in_credit_vc[n*B +: B];
        credit[k] = credit[k] + 1;
      end
      v = $unsigned($random) % V;
      k = n * V + v;
      if ($unsigned($random) % 1000 < `RATE && credit[k] > 0 && (left[k] > 0 || clocks < `CLOCKS)) begin
        if (left[k] == 0) begin
          to = $unsigned($random) % (N - 1);
          if (to >= n) to = to + 1;
          left[k] = 1 + $unsigned($random) % `LONGEST;
          index[k] = 0;
          id = id + 1;
          packets = packets + 1;
          word[k] = (n << (A + R)) | to;
`ifdef ENCODER
          word[k][A +: RB] = routes[{n[A-1:0], to[A-1:0]}];
`else
          if (R > 0) word[k][A] = $random;
`endif
          word[k][ID_LOW +: ID] = id;
        end
        in_valid[n] = 1;
        in_head[n] = index[k] == 0;
        in_tail[n] = left[k] == 1;
        in_vc[n*B +: B] = v;
        word[k][INDEX_LOW +: INDEX] = index[k];
        in_data[n*W +: W] = word[k];
        if (index[k] == 0) in_data[n*W +: W] = word[k] | ({16{$random}} & OWN);
`ifdef ENCODER
        if (index[k] == 0) word[k][A +: RB] = {RB{1'b1}};
`endif
        index[k] = index[k] + 1;
        left[k] = left[k] - 1;
        credit[k] = credit[k] - 1;
        sent = sent + 1;
      end
    end
  endtask

  task sink;
    begin
      out_credit_valid[n] = out_valid[n];
      out_credit_vc[n*B +: B] = out_vc[n*B +: B];
      if (out_valid[n] !== 0) begin
        v = out_vc[n*B +: B];
        k = n * V + v;
        flit = out_data[n*W +: W];
        received = received + 1;
        if (out_head[n]) flit = flit & ~OWN;
        if (^{out_valid[n], out_head[n], out_tail[n], flit} === 1'bx) fail("unknown");
        if (flit[A-1:0] !== n) fail("wrong node");
        if (out_head[n] !== (flit[INDEX_LOW +: INDEX] == 0)) fail("head mark");
        if (out_head[n] === inside[k]) fail("framing");
        if (!out_head[n] && flit !== expected[k]) fail("order");
        inside[k] = !out_tail[n];
`ifdef ENCODER
        if (out_head[n]) begin
          if (flit[A +: RB] !== 0) fail("routing bits left");
          flit[A +: RB] = {RB{1'b1}};
        end
`endif
        expected[k] = flit;
        expected[k][INDEX_LOW +: INDEX] = flit[INDEX_LOW +: INDEX] + 1;
      end
    end
  endtask

`ifdef ENCODER
  // The routing bits of every pair; those of a body flit's place are all ones and stay.
  localparam RB = R;
  reg  [RB-1:0] routes [0:(1<<2*A)-1];
  reg  [2*A-1:0] ends;
  wire [RB-1:0] encoded;
  `ENCODER u_encoder (.from(ends[2*A-1:A]), .to(ends[A-1:0]), .route(encoded));
`endif

  initial begin
`ifdef ENCODER
    for (k = 0; k < N * N; k = k + 1) begin
      ends = k;
      #1 routes[k] = encoded;
    end
`endif
    sent = 0; received = 0; packets = 0; id = 0; failures = 0; clocks = 0;
    for (k = 0; k < N * V; k = k + 1) begin
      credit[k] = D;
      left[k] = 0;
    end
    repeat (3) @(negedge clk);
    rst = 0;
    while (clocks < `CLOCKS || (received < sent && clocks < 4 * `CLOCKS + 2000) || |left_any) begin
      for (n = 0; n < N; n = n + 1) begin
        sink;
        source;
      end
      @(negedge clk);
      clocks = clocks + 1;
    end
    for (t = 0; t < 10; t = t + 1) begin
      for (n = 0; n < N; n = n + 1) begin
        sink;
        source;
      end
      @(negedge clk);
    end
    n = 0; v = 0; flit = 0;
    if (received != sent) fail("lost flits");
    if (|inside) fail("open packets");
    if (error !== 0) fail("error output");
    for (k = 0; k < N * V; k = k + 1) if (credit[k] != D) fail("lost credit");
    if (failures == 0) $display("PASS %0d packets %0d flits %0d clocks", packets, sent, clocks);
    $finish;
  end

  // A packet that has begun is always finished.
  reg left_any;
  always @(negedge clk) begin : g_left
    integer j;
    left_any = 0;
    for (j = 0; j < N * V; j = j + 1) if (left[j] > 0 && clocks < 8 * `CLOCKS + 4000) left_any = 1;
  end

endmodule

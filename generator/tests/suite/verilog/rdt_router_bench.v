// The router of an 8 x 8 RDT at node 0 with two VCs. Its local input sends a packet of two flits to (2, 2) by ux+, then a head that
// its routing bits lead to port 0, with `crossed` = CROSSED; a packet for the node comes by ux-. Prints clock, port and data of
// every flit that leaves, without a head's own bits (L4), and clock and `error` where it changes. Macros: ROUTER, CROSSED.
module rdt_router_bench;

  localparam W = 32, A = 6, R = 15;
  localparam [W-1:0] OWN = 32'hf8000000;

  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  reg  [8:0] in_valid, in_head, in_tail, in_vc;
  reg  [9*W-1:0] in_data;
  wire [8:0] out_valid, out_head;
  wire [9*W-1:0] out_data;
  wire [2:0] error;
  reg  [2:0] error_before = 0;
  integer t, port;

  `ROUTER dut (
    .clk(clk), .rst(rst), .node(6'd0),
    .in_valid(in_valid), .in_head(in_head), .in_tail(in_tail), .in_vc(in_vc), .in_data(in_data),
    .in_credit_valid(), .in_credit_vc(),
    .out_valid(out_valid), .out_head(out_head), .out_tail(), .out_vc(), .out_data(out_data),
    .out_credit_valid(9'd0), .out_credit_vc(9'd0),
    .clear_error(1'b0), .error(error)
  );

  task send;
    input integer by, vc, head, tail;
    input [W-1:0] data;
    begin
      in_valid[by] = 1;
      in_head[by] = head;
      in_tail[by] = tail;
      in_vc[by] = vc;
      in_data[by*W +: W] = data;
    end
  endtask

  initial begin
    in_valid = 0;
    repeat (3) @(posedge clk);
    #1 rst = 0;
    for (t = 0; t < 12; t = t + 1) begin
      in_valid = 0;
      case (t)
        0: send(0, 0, 1, 0, 32'h5a << 21 | 1 << (A + 8) | 18);
        1: send(0, 0, 0, 1, 32'h5a << 21 | 1 << (A + 8) | 18);
        3: send(0, 1, 1, 1, `CROSSED << (A + R - 1) | 18);
        6: send(6, 0, 1, 1, 32'ha5 << 21 | 1 << (A + R - 1));
      endcase
      @(negedge clk);
      if (error !== error_before) $display("%0d error %b", t, error);
      error_before = error;
      for (port = 0; port < 9; port = port + 1) begin
        if (out_valid[port]) $display("%0d %0d %h", t, port, out_data[port*W +: W] & ~(out_head[port] ? OWN : 32'd0));
      end
      @(posedge clk);
      #1;
    end
    $finish;
  end

endmodule

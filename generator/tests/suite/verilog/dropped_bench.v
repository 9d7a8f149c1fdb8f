// The router of a 3 x 3 torus at node 0, two VCs, buffers of four. Prints clock, and what changes or shows: `error`, credits of the
// local input by their VC, flits at port 1 by head and tail. Macro: ROUTER.
`default_nettype none
module dropped_bench;

  localparam W = 32;

  reg clk = 0, rst = 1, clear = 0;
  always #5 clk = ~clk;

  reg  in_valid, in_head, in_tail, in_vc, credit;
  reg  [W-1:0] in_data;
  wire [4:0] in_credit_valid, in_credit_vc, out_valid, out_head, out_tail, out_vc;
  wire [2:0] error;
  reg  [2:0] error_before = 0;
  reg  vc_used = 0;
  integer t;

  `ROUTER dut (
    .clk(clk), .rst(rst), .node(4'd0),
    .in_valid({4'd0, in_valid}), .in_head({4'd0, in_head}), .in_tail({4'd0, in_tail}), .in_vc({4'd0, in_vc}),
    .in_data({{4*W{1'b0}}, in_data}),
    .in_credit_valid(in_credit_valid), .in_credit_vc(in_credit_vc),
    .out_valid(out_valid), .out_head(out_head), .out_tail(out_tail), .out_vc(out_vc), .out_data(),
    .out_credit_valid({3'd0, credit, 1'b0}), .out_credit_vc({3'd0, vc_used, 1'b0}),
    .clear_error(clear), .error(error)
  );

  task send;
    input vc, head, tail;
    input [3:0] to;
    {in_valid, in_vc, in_head, in_tail, in_data} = {1'b1, vc, head, tail, 28'd0, to};
  endtask

  initial begin
    {in_valid, in_head, in_tail, in_vc, in_data, credit} = 0;
    repeat (3) @(posedge clk);
    for (t = 0; t < 40; t = t + 1) begin
      #1;
      {rst, in_valid, credit} = 0;
      clear = t == 16 || t == 18 || t == 25;
      case (t)
        0: send(0, 1, 0, 1);
        1, 2, 3, 4: send(0, 0, 0, 0);
        5: send(0, 0, 1, 0);
        12: send(1, 1, 1, 0);
        18: send(1, 1, 1, 0);
        23: send(1, 0, 0, 0);
        28: send(1, 1, 0, 9);
        29: send(1, 0, 0, 0);
        30: send(1, 0, 1, 0);
        default: ;
      endcase
      credit = t == 12 || t == 20;
      #6;
      if (error !== error_before) $display("%0d error %0d", t, error);
      error_before = error;
      if (in_credit_valid[0] !== 1'b0) $display("%0d credit %0d", t, in_credit_vc[0]);
      if (out_valid[1] !== 1'b0) begin
        $display("%0d out %b%b", t, out_head[1], out_tail[1]);
        vc_used = out_vc[1];
      end
      @(posedge clk);
    end
    $finish;
  end

endmodule

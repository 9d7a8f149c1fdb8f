// A router of an HTN at node 0 with three VCs and buffers of four flits. Its local input sends five
// packets to x = 2, which is a tie, and a few credits come back, as far as they are owed. Prints clock, port, VC and number of
// every packet whose head leaves. With +return two more packets follow. Macro: ROUTER.
`timescale 1ns / 1ns

module candidates_bench;

  localparam X_PLUS = 1, X_MINUS = 2, W = 40, TAG = 24;

  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  reg  [8:0] in_valid = 0, in_head = 0, in_tail = 0, out_credit_valid = 0;
  reg  [17:0] in_vc = 0, out_credit_vc = 0;
  reg  [9*W-1:0] in_data = 0;
  wire [8:0] out_valid, out_head;
  wire [17:0] out_vc;
  wire [9*W-1:0] out_data;
  wire [2:0] error;

  `ROUTER dut (
    .clk(clk), .rst(rst), .node(10'd0),
    .in_valid(in_valid), .in_head(in_head), .in_tail(in_tail), .in_vc(in_vc), .in_data(in_data),
    .in_credit_valid(), .in_credit_vc(),
    .out_valid(out_valid), .out_head(out_head), .out_tail(), .out_vc(out_vc), .out_data(out_data),
    .out_credit_valid(out_credit_valid), .out_credit_vc(out_credit_vc),
    .clear_error(1'b0), .error(error)
  );

  integer t, port;
  integer owed [0:26];  // flits that went out by each VC of each port and have not been credited

  task send;
    input integer tag, vc, head, tail;
    begin
      in_valid[0] = 1;
      in_head[0] = head;
      in_tail[0] = tail;
      in_vc[1:0] = vc;
      in_data[W-1:0] = (tag << TAG) | 2;
    end
  endtask

  task credit;
    input integer from, vc;
    if (owed[from*3+vc] > 0) begin
      out_credit_valid[from] = 1;
      out_credit_vc[from*2 +: 2] = vc;
      owed[from*3+vc] = owed[from*3+vc] - 1;
    end
  endtask

  initial begin
    for (port = 0; port < 27; port = port + 1) owed[port] = 0;
    repeat (3) @(posedge clk);
    #1 rst = 0;
    for (t = 0; t < 45; t = t + 1) begin
      in_valid = 0;
      out_credit_valid = 0;
      case (t)
        0, 1, 2, 3: send(1, 0, t == 0, t == 3);
        4, 5: send(2, 1, t == 4, t == 5);
        6: send(3, 2, 1, 1);
        13: send(4, 0, 1, 1);
        22: send(5, 1, 1, 1);
      endcase
      if (t == 10) credit(X_PLUS, 1);
      if (t >= 16 && t < 18) credit(X_MINUS, 2);
      // In one clock: the second candidate's last credit, and one for the first.
      if (t == 28) begin
        credit(X_MINUS, 2);
        credit(X_PLUS, 1);
      end
      if ($test$plusargs("return")) begin
        if (t == 31) send(6, 0, 1, 1);
        if (t == 32) send(7, 1, 1, 1);
        if (t == 37) begin
          credit(X_MINUS, 2);
          credit(X_PLUS, 1);
        end
      end
      @(negedge clk);
      for (port = 0; port < 9; port = port + 1) begin
        if (out_valid[port]) begin
          owed[port*3+out_vc[port*2 +: 2]] = owed[port*3+out_vc[port*2 +: 2]] + 1;
        end
        if (out_valid[port] & out_head[port]) begin
          $display("%0d %0d %0d %0d", t, port, out_vc[port*2 +: 2], out_data[port*W+TAG +: 8]);
        end
      end
      @(posedge clk);
      #1;
    end
    if (error != 0) $display("error %b", error);
    $finish;
  end

endmodule

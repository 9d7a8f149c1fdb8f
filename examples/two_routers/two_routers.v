// Two routers of mesh:2,2 joined by hand, nodes 0 and 1: x+ of a to x- of b. Each node sends packets to the other.
// The routers: torusmith generate mesh:2,2 --vcs 2 --out DIR. How to run it: README.md beside this file.

module two_routers;
    // 5 ports: 0 local, 1 x+, 2 x-, 3 y+, 4 y-; 2 virtual channels, flits of 32 bits.
    reg clk = 0, rst = 1;
    always #5 clk = !clk;

    // What comes into a and b, and what they give; bit p, or slice p, is port p.
    wire [4:0] a_in_valid, a_in_head, a_in_tail, a_in_vc, a_in_credit_valid, a_in_credit_vc;
    wire [4:0] a_out_valid, a_out_head, a_out_tail, a_out_vc, a_out_credit_valid, a_out_credit_vc;
    wire [4:0] b_in_valid, b_in_head, b_in_tail, b_in_vc, b_in_credit_valid, b_in_credit_vc;
    wire [4:0] b_out_valid, b_out_head, b_out_tail, b_out_vc, b_out_credit_valid, b_out_credit_vc;
    wire [5*32-1:0] a_in_data, a_out_data, b_in_data, b_out_data;
    wire [2:0] a_error, b_error;

    // The nodes, at the local ports.
    wire a_valid, a_head, a_tail, b_valid, b_head, b_tail, a_taken, b_taken, a_good, b_good, a_done, b_done;
    wire [31:0] a_data, b_data;

    // Port 0 is the node's, ports 1 and 2 the link's; the others are not there, so they get nothing.
    // Router a: its x+ input (1) is what b gives at x- (2).
    assign a_in_valid = {2'b00, 1'b0, b_out_valid[2], a_valid};
    assign a_in_head  = {2'b00, 1'b0, b_out_head[2], a_head};
    assign a_in_tail  = {2'b00, 1'b0, b_out_tail[2], a_tail};
    assign a_in_vc    = {2'b00, 1'b0, b_out_vc[2], 1'b0};
    assign a_in_data  = {96'b0, b_out_data[2*32 +: 32], a_data};
    // Credits for what a sent by x+ come from b, at b's x-.
    assign a_out_credit_valid = {2'b00, 1'b0, b_in_credit_valid[2], a_taken};
    assign a_out_credit_vc    = {2'b00, 1'b0, b_in_credit_vc[2], a_out_vc[0]};

    // Router b: its x- input (2) is what a gives at x+ (1).
    assign b_in_valid = {2'b00, a_out_valid[1], 1'b0, b_valid};
    assign b_in_head  = {2'b00, a_out_head[1], 1'b0, b_head};
    assign b_in_tail  = {2'b00, a_out_tail[1], 1'b0, b_tail};
    assign b_in_vc    = {2'b00, a_out_vc[1], 1'b0, 1'b0};
    assign b_in_data  = {64'b0, a_out_data[1*32 +: 32], 32'b0, b_data};
    assign b_out_credit_valid = {2'b00, a_in_credit_valid[1], 1'b0, b_taken};
    assign b_out_credit_vc    = {2'b00, a_in_credit_vc[1], 1'b0, b_out_vc[0]};

    mesh_2_2_router #(.FLIT_WIDTH(32), .BUFFER_DEPTH(4), .NUM_VCS(2), .PIPELINE(2)) a (
        .clk(clk), .rst(rst), .node(2'd0),
        .in_valid(a_in_valid), .in_head(a_in_head), .in_tail(a_in_tail), .in_vc(a_in_vc), .in_data(a_in_data),
        .in_credit_valid(a_in_credit_valid), .in_credit_vc(a_in_credit_vc),
        .out_valid(a_out_valid), .out_head(a_out_head), .out_tail(a_out_tail), .out_vc(a_out_vc), .out_data(a_out_data),
        .out_credit_valid(a_out_credit_valid), .out_credit_vc(a_out_credit_vc), .error(a_error), .clear_error(1'b0)
    );
    mesh_2_2_router #(.FLIT_WIDTH(32), .BUFFER_DEPTH(4), .NUM_VCS(2), .PIPELINE(2)) b (
        .clk(clk), .rst(rst), .node(2'd1),
        .in_valid(b_in_valid), .in_head(b_in_head), .in_tail(b_in_tail), .in_vc(b_in_vc), .in_data(b_in_data),
        .in_credit_valid(b_in_credit_valid), .in_credit_vc(b_in_credit_vc),
        .out_valid(b_out_valid), .out_head(b_out_head), .out_tail(b_out_tail), .out_vc(b_out_vc), .out_data(b_out_data),
        .out_credit_valid(b_out_credit_valid), .out_credit_vc(b_out_credit_vc), .error(b_error), .clear_error(1'b0)
    );

    node #(.HERE(2'd0), .THERE(2'd1)) at_a (
        .clk(clk), .rst(rst), .valid(a_valid), .head(a_head), .tail(a_tail), .data(a_data), .credit(a_in_credit_valid[0]),
        .out_valid(a_out_valid[0]), .out_head(a_out_head[0]), .out_data(a_out_data[31:0]), .taken(a_taken), .good(a_good), .done(a_done)
    );
    node #(.HERE(2'd1), .THERE(2'd0)) at_b (
        .clk(clk), .rst(rst), .valid(b_valid), .head(b_head), .tail(b_tail), .data(b_data), .credit(b_in_credit_valid[0]),
        .out_valid(b_out_valid[0]), .out_head(b_out_head[0]), .out_data(b_out_data[31:0]), .taken(b_taken), .good(b_good), .done(b_done)
    );

    initial begin
        repeat (2) @(negedge clk);
        rst = 0;
        repeat (200) @(negedge clk);
        if (a_done && b_done && a_good && b_good && a_error == 0 && b_error == 0) $display("PASS: 8 packets each way");
        else $display("FAIL: done %b%b, good %b%b, error %b %b", a_done, b_done, a_good, b_good, a_error, b_error);
        $finish;
    end
endmodule

// Sends 8 packets of 3 flits on VC 0, as many flits at a time as it has credits, and checks those of the other node.
module node #(
    parameter [1:0] HERE = 0,
    parameter [1:0] THERE = 1
) (
    input  wire        clk,
    input  wire        rst,
    output reg         valid,
    output reg         head,
    output reg         tail,
    output reg  [31:0] data,
    input  wire        credit,     // for a flit that was sent
    input  wire        out_valid,  // a flit that arrives
    input  wire        out_head,
    input  wire [31:0] out_data,
    output wire        taken,      // its credit: there is always room here
    output reg         good,
    output wire        done
);
    reg [4:0] sent, received;  // flits; 3 make a packet
    reg [2:0] credits;         // BUFFER_DEPTH after reset
    wire send = sent < 24 && credits > 0;
    assign taken = out_valid;
    assign done = received == 24;

    // A head: destination in bits 1 and 0, source in bits 3 and 2, payload up to bit 23. All other flits are payload.
    wire [31:0] sent_data = sent % 3 == 0 ? {8'h00, 3'b0, sent, 12'hABC, HERE, THERE} : {27'h5000000, sent};
    wire [31:0] expected = received % 3 == 0 ? {8'h00, 3'b0, received, 12'hABC, THERE, HERE} : {27'h5000000, received};
    wire [31:0] seen = out_head ? {8'h00, out_data[23:0]} : out_data;

    always @(posedge clk) begin
        if (rst) begin
            valid <= 0;
            sent <= 0;
            received <= 0;
            credits <= 4;
            good <= 1;
        end else begin
            valid <= send;
            head <= sent % 3 == 0;
            tail <= sent % 3 == 2;
            data <= sent_data;
            sent <= sent + send;
            credits <= credits - send + credit;
            if (out_valid) begin
                received <= received + 1;
                if (out_head !== (received % 3 == 0) || seen !== expected) good <= 0;
            end
        end
    end
endmodule

// @{ module }@: a recording of the golden model played to @{ dut }@.
// Written by torusmith @{ version }@: @{ what }@.
//
// Each clock gives the inputs of that clock and compares all outputs with the model's (docs/router.md): flits where
// valid is 1, credits, and error, which stays 0. Wires that mean nothing in a clock are all ones or all zeros by turns<% if node.is_some() %>,
// and so are the routers' own bits of heads that come from another router<% endif %>. Those of heads that go out are not compared (L4).
//
// Prints PASS, or FAIL with the first difference. Then it ends by $finish; after FAIL there is a $stop before it, which
// makes Verilator, and Icarus with vvp -N, exit with a code that is not 0.
//
// Set RECORD if the simulator does not run in the folder of the design.
`default_nettype none

module @{ module }@;

  parameter RECORD = "@{ record }@";

  localparam PORTS      = @{ lanes }@;
  localparam FLIT_WIDTH = @{ flit_width }@;
  localparam VC_BITS    = @{ vc_bits }@;
  localparam ERROR_BITS = @{ error_bits }@;
  localparam CLOCKS     = @{ clocks }@;

  // The routers' own bits of a head
<%- if own_bits > 0 %>
  localparam [FLIT_WIDTH-1:0] OWN = {{@{ own_bits }@{1'b1}}, {(FLIT_WIDTH-@{ own_bits }@){1'b0}}};
<%- else %>
  localparam [FLIT_WIDTH-1:0] OWN = {FLIT_WIDTH{1'b0}};  // there are none
<%- endif %>

  // A line of the recording: clock, @{ lane }@, kind, VC, head and tail, data
  localparam LINES     = @{ lines }@;  // the last one marks the end
  localparam DATA_BITS = @{ data_bits }@;
  localparam ENDS      = DATA_BITS;
  localparam VC        = ENDS + 4;
  localparam KIND      = VC + 4;
  localparam PORT      = KIND + 4;
  localparam CLOCK     = PORT + 16;
  localparam LINE_BITS = CLOCK + 32;

  localparam [3:0] FLIT_IN = 4'd0, CREDIT_IN = 4'd1, FLIT_OUT = 4'd2, CREDIT_OUT = 4'd3;

  reg                         clk, rst;
<%- if let Some(node) = node %>
  reg  [@{ router_bits - 1 }@:0] node;
  localparam [@{ router_bits - 1 }@:0] NODE = @{ router_bits }@'d@{ node }@;
<%- endif %>
  reg  [PORTS-1:0]            in_valid, in_head, in_tail, out_credit_valid;
  reg  [PORTS*VC_BITS-1:0]    in_vc, out_credit_vc;
  reg  [PORTS*FLIT_WIDTH-1:0] in_data;
  wire [PORTS-1:0]            out_valid, out_head, out_tail, in_credit_valid;
  wire [PORTS*VC_BITS-1:0]    out_vc, in_credit_vc;
  wire [PORTS*FLIT_WIDTH-1:0] out_data;
  wire [ERROR_BITS-1:0]       error;

  // What the model's outputs are in this clock
  reg  [PORTS-1:0]            model_valid, model_head, model_tail, model_credit_valid;
  reg  [PORTS*VC_BITS-1:0]    model_vc, model_credit_vc;
  reg  [PORTS*FLIT_WIDTH-1:0] model_data;

  reg [LINE_BITS-1:0] record [0:LINES-1];
  reg [LINE_BITS-1:0] line;
  reg [FLIT_WIDTH-1:0] own;
  integer             next, clock, port, flits_in, flits_out;
  reg                 failed;

  @{ dut }@ u_dut (
    .clk(clk),
    .rst(rst),
    .clear_error(1'b0),
<%- if node.is_some() %>
    .node(node),
<%- endif %>
    .@{ prefix }@in_valid(in_valid),
    .@{ prefix }@in_head(in_head),
    .@{ prefix }@in_tail(in_tail),
    .@{ prefix }@in_vc(in_vc),
    .@{ prefix }@in_data(in_data),
    .@{ prefix }@in_credit_valid(in_credit_valid),
    .@{ prefix }@in_credit_vc(in_credit_vc),
    .@{ prefix }@out_valid(out_valid),
    .@{ prefix }@out_head(out_head),
    .@{ prefix }@out_tail(out_tail),
    .@{ prefix }@out_vc(out_vc),
    .@{ prefix }@out_data(out_data),
    .@{ prefix }@out_credit_valid(out_credit_valid),
    .@{ prefix }@out_credit_vc(out_credit_vc),
    .error(error)
  );

  // No flit and no credit; what means nothing is `filler`.
  task idle;
    input filler;
    begin
      in_valid           = {PORTS{1'b0}};
      in_head            = {PORTS{filler}};
      in_tail            = {PORTS{filler}};
      in_vc              = {(PORTS*VC_BITS){filler}};
      out_credit_valid   = {PORTS{1'b0}};
      out_credit_vc      = {(PORTS*VC_BITS){filler}};
      model_valid        = {PORTS{1'b0}};
      model_credit_valid = {PORTS{1'b0}};
      in_data            = 0;  // as a whole: Verilator 5.006 goes wrong with a loop over slices here
      if (filler) in_data = ~in_data;
    end
  endtask

  // The lines of this clock.
  task play;
    begin
      line = record[next];
      while (line[CLOCK +: 32] == clock) begin
        port = {16'd0, line[PORT +: 16]};
        case (line[KIND +: 4])
          FLIT_IN: begin
            in_valid[port] = 1'b1;
            in_head[port]  = line[ENDS];
            in_tail[port]  = line[ENDS+1];
            in_vc[port*VC_BITS +: VC_BITS] = line[VC +: VC_BITS];
            in_data[port*FLIT_WIDTH +: FLIT_WIDTH] = line[0 +: FLIT_WIDTH];
<%- if node.is_some() %>
            if (in_head[port] && port != 0) begin
              in_data[port*FLIT_WIDTH +: FLIT_WIDTH] = line[0 +: FLIT_WIDTH] | (OWN & {FLIT_WIDTH{clock[0]}});
            end
<%- endif %>
            flits_in = flits_in + 1;
          end
          CREDIT_IN: begin
            out_credit_valid[port] = 1'b1;
            out_credit_vc[port*VC_BITS +: VC_BITS] = line[VC +: VC_BITS];
          end
          FLIT_OUT: begin
            model_valid[port] = 1'b1;
            model_head[port]  = line[ENDS];
            model_tail[port]  = line[ENDS+1];
            model_vc[port*VC_BITS +: VC_BITS] = line[VC +: VC_BITS];
            model_data[port*FLIT_WIDTH +: FLIT_WIDTH] = line[0 +: FLIT_WIDTH];
            flits_out = flits_out + 1;
          end
          CREDIT_OUT: begin
            model_credit_valid[port] = 1'b1;
            model_credit_vc[port*VC_BITS +: VC_BITS] = line[VC +: VC_BITS];
          end
          default: begin
            $display("FAIL: line %0d of %0s is of no kind", next, RECORD);
            failed = 1'b1;
          end
        endcase
        next = next + 1;
        line = record[next];
      end
    end
  endtask

  // Of what differs, the first is told.
  task compare;
    input [8*15:1]         signal;
    input [FLIT_WIDTH-1:0] found, expected;
    begin
      if (!failed && found !== expected) begin
        failed = 1'b1;
        $write("FAIL: clock %0d, ", clock);
<%- if node.is_some() %>
        case (port)
<%- for name in port_names %>
          @{ loop.index0 }@: $write("port %0d (@{ name }@), ", port);
<%- endfor %>
          default: $write("port %0d, ", port);
        endcase
<%- else %>
        $write("node %0d, ", port);
<%- endif %>
        $display("%0s is %0h, expected %0h", signal, found, expected);
      end
    end
  endtask

  // One bit, or a VC number, as `compare` takes it.
  function [FLIT_WIDTH-1:0] bit_of;
    input value;
    bit_of = {{(FLIT_WIDTH-1){1'b0}}, value};
  endfunction

  function [FLIT_WIDTH-1:0] vc_of;
    input [VC_BITS-1:0] value;
    vc_of = {{(FLIT_WIDTH-VC_BITS){1'b0}}, value};
  endfunction

  task compare_outputs;
    begin
      for (port = 0; port < PORTS; port = port + 1) begin
        compare("out_valid", bit_of(out_valid[port]), bit_of(model_valid[port]));
        if (model_valid[port]) begin
          compare("out_head", bit_of(out_head[port]), bit_of(model_head[port]));
          compare("out_tail", bit_of(out_tail[port]), bit_of(model_tail[port]));
          compare("out_vc", vc_of(out_vc[port*VC_BITS +: VC_BITS]), vc_of(model_vc[port*VC_BITS +: VC_BITS]));
          own = model_head[port] ? OWN : {FLIT_WIDTH{1'b0}};
          compare("out_data", out_data[port*FLIT_WIDTH +: FLIT_WIDTH] & ~own, model_data[port*FLIT_WIDTH +: FLIT_WIDTH] & ~own);
        end
        compare("in_credit_valid", bit_of(in_credit_valid[port]), bit_of(model_credit_valid[port]));
        if (model_credit_valid[port])
          compare("in_credit_vc", vc_of(in_credit_vc[port*VC_BITS +: VC_BITS]), vc_of(model_credit_vc[port*VC_BITS +: VC_BITS]));
      end
      if (!failed && error !== {ERROR_BITS{1'b0}}) begin
        failed = 1'b1;
        $display("FAIL: clock %0d, error is %b, expected 0", clock, error);
      end
    end
  endtask

  initial begin
    clk = 1'b0;
    forever #5 clk = ~clk;
  end

  // Inputs change and outputs are looked at half a clock after the rising edge.
  initial begin
    $readmemh(RECORD, record);
    line      = record[LINES-1];
    failed    = line[CLOCK +: 32] !== 32'hffffffff;
    next      = 0;
    flits_in  = 0;
    flits_out = 0;
    rst       = 1'b1;
<%- if node.is_some() %>
    node      = NODE;
<%- endif %>
    idle(1'b0);
    if (failed) $display("FAIL: %0s cannot be read, or is not whole; set RECORD to its path", RECORD);
    repeat (4) @(negedge clk);
    rst = 1'b0;
<%- if node.is_some() %>
    node = ~NODE;  // the address is held from reset on
<%- endif %>
    for (clock = 0; clock < CLOCKS && !failed; clock = clock + 1) begin
      idle(clock[0]);
      play;
      compare_outputs;
      @(negedge clk);
    end
    if (!failed && next != LINES - 1) begin
      $display("FAIL: %0s is not in the order of clocks", RECORD);
      failed = 1'b1;
    end
    if (failed) $stop;
    else $display("PASS: @{ dut }@, %0d clocks, %0d flits in, %0d flits out, as recorded", CLOCKS, flits_in, flits_out);
    $finish;
  end

endmodule

`default_nettype wire

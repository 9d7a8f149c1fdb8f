// router_counters: what passes the links of a router (docs/counters.md).
//
//   in_*, out_*  the router's links, as it sees them; in_credit_* its own credits
//   clear        all counts 0, marks to what is taken (C3)
//   read, port, index  the router is read, and which register of it
//   data         that register, ${ counter_clocks } clock${ 's' if counter_clocks > 1 } later; 0 if the router is not read
`default_nettype none

module router_counters #(
  parameter BUFFER_DEPTH = ${ depth }
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire ${ width(ports) }         in_valid,
  input  wire ${ width(ports) }         in_tail,
//# if vcs > 1
  input  wire ${ width(ports * vc_bits) } in_vc,
//# endif
  input  wire ${ width(ports) }         in_credit_valid,
//# if vcs > 1
  input  wire ${ width(ports * vc_bits) } in_credit_vc,
//# endif
  input  wire ${ width(ports) }         out_valid,
  input  wire ${ width(ports) }         out_tail,
  input  wire                         clear,
  input  wire                         read,
  input  wire ${ width(port_bits) } port,
  input  wire [3:0]                   index,
  output wire [31:0]                  data
);

  localparam [6:0] FULL = BUFFER_DEPTH;

  wire [${ ports * 32 - 1 }:0] words;  // the register of each port, 0 of those that are not read

  genvar p, v;
  generate
    for (p = 0; p < ${ ports }; p = p + 1) begin : g_port
      localparam ${ width(port_bits) } PORT = p;
      reg  [31:0]          flits_in, packets_in, flits_out, packets_out, stalled;
      wire ${ vector(vcs) } holds;
      wire [${ vcs * 7 - 1 }:0] marks;

      // C1
      always @(posedge clk) begin
        if (rst | clear) begin
          flits_in    <= 32'd0;
          packets_in  <= 32'd0;
          flits_out   <= 32'd0;
          packets_out <= 32'd0;
          stalled     <= 32'd0;
        end else begin
          if (in_valid[p]) flits_in <= flits_in + 32'd1;
          if (in_valid[p] & in_tail[p]) packets_in <= packets_in + 32'd1;
          if (out_valid[p]) flits_out <= flits_out + 32'd1;
          if (out_valid[p] & out_tail[p]) packets_out <= packets_out + 32'd1;
          if ((|holds) & ~in_credit_valid[p]) stalled <= stalled + 32'd1;
        end
      end

      for (v = 0; v < ${ vcs }; v = v + 1) begin : g_vc
//# if vcs == 1
        wire       comes = in_valid[p];
        wire       goes  = in_credit_valid[p];
//# else
        localparam ${ width(vc_bits) } VC = v;
        wire       comes = in_valid[p] & (in_vc[${ vc_bits }*p +: ${ vc_bits }] == VC);
        wire       goes  = in_credit_valid[p] & (in_credit_vc[${ vc_bits }*p +: ${ vc_bits }] == VC);
//# endif
        reg  [6:0] taken, mark, next;

        // C2
        always @* begin
          next = taken;
          if (comes & ~goes & (taken != FULL)) next = taken + 7'd1;
          if (goes & ~comes & (|taken)) next = taken - 7'd1;
        end
        always @(posedge clk) begin
          if (rst) begin
            taken <= 7'd0;
            mark  <= 7'd0;
          end else begin
            taken <= next;
            if (clear | (next > mark)) mark <= next;  // C3
          end
        end
        assign holds[v]         = |taken;
        assign marks[v*7 +: 7] = mark;
      end

      reg [31:0] word;
      integer    w;
      always @* begin
        case (index)
          4'd0: word = flits_in;
          4'd1: word = packets_in;
          4'd2: word = flits_out;
          4'd3: word = packets_out;
          4'd4: word = stalled;
          default: begin
            word = 32'd0;
            for (w = 0; w < ${ vcs }; w = w + 1) begin
              if (index[3] && index[2:0] == w[2:0]) word = {25'd0, marks[w*7 +: 7]};
            end
          end
        endcase
      end
      assign words[p*32 +: 32] = word & {32{read & (port == PORT)}};
    end
  endgenerate

  // C5
  reg [31:0] any, first;
  integer    k;
  always @* begin
    any = 32'd0;
    for (k = 0; k < ${ ports }; k = k + 1) any = any | words[k*32 +: 32];
  end
  always @(posedge clk) first <= any;

//# if counter_clocks == 1
  assign data = first;
//# else
  reg [31:0] second;
  always @(posedge clk) second <= first;
  assign data = second;
//# endif

endmodule
`default_nettype wire

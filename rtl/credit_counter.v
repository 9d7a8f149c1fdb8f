// credit_counter: free places in the buffer at the other end of an output VC (docs/router.md, VC2).
//
//   take   a flit for this VC wins the switch; only while there is a credit
//   give   a credit for this VC is on the link
//
// What the counter will say in the next clock, combinational from the registers and give:
//   spare  > 0 if nothing is taken in this clock
//   again  > 0 if a flit is taken in this clock
//   whole  = DEPTH if nothing is taken in this clock
//
// Up to a depth of 4 the count is a thermometer, every flag of which is a register; a deeper one
// is binary. Both outcomes of take, which comes late, are prepared.
`default_nettype none

module credit_counter #(
  parameter DEPTH = 4
) (
  input  wire clk,
  input  wire rst,
  input  wire take,
  input  wire give,
  output wire spare,
  output wire again,
  output wire whole
);

  generate
    if (DEPTH <= 4) begin : g_thermometer
      reg  [DEPTH:1] level;
      wire [DEPTH:1] lower = {1'b0, level[DEPTH:2]};
      wire [DEPTH:1] higher = {level[DEPTH-1:1], 1'b1};

      always @(posedge clk) begin
        if (rst) level <= {DEPTH{1'b1}};
        else level <= take ? (give ? level : lower) : (give ? higher : level);
      end

      assign spare = level[1] | give;
      assign again = level[2] | (level[1] & give);
      assign whole = level[DEPTH] | (level[DEPTH-1] & give);
    end else begin : g_binary
      localparam BITS =
        (DEPTH < 8) ? 3 : (DEPTH < 16) ? 4 : (DEPTH < 32) ? 5 : (DEPTH < 64) ? 6 : 7;
      localparam [BITS-1:0] ONE  = 1;
      localparam [31:0] MOST = DEPTH;
      localparam [BITS-1:0] FULL = MOST[BITS-1:0];
      localparam [BITS-1:0] LAST = FULL - ONE;
      reg [BITS-1:0] count;
      wire some = |count;
      wire two  = |count[BITS-1:1];

      always @(posedge clk) begin
        if (rst) count <= FULL;
        else if (take & ~give) count <= count - ONE;
        else if (give & ~take) count <= count + ONE;
      end

      assign spare = some | give;
      assign again = two | (some & give);
      assign whole = (count == FULL) | ((count == LAST) & give);
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "credit_counter.vh"
`endif

endmodule

`default_nettype wire

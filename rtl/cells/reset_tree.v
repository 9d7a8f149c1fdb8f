// reset_tree: registers from `rst` to every router, LEVELS on each way (docs/router.md, Z4).
//
//   rst   as Z1
//   out   that of LEVELS clocks before, a bit for each router, from a register of its own
//
// A register drives FAN_OUT others at most, or one router, and rst FAN_OUT of them; LEVELS is the
// least for that. The attributes keep tools from making one register of those that are alike.
`default_nettype none

module reset_tree #(
  parameter LEAVES  = 16,
  parameter LEVELS  = 1,
  parameter FAN_OUT = 16
) (
  input  wire              clk,
  input  wire              rst,
  output wire [LEAVES-1:0] out
);

  // Registers of a level; level 0 is that of the leaves.
  function integer registers;
    input integer level;
    integer       below;
    begin
      registers = LEAVES;
      for (below = 0; below < level; below = below + 1) begin
        registers = (registers + FAN_OUT - 1) / FAN_OUT;
      end
    end
  endfunction

  // All of the levels below one
  function integer registers_below;
    input integer level;
    integer       below;
    begin
      registers_below = 0;
      for (below = 0; below < level; below = below + 1) begin
        registers_below = registers_below + registers(below);
      end
    end
  endfunction

  localparam ALL = registers_below(LEVELS);
  wire [ALL-1:0] level_rst;

  genvar l, i;
  generate
    for (l = 0; l < LEVELS; l = l + 1) begin : g_level
      localparam FIRST = registers_below(l);
      localparam COUNT = registers(l);
      localparam ABOVE = registers_below(l + 1);
      for (i = 0; i < COUNT; i = i + 1) begin : g_register
        wire from;
        if (l == LEVELS - 1) begin : g_root
          assign from = rst;
        end else begin : g_inner
          assign from = level_rst[ABOVE+i/FAN_OUT];
        end

        (* keep = "true", dont_touch = "true", preserve, equivalent_register_removal = "no" *)
        reg q;
        (* keep *)
        always @(posedge clk) q <= from;
        assign level_rst[FIRST+i] = q;
      end
    end
  endgenerate

  assign out = level_rst[LEAVES-1:0];

endmodule
`default_nettype wire

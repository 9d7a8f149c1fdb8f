// route_rows: where packets go on in @{ network }@: a row for each node, and in
// it a hop for each destination (docs/networks.md, "A network from a file"). Combinational.
//
//   node   the node where the packet is
//   to     its destination
<%- if classes > 1 %>
//   hop    two hexadecimal digits: the class of its VCs, 8 for any, and the output port; 00 at the
//          destination
<%- else %>
//   hop    a hexadecimal digit, the output port; 0 at the destination
<%- endif %>
//
// A row has the highest destination first<% if long %>, @{ per_line }@ in a line<% endif %>.
`default_nettype none

module route_rows (
  input  wire [@{ address_bits - 1 }@:0] node,
  input  wire [@{ address_bits - 1 }@:0] to,
  output reg  [@{ hop_bits - 1 }@:0] hop
);
<% for row in rows %>
<%- if !long %>
  localparam [@{ row_bits - 1 }@:0] ROW_@{ loop.index0 }@ = @{ row.lines[0] }@;  // @{ row.name }@
<%- else %>
  localparam [@{ row_bits - 1 }@:0] ROW_@{ loop.index0 }@ = {  // @{ row.name }@
<%- for line in row.lines %>
    @{ line }@<% if !loop.last %>,<% endif %>
<%- endfor %>
  };
<%- endif %>
<%- endfor %>

  always @* begin
    case (node)
<%- for row in rows %>
      @{ address_bits }@'d@{ loop.index0 }@: hop = ROW_@{ loop.index0 }@[{to, @{ zeros }@} +: @{ hop_bits }@];
<%- endfor %>
      default: hop = @{ hop_bits }@'d0;
    endcase
  end

endmodule

`default_nettype wire

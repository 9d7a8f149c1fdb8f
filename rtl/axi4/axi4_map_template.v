// @{ c.slug }@_axi4_map: which node an address leads to (docs/axi4_interface.md, The map).
// Combinational.
//
//   addr    as the manager gave it
//   found   a range holds it
//   to      the node of that range; 0 if there is none
//   mapped  the address as it goes on to the node
`default_nettype none

module @{ c.slug }@_axi4_map (
  input  wire [@{ a.addr - 1 }@:0] addr,
  output wire        found,
  output wire [@{ c.address_bits - 1 }@:0]  to,
  output wire [@{ a.addr - 1 }@:0] mapped
);

  // A bit for each range
  wire [@{ ranges.len() - 1 }@:0] in;
<% for range in ranges %>
  // @{ range.note }@
  assign in[@{ loop.index0 }@] = @{ range.holds }@;
<%- endfor %>

  assign found = |in;
  assign to    =<% for range in ranges %><% if !loop.first %> |<% endif %>
    ({@{ c.address_bits }@{in[@{ loop.index0 }@]}} & @{ c.address_bits }@'d@{ range.node }@)<% endfor %>;
<%- if !moved.is_empty() %>

  // Less the base of those ranges whose addresses go on as offsets
  wire [@{ a.addr - 1 }@:12] base =<% for range in moved %><% if !loop.first %> |<% endif %>
    ({@{ a.addr - 12 }@{in[@{ range.number }@]}} & @{ range.base }@)<% endfor %>;
  assign mapped = {addr[@{ a.addr - 1 }@:12] - base, addr[11:0]};
<%- else %>
  assign mapped = addr;
<%- endif %>

endmodule
`default_nettype wire

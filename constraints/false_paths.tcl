
# rst is synchronous and must be seen by all registers in the same clock: its paths are real, none is false.
<%- if let Some(node) = node %>
# @{ node }@ is sampled while rst is 1 and nowhere else. True if it is constant, or settled a clock before rst falls.
set_false_path -from [get_ports {@{ node }@[*]}]
<%- endif %>

# Clocks of the streams of @{ top }@, nanoseconds, beside its own: read this file too, behind that of clk.
# Change the period to that of the fastest axis_clk, and the delays to the shortest period of all clocks.
create_clock -name axis_clk -period @{ period }@ [get_ports {axis_clk[*]}]
# Between clocks there are only Gray pointers and levels into synchronizers, and words that were written
# before their pointer crossed (docs/axi_interface.md, K2). All must arrive within a clock.
<%- if vivado %>
# The first registers of synchronizers have the attribute ASYNC_REG in the Verilog.
set_max_delay -datapath_only -from [get_clocks clk] -to [get_clocks axis_clk] @{ period }@
set_max_delay -datapath_only -from [get_clocks axis_clk] -to [get_clocks clk] @{ period }@
<%- else %>
set_max_delay -from [get_clocks clk] -to [get_clocks axis_clk] @{ period }@
set_max_delay -from [get_clocks axis_clk] -to [get_clocks clk] @{ period }@
# When they arrive at the earliest does not matter.
set_false_path -hold -from [get_clocks clk] -to [get_clocks axis_clk]
set_false_path -hold -from [get_clocks axis_clk] -to [get_clocks clk]
<%- endif %>

# Paths between the clocks of @{ module }@, for Vivado.
# The file is scoped to this module, and names cells alone, no port and no clock.
# Between clocks there are only Gray pointers and levels into synchronizers, and words that were written before their pointer crossed
# (docs/axi_interface.md, K2). All must arrive within a clock: change the delays to the shortest period of all clocks, in nanoseconds.
<%- for (from, to) in [("wr_gray_reg*", "u_wr_gray/first_reg*"), ("rd_gray_reg*", "u_rd_gray/first_reg*"), ("mem_reg*", "rd_data_reg*")] %>
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_clocks/u_*/@{ from }@}] -to [get_cells -hierarchical -filter {NAME =~ *u_clocks/u_*/@{ to }@}] @{ period }@
<%- endfor %>
# Levels, which may arrive at any time
<%- for to in ["u_rst", "u_error"] %>
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_clocks/@{ to }@/first_reg*}]
<%- endfor %>

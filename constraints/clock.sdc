# Clock of @{ top }@, nanoseconds. Change the period to the one that you need.
create_clock -name clk -period @{ period }@ [get_ports clk]
<%- include "false_paths.tcl" %>

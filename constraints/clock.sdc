# Clock of @{ top }@, nanoseconds. Change the period to the one that you need.
<%- if measured %>
# As it is, the routers of this kind in docs/choices.md meet it, in an ECP5 of speed grade 6.
<%- else %>
# As it is, it is a guess: no router of this kind was placed and routed.
<%- endif %>
create_clock -name clk -period @{ period }@ [get_ports clk]
<%- include "io_delays.tcl" %>

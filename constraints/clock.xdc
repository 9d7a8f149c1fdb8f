# Clock of @{ top }@ for Vivado, nanoseconds. Change the period to the one that you need.
<%- if measured %>
# As it is, the routers of this kind in docs/choices.md meet it, in an ECP5 of speed grade 6.
<%- else %>
# As it is, it is a guess: no router of this kind was placed and routed.
<%- endif %>
# For a look at the module alone: synth_design -mode out_of_context -top @{ top }@; ports are then timed only if you
# give them set_input_delay and set_output_delay. Outputs are registers, out_data an AND-OR behind them.
create_clock -name clk -period @{ period }@ [get_ports clk]
<%- include "io_delays.tcl" %>

# Clock of @{ top }@ for Vivado, nanoseconds. Change the period to the one that you need.
# For a look at the module alone: synth_design -mode out_of_context -top @{ top }@; ports are then timed only if you
# give them set_input_delay and set_output_delay. All outputs are registers.
create_clock -name clk -period @{ period }@ [get_ports clk]
<%- include "false_paths.tcl" %>

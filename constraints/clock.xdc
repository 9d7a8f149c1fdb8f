# Clock of @{ top }@ for Vivado, nanoseconds. Change the period to the one that you need.
# For a look at the module alone: synth_design -mode out_of_context -top @{ top }@
create_clock -name clk -period @{ period }@ [get_ports clk]

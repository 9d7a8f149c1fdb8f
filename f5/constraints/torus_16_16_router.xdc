# Clock of torus_16_16_router for Vivado, nanoseconds. Change the period to the one that you need.
# For a look at the module alone: synth_design -mode out_of_context -top torus_16_16_router; ports are then timed only if you
# give them set_input_delay and set_output_delay. All outputs are registers.
create_clock -name clk -period 10.000 [get_ports clk]
# rst is synchronous and must be seen by all registers in the same clock: its paths are real, none is false.
# node is sampled while rst is 1 and nowhere else. True if it is constant, or settled a clock before rst falls.
set_false_path -from [get_ports {node[*]}]

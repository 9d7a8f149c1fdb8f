# Clock of torus_8_8_8_router, nanoseconds. Change the period to the one that you need.
create_clock -name clk -period 10.000 [get_ports clk]
# rst is synchronous and must be seen by all registers in the same clock: its paths are real, none is false.
# node is sampled while rst is 1 and nowhere else. True if it is constant, or settled a clock before rst falls.
set_false_path -from [get_ports {node[*]}]

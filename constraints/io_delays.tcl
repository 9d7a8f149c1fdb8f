
# rst is synchronous and must be seen by all registers in the same clock: its paths are real, none is false.

# The paths from and to the ports, for a look at the module alone. These say that half of the period is spent outside:
# set_input_delay  -clock clk [expr {0.5 * @{ period }@}] [all_inputs]
# set_output_delay -clock clk [expr {0.5 * @{ period }@}] [all_outputs]
# "Met" without them says something of the paths between registers of @{ top }@ alone. It says nothing of the wires of
# links between routers, which are long in a whole design, nor of what your own logic adds to the local port's paths.

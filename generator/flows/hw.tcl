# @{ self.0.module }@ as a component of Platform Designer (Quartus).
# Its interfaces are those of the nodes.
# Put this file's folder into the search path of IPs: Tools, Options, IP Catalog Search Locations.
package require -exact qsys 16.1

set_module_property NAME @{ self.0.module }@
set_module_property DISPLAY_NAME @{ self.0.module }@
set_module_property DESCRIPTION {@{ self.0.network }@, by torusmith}
set_module_property GROUP torusmith
set_module_property VERSION @{ self.0.version }@

foreach {fileset kind} {synthesis QUARTUS_SYNTH simulation SIM_VERILOG} {
  add_fileset $fileset $kind {} {}
  set_fileset_property $fileset TOP_LEVEL @{ self.0.module }@
  foreach file {
<%- for source in self.0.sources %>
    @{ source }@
<%- endfor %>
  } {
    add_fileset_file [file tail $file] VERILOG PATH ../$file
  }
}
<%- for (clock, reset, made) in self.0.clocks %>

add_interface @{ clock }@ clock end
set_interface_property @{ clock }@ clockRate 0
add_interface_port @{ clock }@ @{ clock }@ clk Input 1
add_interface @{ reset }@ reset <% if made %>start<% else %>end<% endif %>
set_interface_property @{ reset }@ associatedClock @{ clock }@
set_interface_property @{ reset }@ synchronousEdges BOTH
add_interface_port @{ reset }@ @{ reset }@ reset <% if made %>Output<% else %>Input<% endif %> 1
<%- endfor %>
<%- for kind in self.0.kinds %>

foreach {bus clock reset} {
<%- for (bus, clock) in kind.buses %>
  @{ bus }@ @{ clock }@ @{ clock.replace("clk", "rst") }@
<%- endfor %>
} {
  add_interface $bus <% if kind.axi4 %>axi4<% else %>axi4stream<% endif %> <% if kind.slave %>end<% else %>start<% endif %>
  set_interface_property $bus associatedClock $clock
  set_interface_property $bus associatedReset $reset
<%- if kind.axi4 && kind.slave %>
  set_interface_property $bus readAcceptanceCapability @{ self.0.slots.0 }@
  set_interface_property $bus writeAcceptanceCapability @{ self.0.slots.1 }@
  set_interface_property $bus combinedAcceptanceCapability @{ self.0.slots.0 + self.0.slots.1 }@
<%- endif %>
  foreach {signal direction width} {
<%- for (signal, port) in kind.signals %>
    @{ signal }@ @{ crate::tools::direction(port) }@ @{ port.width }@
<%- endfor %>
  } {
    add_interface_port $bus ${bus}_$signal $signal $direction $width
  }
}
<%- endfor %>

foreach {port direction width} {
<%- for port in self.0.others %>
  @{ port.name }@ @{ crate::tools::direction(port) }@ @{ port.width }@
<%- endfor %>
} {
  add_interface $port conduit end
  set_interface_property $port associatedClock clk
  add_interface_port $port $port $port $direction $width
}

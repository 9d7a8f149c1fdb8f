# Packages @{ self.0.module }@ as an IP of Vivado.
#
# The IP is in vivado/@{ self.0.module }@, beside this file, after
#
#   vivado -mode batch -source vivado/@{ self.0.module }@_ip.tcl
#
# Then give that folder to the project as a repository of IPs: set_property ip_repo_paths .. [current_project].
# The design's own clock comes from outside, so the IP has none of the constraints of constraints/.
set here [file dirname [file normalize [info script]]]
set ip [file join $here @{ self.0.module }@]
set project ${ip}_project
foreach folder [list $ip $project] {
  if {[file exists $folder]} {
    error "$folder exists: remove it first"
  }
}

create_project ip $project
foreach file {
<%- for source in self.0.sources %>
  @{ source }@
<%- endfor %>
} {
  add_files -norecurse [file join $here .. $file]
}
set_property top @{ self.0.module }@ [current_fileset]
update_compile_order -fileset sources_1
ipx::package_project -root_dir $ip -vendor torusmith -library generated -taxonomy /UserIP -import_files
set core [ipx::current_core]
set_property name @{ self.0.module }@ $core
set_property display_name @{ self.0.module }@ $core
set_property description {@{ self.0.network }@, by torusmith} $core
set_property version @{ self.0.version }@ $core

# The interfaces are those below, whatever the packager made of the names of ports.
foreach bus [ipx::get_bus_interfaces -of_objects $core] {
  ipx::remove_bus_interface [get_property name $bus] $core
}

# An interface of a kind, whose signals map to ports.
proc add_bus {core name library kind mode signals} {
  set bus [ipx::add_bus_interface $name $core]
  set_property bus_type_vlnv xilinx.com:${library}:${kind}:1.0 $bus
  set_property abstraction_type_vlnv xilinx.com:${library}:${kind}_rtl:1.0 $bus
  set_property interface_mode $mode $bus
  foreach {signal port} $signals {
    set_property physical_name $port [ipx::add_port_map $signal $bus]
  }
  return $bus
}

<%- for kind in self.0.kinds %>

foreach bus {<% for (bus, _) in kind.buses %>@{ bus }@<% if !loop.last %> <% endif %><% endfor %>} {
  set signals {}
  foreach signal {<% for (signal, _) in kind.signals %>@{ signal }@<% if !loop.last %> <% endif %><% endfor %>} {
    lappend signals [string toupper $signal] ${bus}_$signal
  }
  set interface [add_bus $core $bus interface <% if kind.axi4 %>aximm<% else %>axis<% endif %> <% if kind.slave %>slave<% else %>master<% endif %> $signals]
<%- if kind.axi4 && kind.slave %>
  set block [ipx::add_address_block memory [ipx::add_memory_map $bus $core]]
  set_property range [expr {1 << @{ kind.address_bits() }@}] $block
  set_property width @{ kind.address_bits() }@ $block
  set_property usage memory $block
  set_property slave_memory_map_ref $bus $interface
<%- else if kind.axi4 %>
  set space [ipx::add_address_space $bus $core]
  set_property range [expr {1 << @{ kind.address_bits() }@}] $space
  set_property width @{ kind.address_bits() }@ $space
  set_property master_address_space_ref $bus $interface
<%- endif %>
}
<%- endfor %>
<%- for (clock, reset, made) in self.0.clocks %>

set clock [add_bus $core @{ clock }@ signal clock slave {CLK @{ clock }@}]<%- let buses = self.0.on_clock(clock) %>
<%- if !buses.is_empty() %>
set_property value @{ buses }@ [ipx::add_bus_parameter ASSOCIATED_BUSIF $clock]
<%- endif %>
<%- if !made %>
set_property value @{ reset }@ [ipx::add_bus_parameter ASSOCIATED_RESET $clock]
<%- endif %>
set reset [add_bus $core @{ reset }@ signal reset <% if made %>master<% else %>slave<% endif %> {RST @{ reset }@}]
set_property value ACTIVE_HIGH [ipx::add_bus_parameter POLARITY $reset]
<%- endfor %>
<%- if self.0.clocks.len() > 1 %>

# The paths between clocks have their longest delays in every design that the IP is used in.
file copy ${ip}_clocks.xdc $ip
set constraints [ipx::get_file_groups xilinx_anylanguagesynthesis -of_objects $core]
set file [ipx::add_file @{ self.0.module }@_clocks.xdc $constraints]
set_property type xdc $file
set_property processing_order late $file
set_property scope_to_ref @{ self.0.module }@ $file
<%- endif %>

ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
close_project

# Reads a component of Platform Designer with its commands, which check what they are given, and prints what it comes to: the top, files,
# interfaces with their properties, and ports. Usage: tclsh platform_designer.tcl COMPONENT
# Commands, types and roles: Intel Quartus Prime Pro Edition User Guide, Platform Designer, "Component Interface Tcl Reference".
proc among {what value allowed} {
  if {$value ni $allowed} {error "$what `$value`: one of $allowed"}
}
proc package {word flag name version} {
  if {[list $word $flag $name] ne {require -exact qsys}} {error "package $word $flag $name"}
}
proc set_module_property {name value} {
  among "module property" $name {NAME DISPLAY_NAME DESCRIPTION GROUP VERSION AUTHOR EDITABLE INTERNAL}
  if {$name eq "VERSION" && ![regexp {^\d+(\.\d+)*$} $value]} {error "version $value"}
  puts "module $name $value"
}
proc add_fileset {name kind callback display} {
  among fileset $kind {QUARTUS_SYNTH SIM_VERILOG SIM_VHDL}
  set ::fileset $name
}
proc set_fileset_property {name property value} {
  among property $property {TOP_LEVEL ENABLE_RELATIVE_INCLUDE_PATHS}
  if {$name ne $::fileset} {error "no fileset $name"}
  puts "top $name $value"
}
proc add_fileset_file {name kind way path} {
  among "kind of file" $kind {VERILOG SYSTEM_VERILOG VHDL SDC OTHER}
  among way $way PATH
  if {![file exists [file join [file dirname [file normalize $::component]] $path]]} {error "no file $path"}
  puts "file $::fileset $name"
}
array set kinds {}
proc add_interface {name kind direction} {
  among "kind of interface" $kind {clock reset axi4 axi4stream conduit}
  among direction $direction {end start}
  if {[info exists ::kinds($name)]} {error "interface $name: twice"}
  set ::kinds($name) [list $kind $direction]
  puts "interface $name $kind $direction"
}
proc set_interface_property {name property value} {
  if {![info exists ::kinds($name)]} {error "no interface $name"}
  lassign $::kinds($name) kind direction
  switch $kind {
    clock {set allowed clockRate}
    reset {set allowed {associatedClock synchronousEdges}}
    axi4 {set allowed {associatedClock associatedReset readAcceptanceCapability writeAcceptanceCapability combinedAcceptanceCapability}}
    default {set allowed {associatedClock associatedReset}}
  }
  among "property of $kind" $property $allowed
  foreach {link of} {associatedClock clock associatedReset reset} {
    if {$property eq $link && [lindex $::kinds($value) 0] ne $of} {error "$name: $value is no $of"}
  }
  puts "property $name $property $value"
}
set axi4 {}
foreach channel {aw ar} {
  foreach signal {id addr len size burst lock cache prot qos region user valid ready} {lappend axi4 $channel$signal}
}
lappend axi4 wdata wstrb wlast wuser wvalid wready bid bresp buser bvalid bready rid rdata rresp rlast ruser rvalid rready
proc add_interface_port {interface port role direction width} {
  if {![info exists ::kinds($interface)]} {error "no interface $interface"}
  lassign $::kinds($interface) kind end
  switch $kind {
    clock {among role $role clk}
    reset {among role $role {reset reset_n}}
    axi4 {among role $role $::axi4}
    axi4stream {among role $role {tvalid tready tdata tkeep tstrb tlast tid tdest tuser}}
  }
  among direction $direction {Input Output}
  # A slave takes what a master gives.
  if {$kind in {axi4 axi4stream}} {
    set given [expr {![regexp {^(aw|w|ar|t|b|r)ready$} $role] != [regexp {^[br]} $role]}]
    if {($end eq "end") != (($direction eq "Input") == $given)} {error "$port: $direction at the $end of $role"}
  }
  puts "port $interface $port $role $direction $width"
}
set component [lindex $argv 0]
source $component

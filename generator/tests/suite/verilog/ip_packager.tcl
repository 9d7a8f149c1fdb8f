# Reads a script for Vivado's IP packager with its commands, which check what they are given, and prints what it comes to: the top, files,
# interfaces with their ports, parameters and address spaces. Usage: tclsh ip_packager.tcl SCRIPT
# Commands: AMD UG1118, Creating and Packaging Custom IP, and UG835, Tcl Command Reference.
proc among {what value allowed} {
  if {$value ni $allowed} {error "$what `$value`: one of $allowed"}
}
proc create_project {name folder} {set ::project $folder}
proc add_files {flag path} {
  among flag $flag -norecurse
  if {![file exists $path]} {error "no file $path"}
  puts "file [file tail $path]"
}
proc current_fileset {} {return {fileset}}
proc update_compile_order {flag set} {among fileset $set sources_1}
proc close_project {} {unset ::project}
# An object is a list: what it is, and its name.
set of_core {}
namespace eval ipx {
  proc package_project {args} {
    set flag [lindex $args end]
    among flag $flag -import_files
    foreach {option value} [lrange $args 0 end-1] {among option $option {-root_dir -vendor -library -taxonomy}}
  }
  proc current_core {} {return core}
  proc get_bus_interfaces {flag core} {
    among flag $flag -of_objects
    among core $core core
    return {{inferred guess}}
  }
  proc remove_bus_interface {name core} {among interface $name guess}
  proc made {kind name in} {
    if {[list $kind $name $in] in $::of_core} {error "$kind $name: twice"}
    lappend ::of_core [list $kind $name $in]
    return [list $kind $name $in]
  }
  proc add_bus_interface {name core} {among core $core core; made bus $name $core}
  proc add_port_map {signal bus} {among kind [lindex $bus 0] bus; made map $signal $bus}
  proc add_bus_parameter {name bus} {among parameter $name {ASSOCIATED_BUSIF ASSOCIATED_RESET POLARITY}; made parameter $name $bus}
  proc add_memory_map {name core} {among core $core core; made memory $name $core}
  proc add_address_block {name memory} {among kind [lindex $memory 0] memory; made block $name $memory}
  proc add_address_space {name core} {among core $core core; made space $name $core}
  proc get_file_groups {name flag core} {among group $name xilinx_anylanguagesynthesis; return {group synthesis core}}
  proc add_file {name group} {
    among group $group {{group synthesis core}}
    if {![file exists [file join $::ip $name]]} {error "no file $name"}
    made constraints $name core
  }
  proc create_xgui_files {core} {}
  proc update_checksums {core} {}
  proc check_integrity {core} {}
  proc save_core {core} {puts "saved"}
}
proc get_property {name object} {return [lindex $object 1]}
proc set_property {name value object} {
  lassign $object kind what in
  switch $kind {
    fileset {set allowed top}
    core {set allowed {name display_name description version}}
    bus {set allowed {bus_type_vlnv abstraction_type_vlnv interface_mode slave_memory_map_ref master_address_space_ref}}
    map {set allowed physical_name}
    parameter {set allowed value}
    block {set allowed {range width usage}}
    space {set allowed {range width}}
    constraints {set allowed {type processing_order scope_to_ref}}
  }
  among "property of $kind" $name $allowed
  foreach {reference to} {slave_memory_map_ref memory master_address_space_ref space} {
    if {$name eq $reference && [list $to $value core] ni $::of_core} {error "no $to $value"}
  }
  if {$name eq "version" && ![regexp {^\d+\.\d+$} $value]} {error "version $value"}
  puts [join [concat $kind $what [lrange $in 1 1] $name $value]]
}
# Copies are of no use here.
rename file vivado_file
proc file {word args} {
  if {$word eq "copy"} {
    vivado_file mkdir [lindex $args end]
    return [vivado_file copy {*}$args]
  }
  uplevel [list vivado_file $word {*}$args]
}
set script [file normalize [lindex $argv 0]]
source $script
if {[info exists project]} {error "the project stays open"}

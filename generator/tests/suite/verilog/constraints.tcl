# Reads a file of constraints with commands that say what they were called with, a line each: COMMAND OPTION=VALUE .. OBJECTS.
# What a file may call is here; each command refuses options that it does not have, as Quartus, OpenSTA and Vivado do.

# The ports of the design, a line each.
set channel [open [lindex $argv 1]]
set ports [split [string trim [read $channel]] "\n"]
close $channel

proc get_ports {pattern} {
  global ports
  set found {}
  # A bracket is part of a name, not a set of letters.
  set glob [string map {\[ \\\[ \] \\\]} $pattern]
  foreach port $ports {
    if {[string match $glob $port]} {lappend found $port}
  }
  if {$found eq {}} {error "no port matches `$pattern`"}
  return $found
}

proc get_clocks {name} {
  global clocks
  if {$name ni $clocks} {error "no clock is `$name`"}
  return $name
}

# Options have values, except flags.
proc call {command options arguments {flags {}}} {
  set said $command
  set objects {}
  while {$arguments ne {}} {
    set arguments [lassign $arguments word]
    if {![string match -* $word]} {
      lappend objects $word
    } elseif {$word in $flags} {
      lappend said $word
    } elseif {$word ni $options} {
      error "$command has no option `$word`"
    } elseif {$arguments eq {}} {
      error "$command: $word has no value"
    } else {
      set arguments [lassign $arguments value]
      lappend said "$word=[join $value ,]"
    }
  }
  if {[llength $objects] > 1} {error "$command: too many arguments: $objects"}
  puts [join [concat $said [join $objects]]]
}

set clocks {}
proc create_clock {args} {
  global clocks
  call create_clock {-name -period -waveform} $args
  lappend clocks [dict get [lrange $args 0 3] -name]
}
proc set_false_path {args} {call set_false_path {-from -to -through} $args {-hold -setup}}
# -datapath_only is Vivado's.
proc set_max_delay {args} {
  global argv
  call set_max_delay {-from -to -through} $args [expr {[lindex $argv 2] eq "xdc" ? "-datapath_only" : ""}]
}

rename unknown {}
proc unknown {command args} {error "`$command` is no command"}

source [lindex $argv 0]

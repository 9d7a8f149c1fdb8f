//## Part of the input units: a head's output and VCs, as they wait in the buffer.
//# if turns_back
  // In the buffer an output is the number of its port.
//# else
  // In the buffer an output is the number of its port, less 1. No packet turns back, so that the
  // number of the way back stands for the local port.
  localparam [31:0] BACK = FROM - 1;

//# endif
//# include "router/way_of.v"

  function ${ width(ports) } port_of;
    input ${ vector(way_bits) } way;
//# if turns_back
    port_of = ${ bit_0(ports) } << way;
//# else
    port_of = {${ bit_0(ports - 1) } << way, way == ${ bits_of("BACK", 0, way_bits) }};
//# endif
  endfunction

  wire ${ vector(hop_bits) } in_hop = ${ "{" if either or class_bits }${ "in_either, " if either }${ "in_class, " if class_bits }way_of(in_port${ ", " ~ bits_of("BACK", 0, way_bits) if not turns_back })${ "}" if either or class_bits };
  wire ${ vector(hop_bits) } second_hop;
  wire second_tail;

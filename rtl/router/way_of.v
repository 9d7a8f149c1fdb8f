//## Part of the input units and of route_ahead: the number of an output in a buffer.
  function ${ width(way_bits) } way_of;
    input ${ width(ports) } one_hot;
//# if not turns_back
    input ${ width(way_bits) } back;
//# endif
    integer port_at;
    begin
//# if turns_back
      way_of = ${ way_bits }'d0;
      for (port_at = 1; port_at < ${ ports }; port_at = port_at + 1) begin
        if (one_hot[port_at]) way_of = way_of | ${ bits_of("port_at", 0, way_bits) };
      end
//# else
      way_of = one_hot[0] ? back : ${ way_bits }'d0;
      for (port_at = 0; port_at < ${ ports - 1 }; port_at = port_at + 1) begin
        if (one_hot[port_at+1]) way_of = way_of | ${ bits_of("port_at", 0, way_bits) };
      end
//# endif
    end
  endfunction

//## Part of the input units and of route_ahead: the number of an output in a buffer.
  function ${ width(way_bits) } way_of;
    input ${ width(ports) } one_hot;
//# if not turns_back
    input ${ width(way_bits) } back;
//# endif
    integer p;
    begin
//# if turns_back
      way_of = ${ way_bits }'d0;
      for (p = 1; p < ${ ports }; p = p + 1) if (one_hot[p]) way_of = way_of | ${ bits_of("p", 0, way_bits) };
//# else
      way_of = one_hot[0] ? back : ${ way_bits }'d0;
      for (p = 0; p < ${ ports - 1 }; p = p + 1) if (one_hot[p+1]) way_of = way_of | ${ bits_of("p", 0, way_bits) };
//# endif
    end
  endfunction

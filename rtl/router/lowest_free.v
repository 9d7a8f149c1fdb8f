//## Part of the input units: the lowest free VC of those that a head may have.
//# if share == 2
  wire lower_free = ${ lower_free[0] };
//# else
  wire ${ width(share - 1) } lower_free, lowest_free;  // of all but the last VC, which it takes else
//# for w in range(share - 1)
  assign lower_free[${ w }] = ${ lower_free[w] };
//# endfor

  lowest_one #(.WIDTH(${ share - 1 })) u_lowest (
    .in (lower_free),
    .one(lowest_free)
  );
//# endif

//# set lowest = "{~lower_free, lower_free}" if share == 2 else "{~(|lower_free), lowest_free}"
//# if bit and three
  assign head_takes = ${ home(choosing_port) } ? ~lower_free : head_vcs[1];
//# elif single
  assign head_takes = ${ home(choosing_port) } ? ${ lowest } : ${ choosing_vcs };
//# else
  assign head_takes = ${ lowest };
//# endif

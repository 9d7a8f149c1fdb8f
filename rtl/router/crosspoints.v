//## Part of the crossbars: what wins an output.
//# if vcs == 1
      assign send[o]      = |from;
//# else
//# for w in range(vcs)
      assign send[${ w * ports ~ "+" if w }o] = |(from & flit_vcs[${ w * ports + ports - 1 }:${ w * ports }]);
//# endfor
//# endif
      assign send_tail[o] = |(from & flit_tail);

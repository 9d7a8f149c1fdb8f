//## Part of the input units with three VCs or more in a message class: the VC that a picked head takes.
  wire ${ vector(vcs) } vcs_picked = ${ spread("wanted_vcs") };
//# if order
  assign flit_vcs = vcs_picked;
//# else

  // A picked head takes the lowest VC that is free of those that it may have [SA5], at ${ the } local port
  // of all${ " of its message class" if messages > 1 } [RC2]. Found once, after the pick.
//# if not void_early
  wire ${ width(vcs * ports) } free = vc_free & ${ fill(messages, "REACH") };
//# endif
//# if messages > 1
  wire ${ width(messages) } of_class = ${ class_picked };
//# endif
//# include "router/lowest_free.v"
  assign flit_vcs = flit_head ? ${ "head_takes" if messages == 1 else spread_class("of_class", "head_takes") } : vcs_picked;
//# endif
//# if not void_early

  // A head for which no VC is free asks in vain [RQ4, SA2].
//# if order
  wire ${ width(vcs * ports) } free = vc_free & ${ fill(messages, "REACH") };
//# endif
  wire ${ width(ports) } free_for_head = ${ of_vcs("vcs_picked", "free") }${ " |\n                       " ~ local_any("free") if not order };

  assign request = port_picked & (${ fill(ports, "~flit_head") } | free_for_head);
//# endif

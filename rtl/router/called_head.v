//## Part of input_unit_three: what the called head asks for.
//# if messages > 1
  // The VCs that it may have are those of its own message class [RC8].
  wire ${ width(messages) } of_class = ${ class_called };
  wire ${ vector(vcs) } own_vcs  = ${ spread_class("of_class", ones(share)) };
//# if share > 1
  wire ${ vector(vcs) } asked_vcs = own_vcs & {${ messages }{head_vcs}};
//# else
  wire ${ vector(vcs) } asked_vcs = own_vcs;
//# endif
//# elif share > 1
  wire ${ vector(vcs) } asked_vcs = head_vcs;
//# endif
//# if vcs == 1
  wire ${ width(ports) } free_for_head = vc_free;
//# else
  wire ${ width(vcs * ports) } free = vc_free${ " & " ~ (fill(messages, "REACH")) if share > 1 };
  wire ${ width(ports) } free_for_head = ${ of_vcs("asked_vcs", "free", vcs) }${ " |\n                       " ~ local_any_of("free") if not order or share == 1 };
//# endif

  // A head for which no VC is free asks in vain [RQ4, VA2].
//# if free_asks
  wire ${ width(ports) } asked_port = head_port & free_for_head;
  assign head_asks = |asked_port;
//# else
  assign head_asks = |(head_port & free_for_head);
//# endif
//# if share > 1 and not order

  // It takes the lowest VC that is free of those that it may have [VA4], at ${ the } local port of all${ " of\n  // its message class" if messages > 1 } [RC2].
//# include "router/lowest_free.v"
//# endif

  // At each output an arbiter grants a VC of each class${ " of each message class" if messages > 1 } [VA3].
//# for g in requests
  assign vc_request[${ g.high }:${ g.low }] = ${ g.text };
//# endfor
//# if wants
  assign wanted_vcs = ${ "1'b1" if vcs == 1 else "asked_vcs" };
//# endif

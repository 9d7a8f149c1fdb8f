//## Part of virtual_channels: the connections of a virtual channel.
    ${ pad }.clk             (clk),
    ${ pad }.rst             (rst),
    ${ pad }.in_valid        (${ at.in_valid }),
    ${ pad }.in_tail         (in_tail),
    ${ pad }.in_port         (in_port),
//# if class_bits
    ${ pad }.in_class        (in_class),
//# endif
//# if either
    ${ pad }.in_either       (in_either),
//# endif
    ${ pad }.second_tail     (second_tail),
    ${ pad }.second_port     (port_of(${ bits_of("second_hop", 0, way_bits) })),
//# if class_bits
    ${ pad }.second_class    (${ bits_of("second_hop", way_bits, class_bits) }),
//# endif
//# if either
    ${ pad }.second_either   (second_hop[${ hop_bits - 1 }]),
//# endif
//# set of_class = "" if messages == 1 else "[VC / " ~ share ~ " * " ~ row ~ " +: " ~ row ~ "]"
//# if void_early
    ${ pad }.vc_free         (vc_free${ of_class }),
//# endif
    ${ pad }.credit_available(credit_available${ of_class }),
//# if any_reuse
    ${ pad }.vc_wake         (vc_wake${ of_class }),
//# endif
    ${ pad }.head_request    (head_request${ at.bit }),
    ${ pad }.body_request    (body_request${ at.bit }),
    ${ pad }.request         (vc_request${ at.ports }),
//# if share == 2
    ${ pad }.leaves_by       (leaves_by${ at.share }),
//# elif share > 2
    ${ pad }.wanted_vcs      (wanted_vcs${ at.share }),
//# if not order
    ${ pad }.head_takes      (head_takes),
//# endif
//# endif
    ${ pad }.sent            (${ at.sent }),
    ${ pad }.credit_left     (credit_left),
    ${ pad }.pause           (pause),
    ${ pad }.holds_vc        (holds_vc${ at.bit }),
    ${ pad }.front_is_tail   (${ "flit_tail" if own == 1 else "front_is_tail[v]" }),
    ${ pad }.write_slot      (${ "write_at" if own == 1 else "write_slot" }${ at.slots }),
    ${ pad }.front_slot      (${ "front_at" if own == 1 else "front_slot" }${ at.slots }),
    ${ pad }.second_slot     (${ "second_at" if own == 1 else "second_slot" }${ at.slots }),
    ${ pad }.full            (full${ at.bit })

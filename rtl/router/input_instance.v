//## Part of router: an input port.
      ${ pad }${ unit.module } #(
        ${ pad }.FLIT_WIDTH  (FLIT_WIDTH),
        ${ pad }.BUFFER_DEPTH(BUFFER_DEPTH),
        ${ pad }.SLOT_BITS   (SLOT_BITS),
//# if takes_from
        ${ pad }.FROM        (i),
//# endif
//# if either
        ${ pad }.EITHER      (EITHER[${ vcs * ports }*i +: ${ vcs * ports }]),
//# endif
        ${ pad }.TURNS       (TURNS[${ share * row }*i +: ${ share * row }])
      ${ pad }) u_input (
        ${ pad }.clk              (clk),
        ${ pad }.rst              (rst),
        ${ pad }.in_valid         (${ "i == 0 ? local_accept : in_valid[i]" if locals == 1 else "accepted[i]" }),
//# if inside or ahead
        ${ pad }.in_head          (in_head[i]),
//# endif
        ${ pad }.in_tail          (in_tail[i]),
//# if vcs > 1
        ${ pad }.in_vc            (in_vc[${ vc_bits ~ "*i +: " ~ vc_bits if vc_bits > 1 else "i" }]),
//# endif
        ${ pad }.in_data          (${ "rewritten" if rewrites else "data" }),
        ${ pad }.in_port          (in_port),
//# if class_bits
        ${ pad }.in_class         (in_class),
//# endif
//# if either
        ${ pad }.in_either        (in_either),
//# endif
//# if ahead
        ${ pad }.next             (next),
//# endif
        ${ pad }.credit_valid     (in_credit_valid[i]),
//# if vcs > 1
        ${ pad }.credit_vc        (in_credit_vc[${ vc_bits ~ "*i +: " ~ vc_bits if vc_bits > 1 else "i" }]),
//# endif
        ${ pad }.vc_free          (vc_free),
        ${ pad }.credit_available (credit_available),
//# if any_reuse
        ${ pad }.vc_wake          (vc_wake),
//# endif
        ${ pad }.credit_after_send(credit_after_send),
//# if three
        ${ pad }.vc_request       (vc_request[${ groups * ports }*i +: ${ groups * ports }]),
        ${ pad }.vc_grant         (vc_grant[${ groups * ports }*i +: ${ groups * ports }]),
//# if wants
        ${ pad }.wanted_vcs       (wanted_vcs[${ vcs }*i +: ${ vcs }]),
//# endif
//# endif
        ${ pad }.request          (request[${ ports }*i +: ${ ports }]),
        ${ pad }.granted          (granted[i]),
        ${ pad }.flit_head        (flit_head[i]),
        ${ pad }.flit_tail        (flit_tail[i]),
//# if vcs > 1
        ${ pad }.flit_vcs         (${ flit_vcs_of_input }),
//# endif
        ${ pad }.flit_data        (flit_data[i*FLIT_WIDTH +: FLIT_WIDTH]),
        ${ pad }.full             (full[${ "i" if vcs == 1 else vcs ~ "*i +: " ~ unit.own }]),
//# if not three
        ${ pad }.pause            (${ "i == 0 && local_drop" if locals == 1 else "local_drop[i]" }),
//# endif
//# if vcs > 1
        ${ pad }.return_credit_vc (local_dropped_vc${ "" if locals == 1 else "[" ~ (vc_bits ~ "*i +: " ~ vc_bits if vc_bits > 1 else "i") ~ "]" }),
//# endif
        ${ pad }.return_credit    (${ "i == 0 && local_dropped" if locals == 1 else "local_dropped[i]" })
      ${ pad });
//# if unit.own < vcs
      ${ pad }assign full[${ vcs }*i+${ unit.own } +: ${ vcs - unit.own }] = ${ zeros(vcs - unit.own) };
//# endif

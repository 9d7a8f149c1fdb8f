//## Part of router: the VCs of an output port.
//# if three
      ${ pad }wire ${ width(output.groups * ports) } asks, gets;
      ${ pad }for (i = 0; i < ${ ports }; i = i + 1) begin : g_head
//# for g in range(groups)
//# if output.own[g] is none
        ${ pad }assign vc_grant[${ groups * ports }*i+${ ports * g }+o] = 1'b0;
        ${ pad }wire unused_${ g } = vc_request[${ groups * ports }*i+${ ports * g }+o];
//# else
        ${ pad }assign asks[${ ports * output.own[g] }+i] = vc_request[${ groups * ports }*i+${ ports * g }+o];
        ${ pad }assign vc_grant[${ groups * ports }*i+${ ports * g }+o] = gets[${ ports * output.own[g] }+i];
//# endif
//# endfor
      ${ pad }end
//# if output.wants
      ${ pad }wire ${ vector(vcs) } wanted = ${ output.wanted };
//# endif
//# endif
      ${ pad }${ output.module } #(.BUFFER_DEPTH(BUFFER_DEPTH)) u_vcs (
        ${ pad }.clk              (clk),
        ${ pad }.rst              (rst),
        ${ pad }.send             (${ of_output("send") }),
        ${ pad }.send_tail        (send_tail[o]),
        ${ pad }.credit_valid     (out_credit_valid[o]),
//# if vcs > 1
        ${ pad }.credit_vc        (out_credit_vc[${ vc_bits ~ "*o +: " ~ vc_bits if vc_bits > 1 else "o" }]),
//# endif
//# if three
        ${ pad }.request          (asks),
        ${ pad }.grant            (gets),
//# if output.wants
        ${ pad }.wanted_vcs       (wanted),
//# endif
//# endif
        ${ pad }.vc_free          (${ of_output("vc_free") }),
        ${ pad }.credit_available (${ of_output("credit_available") }),
//# if any_reuse
        ${ pad }.vc_wake          (${ of_output("vc_wake") }),
//# endif
        ${ pad }.credit_after_send(${ of_output("credit_after_send") })
      ${ pad });

//## Part of router: an input port by which no packets come.
        assign in_credit_valid[i] = 1'b0;
//# if rewrites
        assign ends[i] = 1'b0;
//# endif
//# if vcs > 1
        assign in_credit_vc[${ vc_bits }*i +: ${ vc_bits }] = ${ zeros(vc_bits) };
        assign ${ flit_vcs_of_input } = ${ zeros(vcs) };
//# endif
//# if three
        assign vc_request[${ groups * ports }*i +: ${ groups * ports }] = ${ zeros(groups * ports) };
//# if wants
        assign wanted_vcs[${ vcs }*i +: ${ vcs }] = ${ zeros(vcs) };
//# endif
//# endif
        assign request[${ ports }*i +: ${ ports }] = ${ zeros(ports) };
        assign flit_head[i] = 1'b0;
        assign flit_tail[i] = 1'b0;
        assign flit_data[i*FLIT_WIDTH +: FLIT_WIDTH] = {FLIT_WIDTH{1'b0}};
        assign full[${ "i" if vcs == 1 else vcs ~ "*i +: " ~ vcs }] = ${ zeros(vcs) };
        wire unused = &{1'b0, ${ unused_of_input }};

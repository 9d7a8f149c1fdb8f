//## Part of sva_router: the rules at the ports.
  // What is on the links in this clock
  reg [P-1:0]   credit_due;
  reg [P*B-1:0] credit_due_vc;
  always @(posedge clk) begin
    for (int i = 0; i < P; i++) begin
      credit_due[i] <= ~rst & (dropped[i] | pop[i*V +: V] != 0);
      if (dropped[i]) credit_due_vc[i*B +: B] <= dropped_vc[i*B +: B];
      for (int v = 0; v < V; v++) if (pop[i*V + v]) credit_due_vc[i*B +: B] <= v;
    end
  end
//# if one
  wire [P-1:0]   link_valid = sent, link_head = sent_head, link_tail = sent_tail;
  wire [P*V-1:0] link_vc    = sent_vc;
  wire [P*W-1:0] link_data  = sent_data;
//# else
  reg  [P-1:0]   link_valid, link_head, link_tail;
  reg  [P*V-1:0] link_vc;
  reg  [P*W-1:0] link_data;
  always @(posedge clk) begin
    link_valid <= rst ? 0 : sent;
    link_head  <= sent_head;
    link_tail  <= sent_tail;
    link_vc    <= sent_vc;
    link_data  <= sent_data;
  end
//# endif

  generate
    for (i = 0; i < P; i = i + 1) begin : g_output
      wire [V-1:0] on;
      for (v = 0; v < V; v = v + 1) begin : g_on
        assign on[v] = out_vc[i*B +: B] == v;
      end
      // A head's own bits are undefined.
      wire [W-1:0] differs = out_data[i*W +: W] ^ link_data[i*W +: W];
      wire [W-1:0] defined = {W{1'b1}} >> (link_head[i] ? OWN : 0);

//# if one
      assert_ST1_granted_flit_is_on_the_link: assert property (@(posedge clk) disable iff (rst)
        link_valid[i] |-> out_valid[i]) else $error("ST1, output %0d: the flit that is granted is not on the link", i);
      assert_ST1_no_flit_without_a_grant: assert property (@(posedge clk) disable iff (rst)
        out_valid[i] |-> link_valid[i]) else $error("ST1, output %0d: a flit that is not granted", i);
//# else
      assert_ST1_granted_flit_is_on_the_link: assert property (@(posedge clk) disable iff (rst)
        link_valid[i] |-> out_valid[i]) else $error("ST1, output %0d: the flit granted in the last clock is not on the link", i);
      assert_ST1_no_flit_without_a_grant: assert property (@(posedge clk) disable iff (rst)
        out_valid[i] |-> link_valid[i]) else $error("ST1, output %0d: a flit that was not granted in the last clock", i);
//# endif
      assert_${ "VA4" if three else "SA5" }_lowest_free_vc_of_the_candidate: assert property (@(posedge clk) disable iff (rst)
        link_valid[i] |-> on == link_vc[i*V +: V]) else $error("${ "VA4" if three else "SA5" }, output %0d: another VC than the one that is given", i);
      assert_SA3_head_and_tail_of_the_granted_flit: assert property (@(posedge clk) disable iff (rst)
        link_valid[i] |-> {out_head[i], out_tail[i]} == {link_head[i], link_tail[i]}) else $error("SA3, output %0d: head or tail of another flit", i);
      assert_L4_data_of_the_granted_flit: assert property (@(posedge clk) disable iff (rst)
        link_valid[i] |-> (differs & defined) == 0) else $error("L4, output %0d: other data than those of the granted flit", i);

      assert_ST2_credit_for_each_flit_that_leaves: assert property (@(posedge clk) disable iff (rst)
        credit_due[i] |-> in_credit_valid[i]) else $error("ST2, input %0d: a credit is missing", i);
      assert_ST2_no_other_credit: assert property (@(posedge clk) disable iff (rst)
        in_credit_valid[i] |-> credit_due[i]) else $error("ST2, input %0d: a credit of no flit", i);
      assert_ST2_credit_names_its_vc: assert property (@(posedge clk) disable iff (rst)
        credit_due[i] |-> in_credit_vc[i*B +: B] == credit_due_vc[i*B +: B]) else $error("ST2, input %0d: a credit for another VC", i);

      cover_SA3_several_inputs_ask: cover property (@(posedge clk) disable iff (rst) several[i]);

      link #(.BUFFER_DEPTH(BUFFER_DEPTH), .SENDS(1)) u_link (
        .clk         (clk),
        .rst         (rst),
        .valid       (out_valid[i]),
        .head        (out_head[i]),
        .tail        (out_tail[i]),
        .vc          (out_vc[i*B +: B]),
        .credit_valid(out_credit_valid[i]),
        .credit_vc   (out_credit_vc[i*B +: B])
      );
      if (i >= L) begin : g_in
        link #(.BUFFER_DEPTH(BUFFER_DEPTH), .SENDS(0)) u_link (
          .clk         (clk),
          .rst         (rst),
          .valid       (in_valid[i]),
          .head        (in_head[i]),
          .tail        (in_tail[i]),
          .vc          (in_vc[i*B +: B]),
          .credit_valid(in_credit_valid[i]),
          .credit_vc   (in_credit_vc[i*B +: B])
        );
      end
      for (v = 0; v < V; v = v + 1) begin : g_vc
        cover_VC1_owned: cover property (@(posedge clk) disable iff (rst) owned[i*V + v]);
        cover_VC2_no_credit: cover property (@(posedge clk) disable iff (rst) credit[(i*V + v)*CB +: CB] == 0);
        cover_RQ1_buffer_full: cover property (@(posedge clk) disable iff (rst) count[(i*V + v)*CB +: CB] == D);
        cover_RQ4_void_head: cover property (@(posedge clk) disable iff (rst) waits[i*V + v] && ok_vcs[(i*V + v)*V +: V] == 0);
        cover_RQ3_sleeping_head_is_woken: cover property (@(posedge clk) disable iff (rst)
          !hreq[i*V + v] && !act[i*V + v] && !fresh_next[i*V + v] && hreq_next[i*V + v]);
        cover_VC2_credit_returns_to_a_vc_without: cover property (@(posedge clk) disable iff (rst)
          credit[(i*V + v)*CB +: CB] == 0 && credit_next[(i*V + v)*CB +: CB] != 0);
        cover_SA5_tail_frees_its_vc: cover property (@(posedge clk) disable iff (rst) owned[i*V + v] && !owned_next[i*V + v]);
        cover_RQ2_flit_waits_for_a_credit: cover property (@(posedge clk) disable iff (rst)
          act[i*V + v] && count[(i*V + v)*CB +: CB] != 0 && !mid[i*V + v]);
//# if any_reuse
        if (REUSE_EMPTY[v]) begin : g_reuse
          cover_VC3_free_vc_is_not_yet_empty: cover property (@(posedge clk) disable iff (rst)
            !owned[i*V + v] && credit[(i*V + v)*CB +: CB] != 0 && credit[(i*V + v)*CB +: CB] != D);
        end
//# endif
//# if either
        cover_RC5_second_candidate_is_asked: cover property (@(posedge clk) disable iff (rst) waits[i*V + v] && second[i*V + v]);
//# endif
      end
    end
    for (i = 0; i < L; i = i + 1) begin : g_local
      assert_E3_overflow: assert property (@(posedge clk) disable iff (rst)
        error[3*i] == expected_error[3*i]) else $error("E3, local port %0d: overflow", i);
      assert_E3_framing: assert property (@(posedge clk) disable iff (rst)
        error[3*i + 1] == expected_error[3*i + 1]) else $error("E3, local port %0d: framing", i);
      assert_E3_destination: assert property (@(posedge clk) disable iff (rst)
        error[3*i + 2] == expected_error[3*i + 2]) else $error("E3, local port %0d: destination", i);
      cover_E1_overflow: cover property (@(posedge clk) disable iff (rst) expected_error[3*i]);
      cover_E1_framing: cover property (@(posedge clk) disable iff (rst) expected_error[3*i + 1]);
      cover_E1_destination: cover property (@(posedge clk) disable iff (rst) expected_error[3*i + 2]);
      cover_E3_rest_of_a_dropped_packet: cover property (@(posedge clk) disable iff (rst) drops[i] && !in_head[i]);
      cover_E6_cleared: cover property (@(posedge clk) disable iff (rst) clear_error && expected_error[3*i +: 3] != 0);
      cover_E6_error_in_the_clock_of_clearing: cover property (@(posedge clk) disable iff (rst)
        clear_error && violation[3*i +: 3] != 0);
    end
  endgenerate

  // The cases of routing: a head goes from each input to each output that packets take from there, and leaves by each VC.
//# for turn in covered_turns
  cover_RC2_${ turn.name }: cover property (@(posedge clk) disable iff (rst) grant[${ turn.output }*P + ${ turn.input }] && sent_head[${ turn.output }]);
//# endfor
//# for vc in covered_vcs
  cover_RC3_${ vc.name }: cover property (@(posedge clk) disable iff (rst) sent_head[${ vc.output }] && sent_vc[${ vc.output }*V + ${ vc.vc }]);
//# endfor

//## Part of sva_router: three cycles a hop, section 7 of docs/router.md.
  localparam G = ${ groups };  // arbiters of an output [VA3]
  // The arbiter that gives a VC: local ports have one for each message class, links one for each class, too.
  function automatic integer arbiter_of(input integer o, input integer w);
//# if mixed or classes == 1
    arbiter_of = w / S;
//# else
    arbiter_of = w / S * ${ classes } + ((o < L) ? 0 : (w % S) * ${ classes } / S);
//# endif
  endfunction

  reg [N-1:0]     called, called_next, picked, picked_next;  // [VA1, VA6] one of an input's VCs, or none
  reg [P*G*8-1:0] arbiter_pointer, arbiter_pointer_next;

  // [VA2, VA3, VA4] Called heads ask; each arbiter grants one of them, which gets its lowest VC that is ok.
  reg [P-1:0] heads, head_winner;
  always @* begin
    given                = 0;
    arbiter_pointer_next = arbiter_pointer;
    heads                = 0;
    head_winner          = 0;
    for (int o = 0; o < P; o++) for (int g = 0; g < G; g++) begin
      heads = 0;
      for (int n = 0; n < N; n++) for (int w = 0; w < V; w++) begin
        if (called[n] && asked_port[n*P + o] && ok_vcs[n*V + w] && arbiter_of(o, w) == g) heads[n / V] = 1'b1;
      end
      head_winner = first_port(heads, arbiter_pointer[(o*G + g)*8 +: 8]);
      if (head_winner != 0) arbiter_pointer_next[(o*G + g)*8 +: 8] = after_port(head_winner);
      for (int n = 0; n < N; n++) if (head_winner[n / V] && called[n]) given[n] = 1'b1;
    end
  end

  // [VA6, E5] The picked flit asks for the output that it holds.
  always @* begin
    request   = 0;
    leaves_by = 0;
    chosen    = picked;
    for (int n = 0; n < N; n++) if (picked[n]) begin
      if (!dropped[n / V]) request[n / V * P +: P] = held_port[n*P +: P];
      leaves_by[n / V * V +: V] = held_vc[n*V +: V];
    end
  end

  // [VA5, VA7] Who is called and who is picked in the next clock
  reg [N-1:0] mid_next, arrived, behind;
  reg [V-1:0] others;
  reg         void_call;
  always @* begin
    for (int n = 0; n < N; n++) begin
      arrived[n]  = came[n] & count[n*CB +: CB] == 0 & ~act[n];
      behind[n]   = pop[n] & front_tail[n] & (count[n*CB +: CB] > 1 | came[n]);
      mid_next[n] = 1'b0;
      for (int o = 0; o < P; o++) for (int w = 0; w < V; w++) begin
        if (held_port_next[n*P + o] && held_vc_next[n*V + w] && credit_after[(o*V + w)*CB +: CB] != 0)
          mid_next[n] = act_next[n] & (count[n*CB +: CB] + CB'(came[n]) != CB'(pop[n]));
      end
    end
    others    = 0;
    void_call = 1'b0;
    for (int i = 0; i < P; i++) begin
      void_call = 1'b0;
      for (int v = 0; v < V; v++) if (called[i*V + v]) void_call = ok_vcs[(i*V + v)*V +: V] == 0;
      others = waits[i*V +: V] & ~called[i*V +: V];
      if (called[i*V +: V] != 0 && !void_call && given[i*V +: V] == 0) called_next[i*V +: V] = called[i*V +: V];
      else if (others != 0) called_next[i*V +: V] = first_vc(others, after_vc(called[i*V +: V]));
      else if (arrived[i*V +: V] != 0) called_next[i*V +: V] = arrived[i*V +: V];
      else if (void_call) called_next[i*V +: V] = called[i*V +: V];
      else called_next[i*V +: V] = behind[i*V +: V];

      others = act[i*V +: V] & mid_next[i*V +: V] & ~picked[i*V +: V];
      if (picked[i*V +: V] != 0 && pop[i*V +: V] == 0) picked_next[i*V +: V] = picked[i*V +: V];
      else if (others != 0) picked_next[i*V +: V] = first_vc(others, after_vc(picked[i*V +: V]));
      else if (given[i*V +: V] != 0) picked_next[i*V +: V] = given[i*V +: V];
      else picked_next[i*V +: V] = picked[i*V +: V] & mid_next[i*V +: V];
    end
  end

  always @(posedge clk) begin
    called          <= rst ? 0 : called_next;
    picked          <= rst ? 0 : picked_next;
    arbiter_pointer <= rst ? 0 : arbiter_pointer_next;
  end

  // The branches of VA5 and VA7, which say who is called and who is picked next
  generate
    for (i = 0; i < P; i = i + 1) begin : g_calls
      wire [V-1:0] call = called[i*V +: V], pick = picked[i*V +: V], gets = given[i*V +: V];
      wire [V-1:0] rest = waits[i*V +: V] & ~call, ready = act[i*V +: V] & mid_next[i*V +: V] & ~pick;
      wire [V-1:0] is_ok;
      for (v = 0; v < V; v = v + 1) begin : g_ok
        assign is_ok[v] = ok_vcs[(i*V + v)*V +: V] != 0;
      end
      wire kept = (call & is_ok) != 0 && gets == 0, stays = pick != 0 && pop[i*V +: V] == 0;
      cover_VA5_called_head_is_kept: cover property (@(posedge clk) disable iff (rst) kept);
      cover_VA5_head_is_called_as_it_comes: cover property (@(posedge clk) disable iff (rst)
        !kept && rest == 0 && arrived[i*V +: V] != 0);
      cover_VA5_head_behind_a_tail_is_called: cover property (@(posedge clk) disable iff (rst)
        !kept && rest == 0 && arrived[i*V +: V] == 0 && (call & ~is_ok) == 0 && behind[i*V +: V] != 0);
      cover_VA5_void_head_stays_called: cover property (@(posedge clk) disable iff (rst)
        !kept && rest == 0 && arrived[i*V +: V] == 0 && (call & ~is_ok) != 0);
      cover_VA7_picked_flit_is_kept: cover property (@(posedge clk) disable iff (rst) stays);
      cover_VA7_head_is_picked_as_its_vc_is_given: cover property (@(posedge clk) disable iff (rst)
        !stays && ready == 0 && gets != 0);
      cover_VA7_packet_stays_picked: cover property (@(posedge clk) disable iff (rst)
        !stays && ready == 0 && gets == 0 && (pick & mid_next[i*V +: V]) != 0);
//# if vcs > 1
      cover_VA5_other_vc_is_called: cover property (@(posedge clk) disable iff (rst) !kept && rest != 0);
      cover_VA7_other_vc_is_picked: cover property (@(posedge clk) disable iff (rst) !stays && ready != 0);
//# endif
    end
  endgenerate

//## Part of sva_router: the state that the contract names, and what follows from it and from credits in a clock.
  reg [N-1:0]    owned, owned_next;            // [VC1], bit V*o + w
  reg [N*CB-1:0] credit, credit_next;          // [VC2]
  reg [N-1:0]    act, act_next;                // bit V*i + v: the front's packet holds an output VC
  reg [N*P-1:0]  held_port, held_port_next;    // that one
  reg [N*V-1:0]  held_vc, held_vc_next;
  reg [N-1:0]    hreq, hreq_next;              // [RQ3], before the front is looked at
  reg [N-1:0]    second, second_next;          // the head asks for its second candidate [RC5]
  reg [P*8-1:0]  output_pointer, output_pointer_next;
  reg [P*P-1:0]  grant;                        // [SA3], bit P*o + i
  reg [P-1:0]    granted;

  // In this clock
  reg [N-1:0]    ok, wake, mid;                // [VC3, VC4, RQ2]
  reg [N*P-1:0]  asked_port;                   // of each front
  reg [N*V-1:0]  asked_vcs, ok_vcs;            // ok_vcs: those that are ok
  reg [N-1:0]    given;                        // a head is given an output VC
  reg [P*P-1:0]  request;                      // bit P*i + o
  reg [N-1:0]    chosen;                       // the flit that each input picks
  reg [P-1:0]    several;                      // inputs ask for an output
  reg [P*V-1:0]  leaves_by;                    // the VC by which the picked flit leaves

  // What was granted, as it is on the links
  reg [P-1:0]    sent, sent_head, sent_tail;
  reg [P*V-1:0]  sent_vc;
  reg [P*W-1:0]  sent_data;

  always @* begin
    for (int n = 0; n < N; n++) begin
      ok[n] = ~owned[n] & (REUSE_EMPTY[n % V] ? credit[n*CB +: CB] == D : credit[n*CB +: CB] != 0);
      credit_next[n*CB +: CB] = credit[n*CB +: CB] + CB'(out_credit_valid[n / V] && out_credit_vc[n / V * B +: B] == n % V);
      wake[n] = REUSE_EMPTY[n % V] ? credit_next[n*CB +: CB] == D : credit_next[n*CB +: CB] != 0;
    end
    for (int n = 0; n < N; n++) begin
      asked_port[n*P +: P] = act[n] ? held_port[n*P +: P] : second[n] ? second_choice[n*P +: P] : first_choice[n*P +: P];
      asked_vcs[n*V +: V]  = act[n] ? held_vc[n*V +: V] : second[n] ? second_vcs[n*V +: V] : first_vcs[n*V +: V];
      ok_vcs[n*V +: V]     = 0;
      mid[n]               = 1'b0;
      for (int o = 0; o < P; o++) if (asked_port[n*P + o]) begin
        ok_vcs[n*V +: V] = asked_vcs[n*V +: V] & ok[o*V +: V];
        for (int w = 0; w < V; w++) begin
          if (asked_vcs[n*V + w] && credit[(o*V + w)*CB +: CB] != 0) mid[n] = act[n] & (count[n*CB +: CB] != 0);
        end
      end
    end
  end

  // [RQ3] The candidate of the next clock: the first that is awake. A new front begins with the first.
  reg [N-1:0] first_awake, second_awake, fresh_next;
  always @* begin
    for (int n = 0; n < N; n++) begin
      first_awake[n]  = 1'b0;
      second_awake[n] = 1'b0;
      for (int o = 0; o < P; o++) begin
        if (first_choice[n*P + o] && (first_vcs[n*V +: V] & wake[o*V +: V]) != 0) first_awake[n] = 1'b1;
        if (second_choice[n*P + o] && (second_vcs[n*V +: V] & wake[o*V +: V]) != 0) second_awake[n] = 1'b1;
      end
      fresh_next[n]  = pop[n] | count[n*CB +: CB] == 0;
      hreq_next[n]   = fresh_next[n] | first_awake[n] | second_awake[n];
      second_next[n] = ~fresh_next[n] & (first_awake[n] ? 1'b0 : second_awake[n] ? 1'b1 : second[n]);
    end
  end
  wire [N-1:0] waits;  // [RQ3] the head requests
  generate
    for (i = 0; i < N; i = i + 1) begin : g_waits
      assign waits[i] = hreq[i] & ~act[i] & count[i*CB +: CB] != 0;
    end
  endgenerate

  // [SA3] Each output grants one of the inputs that ask for it. The flit that it takes: [SA6, ST1]
  reg [P-1:0] asking;
  always @* begin
    granted             = 0;
    sent                = 0;
    sent_head           = 0;
    sent_tail           = 0;
    sent_vc             = 0;
    sent_data           = 0;
    output_pointer_next = output_pointer;
    asking              = 0;
    several             = 0;
    for (int o = 0; o < P; o++) begin
      for (int k = 0; k < P; k++) asking[k] = request[k*P + o];
      several[o] = (asking & (asking - 1'b1)) != 0;
      grant[o*P +: P] = first_port(asking, output_pointer[o*8 +: 8]);
      if (grant[o*P +: P] != 0) output_pointer_next[o*8 +: 8] = after_port(grant[o*P +: P]);
      granted |= grant[o*P +: P];
      sent[o] = grant[o*P +: P] != 0;
      for (int n = 0; n < N; n++) if (grant[o*P + n / V] && chosen[n]) begin
        sent_head[o]        = front_head[n];
        sent_tail[o]        = front_tail[n];
        sent_vc[o*V +: V]   = leaves_by[n / V * V +: V];
        sent_data[o*W +: W] = (o < L) ? front_data[n*W +: W] : onward_data[n*W +: W];
      end
    end
    for (int n = 0; n < N; n++) pop[n] = chosen[n] & granted[n / V];
  end

  // [VC1, VC2, SA5, SA6] The next state of output VCs, and of what packets hold
  reg [N*CB-1:0] credit_after;
  always @* begin
    owned_next     = owned;
    credit_after   = credit_next;
    act_next       = act;
    held_port_next = held_port;
    held_vc_next   = held_vc;
    for (int n = 0; n < N; n++) begin
      if (given[n]) begin
        act_next[n]             = 1'b1;
        held_port_next[n*P +: P] = asked_port[n*P +: P];
        held_vc_next[n*V +: V]   = lowest(ok_vcs[n*V +: V]);
        for (int o = 0; o < P; o++) if (asked_port[n*P + o]) owned_next[o*V +: V] = owned_next[o*V +: V] | lowest(ok_vcs[n*V +: V]);
      end
      if (pop[n] & front_tail[n]) act_next[n] = 1'b0;
    end
    for (int o = 0; o < P; o++) if (sent[o]) begin
      if (sent_tail[o]) owned_next[o*V +: V] = owned_next[o*V +: V] & ~sent_vc[o*V +: V];
      for (int w = 0; w < V; w++) if (sent_vc[o*V + w]) credit_after[(o*V + w)*CB +: CB] = credit_next[(o*V + w)*CB +: CB] - 1'b1;
    end
  end

  always @(posedge clk) begin
    owned          <= rst ? 0 : owned_next;
    credit         <= rst ? {N{CB'(D)}} : credit_after;
    act            <= rst ? 0 : act_next;
    held_port      <= held_port_next;
    held_vc        <= held_vc_next;
    hreq           <= rst ? {N{1'b1}} : hreq_next;
    second         <= rst ? 0 : second_next;
    output_pointer <= rst ? 0 : output_pointer_next;
    dropped        <= rst ? 0 : drops;
    dropped_vc     <= in_vc;
  end

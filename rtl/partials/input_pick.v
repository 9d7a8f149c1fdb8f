  // SA1, SA4: bodies first; the pointer stays when the pick loses, and moves when it was void.
  // With three stages: VA6, VA7.
  wire [NUM_PORTS-1:0] req_picked;
  wire [NUM_PORTS-1:0] head_port;

  generate
    if (PIPELINE != 3) begin : g_pick
      wire [OWN_VCS-1:0] request = (|body_req) ? body_req : head_req;

      rr_arbiter #(.WIDTH(OWN_VCS)) u_pick (
        .clk (clk),
        .rst (rst),
        .req (request),
        .step((|request) & (granted | ~(|req))),
        .gnt (pick)
      );
      assign req_picked = {NUM_PORTS{1'b0}};
      wire unused = &{1'b0, ready, goes_on};
    end else begin : g_picked
      // A net of its own: what leads to it would be mapped again for each of the VCs it rules out.
      (* keep *) wire [OWN_VCS-1:0] to_pick;
      assign to_pick = ready;

      flit_pick #(.NUM_PORTS(NUM_PORTS), .NUM_VCS(OWN_VCS), .GUARDED(GUARDED)) u_pick (
        .clk      (clk),
        .rst      (rst),
        .ready    (to_pick),
        .goes_on  (goes_on),
        .port     (port),
        .head     (called),
        .head_port(head_port),
        .given    (granted_vc),
        .granted  (granted),
        .hold     (hold),
        .picked   (pick),
        .req      (req_picked)
      );
      wire unused = &{1'b0, body_req};
    end
  endgenerate

  // RQ2 for the picked VC: what is known of the VC it would send to, once it has sent
  integer o;
  always @* begin
    pop_again = 1'b0;
    for (o = 0; o < NUM_PORTS; o = o + 1) begin
      pop_again = pop_again |
        (req[o] & (|(flit_vcs & again[o*NUM_VCS +: NUM_VCS] & REACHED[o*NUM_VCS +: NUM_VCS])));
    end
  end

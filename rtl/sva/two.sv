//## Part of sva_router: one and two cycles a hop, section 6 of docs/router.md.
  // [SA1, SA2] Each input picks a VC, bodies before heads; a void head asks for nothing.
  reg [P*8-1:0] input_pointer, input_pointer_next;
  reg [V-1:0]   asks;
  reg [P-1:0]   void_pick;
  always @* begin
    request   = 0;
    leaves_by = 0;
    void_pick = 0;
    chosen    = 0;
    asks      = 0;
    for (int i = 0; i < P; i++) begin
      asks = (mid[i*V +: V] != 0) ? mid[i*V +: V] : waits[i*V +: V];
      if (dropped[i]) asks = 0;  // [E5]
      chosen[i*V +: V] = first_vc(asks, input_pointer[i*8 +: 8]);
      for (int v = 0; v < V; v++) if (chosen[i*V + v]) begin
        void_pick[i] = ~act[i*V + v] & ok_vcs[(i*V + v)*V +: V] == 0;
        if (!void_pick[i]) request[i*P +: P] = asked_port[(i*V + v)*P +: P];
        leaves_by[i*V +: V] = act[i*V + v] ? held_vc[(i*V + v)*V +: V] : lowest(ok_vcs[(i*V + v)*V +: V]);
      end
    end
  end

  // [SA4, SA5] Pointers of the inputs, and heads that are no tails get the VC by which they leave.
  always @* begin
    input_pointer_next = input_pointer;
    for (int i = 0; i < P; i++) begin
      if (chosen[i*V +: V] != 0 && (granted[i] || void_pick[i])) input_pointer_next[i*8 +: 8] = after_vc(chosen[i*V +: V]);
    end
    for (int n = 0; n < N; n++) given[n] = pop[n] & ~act[n] & ~front_tail[n];
  end
  always @(posedge clk) input_pointer <= rst ? 0 : input_pointer_next;

  // docs/counters.md
  @{ prefix }@router_counters #(
    .NUM_PORTS   (NUM_PORTS),
    .NUM_VCS     (NUM_VCS),
    .VC_BITS     (VC_BITS),
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .PORT_BITS   (@{ c.port_bits }@),
    .CLOCKS      (@{ c.counter_clocks }@)
  ) u_counters (
    .clk            (clk),
    .rst            (rst),
    .in_valid       (in_valid),
    .in_tail        (in_tail),
    .in_vc          (in_vc),
    .in_credit_valid(in_credit_valid),
    .in_credit_vc   (in_credit_vc),
    .out_valid      (out_valid),
    .out_tail       (out_tail),
    .clear          (counter_clear),
<%- if c.counter_clocks == 1 %>
    .read           (counter_address[@{ c.port_bits + 4 }@ +: ADDRESS_BITS] == here),
<%- else %>
    .read           (1'b1),
<%- endif %>
    .port           (counter_address[4 +: @{ c.port_bits }@]),
    .register       (counter_address[3:0]),
    .data           (counter_data)
  );

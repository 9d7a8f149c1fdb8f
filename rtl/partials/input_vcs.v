  genvar v;
  generate
    for (v = 0; v < OWN_VCS; v = v + 1) begin : g_vc
      localparam [VC_BITS-1:0] NUMBER = NUMBERS[v*VC_BITS +: VC_BITS];
      localparam MESSAGE_CLASS = {{(32-VC_BITS){1'b0}}, NUMBER} / SHARE;
      assign in_vcs[v] = in_vc == NUMBER;
      assign full[NUMBER] = is_full[v];
      assign own_sets[v*NUM_VCS +: NUM_VCS] = OWN_SET << (MESSAGE_CLASS * SHARE);

      input_vc #(
        .NUM_PORTS   (NUM_PORTS),
        .NUM_VCS     (NUM_VCS),
        .CLASSES     (CLASSES),
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .PTR_BITS    (PTR_BITS),
        .PIPELINE    (PIPELINE),
        .MIXED       (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .ORDER       (ORDER),
        .NUMBER      ({{(32-VC_BITS){1'b0}}, NUMBER}),
        .REACH       (REACH[NUMBER*STATES +: STATES]),
        .EITHER      (EITHER)
      ) u_vc (
        .clk          (clk),
        .rst          (rst),
        .push         (in_valid & in_vcs[v]),
        .push_body    (in_goes_on & in_vcs[v]),
        .in_tail      (in_tail),
        .hold         (hold),
        .in_port      (rc_port),
        .in_vcs       (rc_vcs),
        .in_either    (rc_either),
        .behind_tail  (behind_tail),
        .behind_port  (behind_port),
        .behind_vcs   (behind_vcs),
        .behind_either(behind_either),
        .wake         (wake),
        .spare        (spare),
        .body_req     (body_req[v]),
        .head_req     (head_req[v]),
        .act          (act[v]),
        .port         (port[v*NUM_PORTS +: NUM_PORTS]),
        .vcs          (vcs[v*NUM_VCS +: NUM_VCS]),
        .asked        (asked[v*NUM_VCS +: NUM_VCS]),
        .chosen       (take_vcs[v*NUM_VCS +: NUM_VCS]),
        .wait_port    (wait_port[v*NUM_PORTS +: NUM_PORTS]),
        .wait_vcs     (wait_vcs[v*NUM_VCS +: NUM_VCS]),
        .next_vcs     (next_vcs[v*NUM_VCS +: NUM_VCS]),
        .comes        (comes[v]),
        .follows      (follows[v]),
        .ready        (ready[v]),
        .goes_on      (goes_on[v]),
        .more         (more[v]),
        .given        (granted_vc & called[v]),
        .pop          (pop[v]),
        .pop_again    (pop_again),
        .head         (head[v]),
        .tail         (tail[v]),
        .wr           (wr[v*PTR_BITS +: PTR_BITS]),
        .rd           (rd[v*PTR_BITS +: PTR_BITS]),
        .rd_next      (rd_next[v*PTR_BITS +: PTR_BITS]),
        .full         (is_full[v])
      );
    end
    for (v = 0; v < NUM_VCS; v = v + 1) begin : g_number
      if (REACH[v*STATES +: STATES] == {STATES{1'b0}}) begin : g_none
        assign full[v] = 1'b0;
      end
    end
  endgenerate

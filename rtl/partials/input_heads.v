  // SA2, SA5, VA2, VA4. Whether a head's request is void is found out for each VC, beside the pick,
  // but with three VCs, where that is no faster, and with three stages once, behind the pick or the
  // call. What a head would take is found out for each VC if there are few, else once.
  localparam FEW  = NUM_VCS <= 2 || (MESSAGE_CLASSES > 1 && SHARE <= 2);
  localparam EACH = PIPELINE != 3 && FEW;
  localparam BESIDE = EACH || (PIPELINE != 3 && NUM_VCS != 3);
  wire [OWN_VCS*NUM_PORTS-1:0] head_ask;
  wire [OWN_VCS*NUM_PORTS-1:0] ask;
  wire [OWN_VCS*NUM_VCS-1:0]   out_vcs;
  wire [NUM_PORTS-1:0]         port_picked;
  wire [NUM_VCS-1:0]           vcs_picked;

  generate
    for (v = 0; v < OWN_VCS; v = v + 1) begin : g_ask
      wire [NUM_VCS-1:0] chosen;
      if (BESIDE) begin : g_head
        head_request #(
          .NUM_PORTS(NUM_PORTS),
          .NUM_VCS  (NUM_VCS),
          .CLASSES  (CLASSES),
          .MIXED    (MIXED),
          .MESSAGE_CLASSES(MESSAGE_CLASSES),
          .ORDER    (ORDER),
          .REACH    (REACH[NUMBERS[v*VC_BITS +: VC_BITS]*STATES +: STATES])
        ) u_head (
          .port  (port[v*NUM_PORTS +: NUM_PORTS]),
          .vcs   (asked[v*NUM_VCS +: NUM_VCS]),
          .own   (own_sets[v*NUM_VCS +: NUM_VCS]),
          .ok    (ok),
          .lowest(lowest),
          .ask   (head_ask[v*NUM_PORTS +: NUM_PORTS]),
          .chosen(chosen)
        );
        assign ask[v*NUM_PORTS +: NUM_PORTS] =
          act[v] ? port[v*NUM_PORTS +: NUM_PORTS] : head_ask[v*NUM_PORTS +: NUM_PORTS];
      end else begin : g_once
        assign head_ask[v*NUM_PORTS +: NUM_PORTS] = {NUM_PORTS{1'b0}};
        assign ask[v*NUM_PORTS +: NUM_PORTS] = port[v*NUM_PORTS +: NUM_PORTS];
        assign chosen = {NUM_VCS{1'b0}};
      end
      if (EACH) begin : g_chosen
        assign take_vcs[v*NUM_VCS +: NUM_VCS] = chosen;
        assign out_vcs[v*NUM_VCS +: NUM_VCS] = act[v] ? vcs[v*NUM_VCS +: NUM_VCS] : chosen;
      end else begin : g_chosen_later
        assign out_vcs[v*NUM_VCS +: NUM_VCS] = (act[v] || PIPELINE == 3) ?
          vcs[v*NUM_VCS +: NUM_VCS] : asked[v*NUM_VCS +: NUM_VCS];
        wire unused = &{1'b0, chosen};
      end
    end
  endgenerate

  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_PORTS)) u_ask (
    .select(pick),
    .in    (ask),
    .out   (port_picked)
  );
  onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_out_vcs (
    .select(pick),
    .in    (out_vcs),
    .out   (vcs_picked)
  );

  // The VCs of the message class of the head that asks
  wire [OWN_VCS-1:0] asking = (PIPELINE != 3) ? pick : called;
  wire [NUM_VCS-1:0] head_own;

  generate
    if (MESSAGE_CLASSES == 1) begin : g_one_message_class
      assign head_own = {NUM_VCS{1'b1}};
      wire unused = &{1'b0, asking, own_sets};
    end else begin : g_message_classes
      onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_own (
        .select(asking),
        .in    (own_sets),
        .out   (head_own)
      );
    end
  endgenerate

  // The head that is picked, or with three stages the one that is called, of port head_port
  wire [NUM_VCS-1:0]   head_vcs;
  wire [NUM_PORTS-1:0] head_asks;  // none if it is void
  wire [NUM_VCS-1:0]   head_takes;

  generate
    if (PIPELINE != 3) begin : g_with_switch
      assign called    = {OWN_VCS{1'b0}};
      assign head_port = port_picked;
      assign head_vcs  = vcs_picked;
      assign req       = (!BESIDE && flit_head) ? head_asks : port_picked;
      assign flit_vcs  = (!EACH && flit_head) ? head_takes : vcs_picked;
      assign req_vc    = {(GROUPS*NUM_PORTS){1'b0}};
      assign wanted    = {NUM_VCS{1'b0}};
      wire unused = &{1'b0, asked, comes, follows, wait_port, wait_vcs, next_vcs, more, req_picked};
    end else begin : g_before_switch
      wire [NUM_VCS-1:0] called_vcs, link_vcs, vcs_behind;
      if (ORDER != 0) begin : g_order
        // RC9: what a head asks for is a matter of its VC.
        onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_link (
          .select(in_vcs),
          .in    (next_vcs),
          .out   (link_vcs)
        );
        onehot_mux #(.COUNT(OWN_VCS), .WIDTH(NUM_VCS)) u_behind (
          .select(pick),
          .in    (next_vcs),
          .out   (vcs_behind)
        );
      end else begin : g_no_order
        assign link_vcs   = rc_vcs;
        assign vcs_behind = (|(pick & more)) ? behind_vcs : rc_vcs;
        wire unused = &{1'b0, next_vcs};
      end
      head_call #(
        .NUM_PORTS(NUM_PORTS),
        .NUM_VCS  (OWN_VCS),
        .ALL_VCS  (NUM_VCS),
        .EITHER   (EITHER)
      ) u_call (
        .clk        (clk),
        .rst        (rst),
        .head_req   (head_req),
        .comes      (comes),
        .would_leave(follows & pick),
        .leaves     (granted),
        .asks       (|head_asks),
        .granted    (granted_vc),
        .wait_port  (wait_port),
        .wait_vcs   (wait_vcs),
        .link_port  (rc_port & TURNS),
        .link_vcs   (link_vcs),
        .behind_port((|(pick & more)) ? behind_port : rc_port & TURNS),
        .behind_vcs (vcs_behind),
        .called     (called),
        .port       (head_port),
        .vcs        (called_vcs)
      );
      assign head_vcs = called_vcs & head_own;
      assign req      = req_picked;
      assign flit_vcs = vcs_picked;
      assign wanted   = head_vcs;

      // VA3. An arbiter for a class finds out itself that all who ask are void, beside its choice;
      // not with ORDER = 1, where each may wait for another VC.
      wire [NUM_PORTS-1:0] asks_class = (ORDER != 0) ? head_asks : head_port;
      wire                 unused     = &{1'b0, asked, port_picked, asks_class};
      genvar g;
      for (g = 0; g < GROUPS; g = g + 1) begin : g_group
        localparam BASE = (g / PER_CLASS) * SHARE;
        wire of_this = head_own[BASE];  // of its message class
        if (MIXED != 0) begin : g_one_arbiter
          assign req_vc[g*NUM_PORTS +: NUM_PORTS] = head_asks & {NUM_PORTS{of_this}};
        end else begin : g_arbiter_of_class
          localparam LOW  = BASE + ((g % PER_CLASS) * SHARE + PER_CLASS - 1) / PER_CLASS;
          localparam HIGH = BASE + ((g % PER_CLASS + 1) * SHARE + PER_CLASS - 1) / PER_CLASS;
          assign req_vc[g*NUM_PORTS +: NUM_PORTS] = {
            asks_class[NUM_PORTS-1:1] & {(NUM_PORTS-1){|head_vcs[HIGH-1:LOW]}},
            asks_class[0] & (g % PER_CLASS == 0) & of_this
          };
        end
      end
    end

    if (EACH) begin : g_found
      assign head_asks  = {NUM_PORTS{1'b0}};
      assign head_takes = head_vcs;
      wire unused = &{1'b0, head_port, head_takes, head_asks, head_ask, head_own};
    end else begin : g_find
      head_request #(
        .NUM_PORTS(NUM_PORTS),
        .NUM_VCS  (NUM_VCS),
        .CLASSES  (CLASSES),
        .MIXED    (MIXED),
        .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .ORDER    (ORDER),
        .REACH    (REACHED)
      ) u_head (
        .port  (head_port),
        .vcs   (head_vcs),
        .own   (head_own),
        .ok    (ok),
        .lowest(lowest),
        .ask   (head_asks),
        .chosen(head_takes)
      );
      assign take_vcs = {OWN_VCS{head_takes}};
      wire unused = &{1'b0, head_ask};
    end
  endgenerate

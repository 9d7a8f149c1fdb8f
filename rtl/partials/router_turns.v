  // Where packets turn, at any node: a row for each input port and class, and in it a group for
  // each output port with a bit for each class of its VCs, the lowest at the right. A row of zeros:
  // no packet is there. At port 0 packets come in and go out in any class (RC2).
  localparam LANES = NUM_PORTS * CLASSES;
  localparam [LANES*LANES-1:0] ALL_TURNS = {
    // to @{ outputs }@
<%- for row in turns %>
    @{ lanes }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
  };

  // The same for VCs, in each message class alone (RC8), of the ports that are there: from (i, v)
  // to (o, w) at (i*NUM_VCS + v)*ROW + o*NUM_VCS + w; from any VC of input i; and for ports, output
  // o at i*NUM_PORTS + o. What is not there is left out: VCs, crosspoints, credits, requests.
  localparam [ROW*ROW-1:0]             REACH   = reach_of_vcs(PORTS_PRESENT);
  localparam [NUM_PORTS*ROW-1:0]       REACHED = reach_of_ports(ROW);
  localparam [NUM_PORTS*NUM_PORTS-1:0] TURNS   = turns_of_ports(NUM_PORTS);
<%- if neighbours.is_some() %>
  localparam [NUM_PORTS*NUM_PORTS-1:0] LINK_TURNS = turns_of_lanes(ALL_TURNS);  // of all ports
<%- endif %>

  // Of the ways round a ring those between which a packet can choose (RC5), a row for each input.
  localparam [NUM_PORTS*NUM_PORTS-1:0] EITHER = {
<%- for row in either %>
    @{ c.num_ports }@'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
<%- if either.is_empty() %>
    (NUM_PORTS*NUM_PORTS){1'b0}
<%- endif %>
  };
<%- if neighbours.is_some() %>

  // With PIPELINE = 1 routing is a hop ahead, in the clock in which a head may leave, if the own
  // bits of a head (L4) hold a hop, see hop_encoder: no routing behind the wires of a link then.
  localparam TURN_BITS    = most_turn_bits(LINK_TURNS);
  localparam CLASS_BITS   =
    (MIXED != 0) ? CLASSES : (CLASSES > 4) ? 3 : (CLASSES > 2) ? 2 : CLASSES - 1;
  localparam LINK_BITS    = TURN_BITS + CLASS_BITS;
  localparam AHEAD        = (PIPELINE == 1 && LINK_BITS <= HOP_ROOM) ? 1 : 0;
<%- endif %>

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

<%- if neighbours.is_some() %>

  function [NUM_PORTS*NUM_PORTS-1:0] turns_of_lanes;
    input [LANES*LANES-1:0] lanes;
    integer from, port;
    begin
      turns_of_lanes = {(NUM_PORTS*NUM_PORTS){1'b0}};
      for (from = 0; from < LANES; from = from + 1) begin
        for (port = 0; port < NUM_PORTS; port = port + 1) begin
          if (|lanes[from*LANES+port*CLASSES +: CLASSES]) begin
            turns_of_lanes[from/CLASSES*NUM_PORTS+port] = 1'b1;
          end
        end
      end
    end
  endfunction

  // Bits of an index of the turns of the input that has most.
  function integer most_turn_bits;
    input [NUM_PORTS*NUM_PORTS-1:0] turns;
    integer i, o, count;
    begin
      most_turn_bits = 1;
      for (i = 0; i < NUM_PORTS; i = i + 1) begin
        count = 0;
        for (o = 0; o < NUM_PORTS; o = o + 1) if (turns[i*NUM_PORTS+o]) count = count + 1;
        while ((1 << most_turn_bits) < count) most_turn_bits = most_turn_bits + 1;
      end
    end
  endfunction
<%- endif %>

  // The first VC of a class in a message class (RC3, RC8), numbered port*NUM_VCS + v.
  function integer first_vc;
    input integer port, of_class, message_class;
    first_vc = port * NUM_VCS + message_class * SHARE +
               (of_class * SHARE + CLASSES - 1) / CLASSES;
  endfunction

  // RC9: of the VCs of a set of classes the one that a head in VC `rank` of a message class keeps.
  function integer kept_vc;
    input integer set, rank;
    integer vc, count, place;
    begin
      count = 0;
      for (vc = 0; vc < SHARE; vc = vc + 1) if (set[vc*CLASSES/SHARE]) count = count + 1;
      kept_vc = 0;
      place   = 0;
      for (vc = 0; vc < SHARE; vc = vc + 1) begin
        if (set[vc*CLASSES/SHARE]) begin
          if (place == rank % count) kept_vc = vc;
          place = place + 1;
        end
      end
    end
  endfunction

  // What a head in VC `number` keeps of all that heads there may ask for: at port 0 that number.
  function [ROW-1:0] kept_of_row;
    input [ROW-1:0] row;
    input integer number;
    integer port, set, c, base;
    reg there;
    begin
      kept_of_row = {ROW{1'b0}};
      kept_of_row[number] = row[number];
      for (port = 1; port < NUM_PORTS; port = port + 1) begin
        base = port * NUM_VCS + number / SHARE * SHARE;
        for (set = 1; set < (1 << CLASSES); set = (MIXED != 0) ? set + 1 : set * 2) begin
          there = 1'b1;
          for (c = 0; c < CLASSES; c = c + 1) begin
            if (set[c]) there = there & row[base+(c*SHARE+CLASSES-1)/CLASSES];
          end
          if (there) kept_of_row[base+kept_vc(set, number%SHARE)] = 1'b1;
        end
      end
    end
  endfunction

  function [ROW*ROW-1:0] reach_of_vcs;
    input [NUM_PORTS-1:0] present;
    reg [ROW-1:0] row;
    integer lane, from, to, m, vc;
    begin
      reach_of_vcs = {(ROW*ROW){1'b0}};
      for (lane = 0; lane < MESSAGE_CLASSES * LANES; lane = lane + 1) begin
        m    = lane / LANES;
        from = lane % LANES;
        row  = {ROW{1'b0}};
        for (to = 0; to < LANES; to = to + 1) begin
          if (ALL_TURNS[from*LANES+to] && present[from/CLASSES] && present[to/CLASSES]) begin
            for (vc = first_vc(to / CLASSES, to % CLASSES, m);
                 vc < first_vc(to / CLASSES, to % CLASSES + 1, m); vc = vc + 1) begin
              row[vc] = 1'b1;
            end
          end
        end
        for (vc = first_vc(from / CLASSES, from % CLASSES, m);
             vc < first_vc(from / CLASSES, from % CLASSES + 1, m); vc = vc + 1) begin
          reach_of_vcs[vc*ROW +: ROW] = (ORDER != 0) ? kept_of_row(row, vc % NUM_VCS) : row;
        end
      end
    end
  endfunction

  function [NUM_PORTS*ROW-1:0] reach_of_ports;
    input integer vcs;
    integer from;
    begin
      reach_of_ports = {(NUM_PORTS*ROW){1'b0}};
      for (from = 0; from < vcs; from = from + 1) begin
        reach_of_ports[from/NUM_VCS*ROW +: ROW] =
          reach_of_ports[from/NUM_VCS*ROW +: ROW] | REACH[from*ROW +: ROW];
      end
    end
  endfunction

  function [NUM_PORTS*NUM_PORTS-1:0] turns_of_ports;
    input integer ports;
    integer turn;
    begin
      for (turn = 0; turn < ports * ports; turn = turn + 1) begin
        turns_of_ports[turn] = |REACHED[turn*NUM_VCS +: NUM_VCS];
      end
    end
  endfunction

  // The VCs of output o that any packet goes to.
  function [NUM_VCS-1:0] vcs_of_output;
    input integer port;
    integer from;
    begin
      vcs_of_output = {NUM_VCS{1'b0}};
      for (from = 0; from < NUM_PORTS; from = from + 1) begin
        vcs_of_output = vcs_of_output | REACHED[from*ROW+port*NUM_VCS +: NUM_VCS];
      end
    end
  endfunction

  // VC allocation at output `port` by so many arbiters for each message class: the inputs that can
  // ask each.
  function [GROUPS*NUM_PORTS-1:0] askers_of;
    input integer port, arbiters;
    integer from, vc;
    begin
      askers_of = {(GROUPS*NUM_PORTS){1'b0}};
      for (from = 0; from < NUM_PORTS; from = from + 1) begin
        for (vc = 0; vc < NUM_VCS; vc = vc + 1) begin
          if (REACHED[from*ROW+port*NUM_VCS+vc]) begin
            askers_of[(vc/SHARE*arbiters+vc%SHARE*arbiters/SHARE)*NUM_PORTS+from] = 1'b1;
          end
        end
      end
    end
  endfunction

// @{ slug }@_multicast_router: the router with multicast, ack combining, shoot-down and set-up of every node
// of @{ network }@ (docs/multicast_router.md).
//
// @{ ports.len() }@ ports:<% for port in ports %> @{ loop.index0 }@ @{ port }@<% endfor %>.
// VCs 0 and 1 carry packets<% if moves %>, 2 on ports 1 to 4 their moves<% endif %>, 3 messages of one flit.
//
//   node          this router's address, sampled while rst is 1 (Z2)
//   in_*, out_*   the links, L1: port p's slice is [p*width +: width]
//   in_credit_*   credits to the router upstream of input port p
//   out_credit_*  credits from the router downstream of output port p
//   error         what went wrong at the local inputs since reset (E1): 0 overflow, 1 framing,
//                 2 destination, 3 length
//
// Latency: from link to link 3 clocks, a multicast's 5. All outputs are registers.
`default_nettype none

module @{ slug }@_multicast_router #(
  parameter FLIT_WIDTH = @{ flit_width }@,
  parameter ACK_WAYS   = @{ ack_ways }@  // 1, 2 or 4 entries of the ack table for each class
) (
  input  wire clk,
  input  wire rst,
  input  wire [@{ address_bits - 1 }@:0] node,
  input  wire [9:0] in_valid,
  input  wire [9:0] in_head,
  input  wire [9:0] in_tail,
  input  wire [19:0] in_vc,
  input  wire [10*FLIT_WIDTH-1:0] in_data,
  output wire [9:0] in_credit_valid,
  output wire [19:0] in_credit_vc,
  output wire [9:0] out_valid,
  output wire [9:0] out_head,
  output wire [9:0] out_tail,
  output wire [19:0] out_vc,
  output wire [10*FLIT_WIDTH-1:0] out_data,
  input  wire [9:0] out_credit_valid,
  input  wire [19:0] out_credit_vc,
  output wire [3:0] error
);

  localparam PORTS      = 10;
  localparam OUTPUTS    = 11;
  localparam UNIT       = 10;  // the output of the router's own unit
  localparam SIDE_BITS  = @{ side_bits }@;
  localparam MAX_RANK   = @{ max_rank }@;
  localparam ROUTE_BITS = 9 + 6 * MAX_RANK;
  localparam WAY_BITS   = ACK_WAYS > 2 ? 2 : 1;
  localparam TAG_BITS   = WAY_BITS + 5;

  // Fields of flit 0, and of a message
  localparam PE = 2, FIELDS = 3, PHASE = 3, STAGE = 5, MAP_4 = 15;
  localparam MESSAGE_TAG = 2;
  localparam [1:0] NACK = 2'd1;

  // Crosspoints that routing can use, a row for each input, port 0 at the right.
  localparam [PORTS*OUTPUTS-1:0] TURNS = {
<%- for row in turns %>
    11'b@{ row.bits }@@{ row.comma }@  // from @{ row.port }@
<%- endfor %>
  };

  wire [2*SIDE_BITS-1:0]  node_q;
  wire [MAX_RANK:1]       rank;
  wire [7:0]              wraps;
  wire [2:0]              stage, below;
  wire [4*MAX_RANK-1:0]   move_to;
  wire [3:0]              move_below;

  @{ prefix }@mc_position #(.SIDE_BITS(SIDE_BITS), .MAX_RANK(MAX_RANK)) u_position (
    .node      (node_q),
    .rank      (rank),
    .wraps     (wraps),
    .stage     (stage),
    .below     (below),
    .move_to   (move_to),
    .move_below(move_below)
  );

  // Crosspoints, input i and output o at i*OUTPUTS + o
  wire [PORTS*OUTPUTS-1:0] req, gnt, closed;

  // A bit an input or an output
  wire [PORTS-1:0]   one, move, active, stall, ends, advance, header, moves;
  wire [PORTS-1:0]   flit_head, flit_tail, sent_valid, sent_head, sent_tail;
  wire [PORTS-1:0]   asks, entry, nack, nack_taken, message_in, slot_leave, message_free, ack;
  wire [OUTPUTS-1:0] idle, grant, straight, moved;
  wire [OUTPUTS-1:0] can, can_straight, can_move;

  wire [PORTS*FLIT_WIDTH-1:0] flit_data, sent_data;
  wire [PORTS*WAY_BITS-1:0]   flit_way;
  wire [PORTS*15-1:0]         vc_class;
  wire [PORTS*3-1:0]          vc_room;
  wire [PORTS*12-1:0]         asked_header;
  wire [PORTS*10-1:0]         asked_branches;
  wire [PORTS*TAG_BITS-1:0]   nack_tag;
  wire [PORTS*7-1:0]          in_message_tag;
  wire [PORTS-1:0]            in_nack;
  wire [WAY_BITS-1:0]         way;
  wire                        ack_nack;
  wire [6:0]                  ack_tag;

  // The router's own unit
  wire [4*PORTS-1:0]    violations;
  wire [3:0]            violation = violations[3:0] | violations[9*4 +: 4];
  wire [9:0]            disabled;
  wire                  tick, waiting, report;
  wire [FLIT_WIDTH-3:0] report_data;
  wire                  unit_valid, unit_head, unit_tail;
  wire [FLIT_WIDTH-1:0] unit_data;
  wire [PORTS-1:0]      message = ack | {9'd0, report};
  wire [8:0]            ack_data = {ack_tag, 1'b0, ack_nack};
  wire [PORTS-1:0]      wraps_of = {1'b0, wraps, 1'b0};

  assign can[UNIT] = idle[UNIT];
  assign {can_straight[UNIT], can_move[UNIT]} = 2'b00;

  genvar i, v;
  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_port
      localparam LOCAL    = i == 0 || i == 9;
      localparam BASE     = i >= 1 && i <= 4;
      localparam BUFFERS  = (BASE && MAX_RANK > 1) ? 3 : 2;
      localparam MESSAGE_BITS = i == 0 ? FLIT_WIDTH : 9;  // reports are long
      localparam OPPOSITE = LOCAL ? UNIT : (i - 1 ^ 1) + 1;
      localparam [BUFFERS-1:0] MOVERS =
        MAX_RANK == 1 ? {BUFFERS{1'b0}} : BASE ? 1 << BUFFERS - 1 : {BUFFERS{1'b1}};

      wire [FLIT_WIDTH-1:0]         data = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
      wire [1:0]                    vc   = in_vc[2*i +: 2];
      wire [BUFFERS-1:0]            write, head, second, complete, leave;
      wire [4*BUFFERS-1:0]          place, buffer_place;
      wire [BUFFERS*FLIT_WIDTH-1:0] buffer_data;

      // Unicast: flit 0 goes into the buffer with the routing bits that it carries on.
      wire [4:0]            hop;
      wire [ROUTE_BITS-1:0] route_next;
      wire                  ends_here;
      wire                  unicast   = data[0] == data[1];  // or a report
      wire [9:0]            route;
      wire [FLIT_WIDTH-1:0] word;

      @{ prefix }@route_rdt #(.SIDE_BITS(SIDE_BITS), .MAX_RANK(MAX_RANK), .FROM(LOCAL ? 0 : i)) u_route (
        .node (node_q),
        .route(data[FIELDS +: ROUTE_BITS]),
        .hop  (hop),
        .ends (ends_here),
        .next (route_next)
      );
      assign route[0] = ends_here & ~data[PE];
      assign route[9] = ends_here & data[PE];
      for (v = 0; v < 8; v = v + 1) begin : g_link
        localparam [2:0] DIRECTION = v;
        assign route[v+1] = ~ends_here & (hop[2:0] == DIRECTION);
      end
      if (FIELDS + ROUTE_BITS < FLIT_WIDTH) begin : g_wide
        assign word[FLIT_WIDTH-1:FIELDS+ROUTE_BITS] = data[FLIT_WIDTH-1:FIELDS+ROUTE_BITS];
      end
      assign word[FIELDS +: ROUTE_BITS] =
        (in_head[i] & unicast) ? route_next : data[FIELDS +: ROUTE_BITS];
      assign word[FIELDS-1:0] = data[FIELDS-1:0];

      // Multicast: flit 0 is in the buffer when flit 1 is on the link.
      wire [8*MAX_RANK+7:0]  bm;
      wire [9:0]             branches;
      wire                   branches_move;
      wire [12:0]            fields;
      wire [13*BUFFERS-1:0]  buffer_fields;
      wire [BUFFERS-1:0]     of_vc;

      for (v = 0; v < BUFFERS; v = v + 1) begin : g_buffer
        localparam [1:0] VC = v;
        wire [FLIT_WIDTH-1:0] flit;
        assign buffer_data[v*FLIT_WIDTH +: FLIT_WIDTH] = flit;
        assign of_vc[v] = vc == VC;
        assign buffer_fields[13*v +: 13] = {flit[MAP_4 +: 8], flit[PHASE +: 5]};

        // P2: room for a packet
        @{ prefix }@flit_buffer #(
          .WIDTH    (FLIT_WIDTH),
          .SLOTS    (16),
          .SLOT_BITS(4)
        ) u_buffer (
          .clk       (clk),
          .write     (write[v]),
          .write_slot(place[4*v +: 4]),
          .write_word(word),
          .read_slot (buffer_place[4*v +: 4]),
          .read_word (flit)
        );
      end
      @{ prefix }@onehot_mux #(.COUNT(BUFFERS), .WIDTH(13)) u_fields (
        .select(of_vc),
        .in    (buffer_fields),
        .out   (fields)
      );
      wire [BUFFERS-1:0] buffer_pe;
      for (v = 0; v < BUFFERS; v = v + 1) begin : g_pe
        assign buffer_pe[v] = of_vc[v] & buffer_data[v*FLIT_WIDTH+PE];
      end

      if (MAX_RANK == 4) begin : g_map_4
        assign bm = {fields[12:5], data[31:0]};
      end else begin : g_maps
        assign bm = data[8*MAX_RANK+7:0];
      end

      @{ prefix }@mc_bitmap_generator #(.SIDE_BITS(SIDE_BITS), .MAX_RANK(MAX_RANK), .FROM(i)) u_bitmap (
        .phase     (fields[1:0]),
        .stage     (fields[4:2]),
        .pe        (|buffer_pe),
        .bm        (bm),
        .rank      (rank),
        .move_to   (move_to),
        .move_below(move_below),
        .branches  (branches),
        .moves     (branches_move)
      );

      // A head that no correct source sends
      localparam [2:0] HIGHEST = MAX_RANK;
      wire lost = unicast ? ends_here
                          : data[0] & ((|data[PHASE +: 2]) | (data[STAGE +: 3] > HIGHEST));

      wire in_message;
      assign message_in[i] = in_message & ~data[1];
      assign in_nack[i]    = data[1:0] == NACK;
      assign in_message_tag[7*i +: 7] = data[MESSAGE_TAG +: 7];

      wire [MESSAGE_BITS-1:0] message_data;
      if (i == 0) begin : g_reports
        assign message_data = {report_data, report, 1'b0} | {{(FLIT_WIDTH-9){1'b0}}, ack_data & {9{ack[i]}}};
      end else begin : g_acks
        assign message_data = ack_data & {9{ack[i]}};
      end

      @{ prefix }@mc_io_controller #(
        .FLIT_WIDTH  (FLIT_WIDTH),
        .BUFFERS     (BUFFERS),
        .LOCAL       (LOCAL),
        .MESSAGE_BITS(MESSAGE_BITS)
      ) u_io (
        .clk             (clk),
        .rst             (rst),
        .in_valid        (in_valid[i]),
        .in_head         (in_head[i]),
        .in_tail         (in_tail[i]),
        .in_vc           (vc),
        .in_type         (data[1:0]),
        .lost            (lost),
        .write           (write),
        .head            (head),
        .second          (second),
        .place           (place),
        .complete        (complete),
        .leave           (leave),
        .slot_leave      (slot_leave[i]),
        .message_in      (in_message),
        .violation       (violations[4*i +: 4]),
        .in_credit_valid (in_credit_valid[i]),
        .in_credit_vc    (in_credit_vc[2*i +: 2]),
        .wraps           (wraps_of[i]),
        .idle            (idle[i]),
        .can             ({can_move[i], can_straight[i], can[i]}),
        .grant           (grant[i]),
        .straight        (straight[i]),
        .move            (moved[i]),
        .flit_valid      (sent_valid[i]),
        .flit_head       (sent_head[i]),
        .flit_tail       (sent_tail[i]),
        .flit_data       (sent_data[i*FLIT_WIDTH +: FLIT_WIDTH]),
        .message         (message[i]),
        .message_data    (message_data),
        .message_free    (message_free[i]),
        .out_valid       (out_valid[i]),
        .out_head        (out_head[i]),
        .out_tail        (out_tail[i]),
        .out_vc          (out_vc[2*i +: 2]),
        .out_data        (out_data[i*FLIT_WIDTH +: FLIT_WIDTH]),
        .out_credit_valid(out_credit_valid[i]),
        .out_credit_vc   (out_credit_vc[2*i +: 2])
      );

      @{ prefix }@mc_multicast_controller #(
        .FLIT_WIDTH(FLIT_WIDTH),
        .BUFFERS   (BUFFERS),
        .WAY_BITS  (WAY_BITS),
        .ACK_WAYS  (ACK_WAYS),
        .TURNS     (TURNS[i*OUTPUTS +: 10]),
        .STRAIGHT  (OPPOSITE),
        .MOVERS    (MOVERS)
      ) u_multicast (
        .clk           (clk),
        .rst           (rst),
        .head          (head),
        .second        (second),
        .place         (place),
        .complete      (complete),
        .in_type       (data[1:0]),
        .route         (route),
        .route_moves   (hop[4]),
        .branches      (branches),
        .branches_move (branches_move),
        .buffer_place  (buffer_place),
        .buffer_data   (buffer_data),
        .can           (can),
        .can_straight  (can_straight[OPPOSITE]),
        .can_move      (can_move[4:1]),
        .req           (req[i*OUTPUTS +: OUTPUTS]),
        .one           (one[i]),
        .move          (move[i]),
        .gnt           (gnt[i*OUTPUTS +: OUTPUTS]),
        .active        (active[i]),
        .stall         (stall[i]),
        .advance       (advance[i]),
        .ends          (ends[i]),
        .flit_head     (flit_head[i]),
        .flit_tail     (flit_tail[i]),
        .header        (header[i]),
        .flit_moves    (moves[i]),
        .flit_way      (flit_way[i*WAY_BITS +: WAY_BITS]),
        .flit_data     (flit_data[i*FLIT_WIDTH +: FLIT_WIDTH]),
        .leave         (leave),
        .classes       (vc_class[15*i +: 5*BUFFERS]),
        .room          (vc_room[3*i +: BUFFERS]),
        .asks          (asks[i]),
        .asked_header  (asked_header[12*i +: 12]),
        .asked_branches(asked_branches[10*i +: 10]),
        .entry         (entry[i]),
        .way           (way),
        .nack          (nack[i]),
        .nack_tag      (nack_tag[i*TAG_BITS +: TAG_BITS]),
        .nack_taken    (nack_taken[i]),
        .tick          (tick)
      );

      if (BUFFERS == 2) begin : g_two
        assign vc_class[15*i+10 +: 5] = 5'd0;
      end

      wire unused = &{1'b0, fields, hop, vc_room[3*i +: 3]};
    end
  endgenerate

  @{ prefix }@mc_arbiter #(.TURNS(TURNS)) u_arbiter (
    .clk     (clk),
    .rst     (rst),
    .req     (req),
    .one     (one),
    .move    (move),
    .ends    (ends),
    .blocked ({waiting, disabled}),
    .message (message),
    .idle    (idle),
    .gnt     (gnt),
    .grant   (grant),
    .straight(straight),
    .moved   (moved),
    .closed  (closed),
    .active  (active),
    .stall   (stall)
  );

  @{ prefix }@mc_crossbar #(
    .FLIT_WIDTH(FLIT_WIDTH),
    .MAX_RANK  (MAX_RANK),
    .WAY_BITS  (WAY_BITS),
    .TURNS     (TURNS)
  ) u_crossbar (
    .closed    (closed),
    .advance   (advance),
    .in_head   (flit_head),
    .in_tail   (flit_tail),
    .in_data   (flit_data),
    .header    (header),
    .moves     (moves),
    .way       (flit_way),
    .stage     (stage),
    .below     (below),
    .out_valid (sent_valid),
    .out_head  (sent_head),
    .out_tail  (sent_tail),
    .out_data  (sent_data),
    .unit_valid(unit_valid),
    .unit_head (unit_head),
    .unit_tail (unit_tail),
    .unit_data (unit_data)
  );

  @{ prefix }@mc_ack_combining #(.MAX_RANK(MAX_RANK), .ACK_WAYS(ACK_WAYS), .WAY_BITS(WAY_BITS)) u_ack (
    .clk           (clk),
    .rst           (rst),
    .vc_class      (vc_class),
    .vc_room       (vc_room),
    .asks          (asks),
    .asked_header  (asked_header),
    .asked_branches(asked_branches),
    .entry         (entry),
    .way           (way),
    .message_in    (message_in),
    .in_nack       (in_nack),
    .in_tag        (in_message_tag),
    .slot_leave    (slot_leave),
    .nack          (nack),
    .nack_tag      (nack_tag),
    .nack_taken    (nack_taken),
    .free          (message_free),
    .report        (report),
    .ack           (ack),
    .ack_nack      (ack_nack),
    .ack_tag       (ack_tag)
  );

  @{ prefix }@mc_setup_unit #(.FLIT_WIDTH(FLIT_WIDTH), .ADDRESS_BITS(2*SIDE_BITS)) u_setup (
    .clk        (clk),
    .rst        (rst),
    .node_in    (node),
    .node       (node_q),
    .flit_valid (unit_valid),
    .flit_head  (unit_head),
    .flit_tail  (unit_tail),
    .flit_data  (unit_data),
    .violation  (violation),
    .error      (error),
    .disabled   (disabled),
    .tick       (tick),
    .waiting    (waiting),
    .free       (message_free[0]),
    .report     (report),
    .report_data(report_data)
  );

  wire unused = &{1'b0, in_head, grant[UNIT], straight, moved, violations, can_move, can_straight};

endmodule
`default_nettype wire

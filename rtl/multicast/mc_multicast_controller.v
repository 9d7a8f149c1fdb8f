// mc_multicast_controller: the packets in the buffers of an input port, and the branches that they
// have still to take (docs/multicast_router.md, B2-B7, A2, A7, S1, S2). At most one packet is being
// sent, to any number of outputs at once: the stream.
//
//   head, second, place, complete  per buffer, see mc_io_controller
//   in_type         of the flit on the link, if it is a head
//   route           the output of a unicast on the link, one-hot; route_moves: by a move
//   branches        of a multicast whose flit 1 is on the link, see mc_bitmap_generator
//   buffer_data     what the buffers read at buffer_place; flit 0 where there is no stream
//   can, can_*      see mc_io_controller, output o at bit o; 10 is the router's own unit
//   req, gnt        the outputs that one packet asks for and gets in this clock
//   one, move       the packet that asks is in buffer 1; its hops of rank 0 are moves
//   active, stall   the stream has outputs; it is held up in this clock
//   advance, ends   a flit of it is sent; the tail
//   flit_*          that flit, as it is in the buffer; header: flit 0 of a multicast
//   flit_moves      the packet has a move
//   leave           per buffer: the packet has left, the buffer is empty from the next clock on
//   classes         per buffer: {stage, phase} of a multicast; room: an entry of that class is unused
//   asks            a multicast asks for an entry of the ack table: asked_header its {tag, stage,
//                   phase}, asked_branches; entry: it gets one, of this way
//   nack            a packet that was shot down gives up a branch: nack_tag its own tag; nack_taken
//   tick            age the packets that wait
//
// Latency: a branch that is known in a clock is granted in it, and flit 0 sent in the next.
// TURNS are the outputs that there are branches to, STRAIGHT the one opposite (10: none), MOVERS the
// buffers from which there are moves. What is behind its dateline, and nothing else, is in buffer 1
// and goes straight on.
`default_nettype none

module mc_multicast_controller #(
  parameter FLIT_WIDTH = 36,
  parameter BUFFERS    = 2,
  parameter WAY_BITS   = 1,
  parameter ACK_WAYS   = 1,
  parameter [9:0] TURNS = 10'h3FF,
  parameter STRAIGHT   = 10,
  parameter [BUFFERS-1:0] MOVERS = {BUFFERS{1'b0}}
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire [BUFFERS-1:0]            head,
  input  wire [BUFFERS-1:0]            second,
  input  wire [4*BUFFERS-1:0]          place,
  input  wire [BUFFERS-1:0]            complete,
  input  wire [1:0]                    in_type,
  input  wire [9:0]                    route,
  input  wire                          route_moves,
  input  wire [9:0]                    branches,
  input  wire                          branches_move,
  output wire [4*BUFFERS-1:0]          buffer_place,
  input  wire [BUFFERS*FLIT_WIDTH-1:0] buffer_data,
  input  wire [10:0]                   can,
  input  wire                          can_straight,
  input  wire [3:0]                    can_move,
  output reg  [10:0]                   req,
  output wire                          one,
  output wire                          move,
  input  wire [10:0]                   gnt,
  input  wire                          active,
  input  wire                          stall,
  output wire                          advance,
  output wire                          ends,
  output wire                          flit_head,
  output wire                          flit_tail,
  output wire                          header,
  output wire                          flit_moves,
  output wire [WAY_BITS-1:0]           flit_way,
  output wire [FLIT_WIDTH-1:0]         flit_data,
  output wire [BUFFERS-1:0]            leave,
  output wire [5*BUFFERS-1:0]          classes,
  input  wire [BUFFERS-1:0]            room,
  output wire                          asks,
  output wire [11:0]                   asked_header,
  output wire [9:0]                    asked_branches,
  input  wire                          entry,
  input  wire [WAY_BITS-1:0]           way,
  output wire                          nack,
  output wire [WAY_BITS+4:0]           nack_tag,
  input  wire                          nack_taken,
  input  wire                          tick
);

  localparam [1:0] MULTICAST = 2'd1, SET_UP = 2'd2;
  localparam BASE = 1, LAST_BASE = 4, UNIT = 10;
  localparam HEADER = 3;  // phase, stage and tag begin here

  wire [BUFFERS-1:0]          stream;  // the stream's buffer, one-hot
  wire [BUFFERS-1:0]          wants, pick, asking, ready, nacking, moving;
  wire [10*BUFFERS-1:0]       pending;
  wire [11*BUFFERS-1:0]       possible;
  wire [12*BUFFERS-1:0]       headers;
  wire [WAY_BITS*BUFFERS-1:0] ways;
  wire [BUFFERS-1:0]          asked, gives_up;
  reg  [9:0]                  last;  // the branch that is given up
  wire granted = |gnt;

  // The stream
  reg  [BUFFERS-1:0] chosen;
  reg  [3:0]         index;
  wire [3:0]         index_next = index + 4'd1;
  wire [3:0]         end_place;
  wire               whole = |(stream & complete);

  assign stream     = chosen & {BUFFERS{active}};
  assign advance    = active & (whole | (index != end_place)) & ~stall;
  assign flit_head  = index == 4'd0;
  assign flit_tail  = whole & (index_next == end_place);
  assign ends       = advance & flit_tail;
  assign flit_moves = |(stream & moving);
  assign header     = flit_head & (flit_data[1:0] == MULTICAST);

  onehot_mux #(.COUNT(BUFFERS), .WIDTH(4)) u_end (.select(chosen), .in(place), .out(end_place));
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(FLIT_WIDTH)) u_flit (
    .select(stream),
    .in    (buffer_data),
    .out   (flit_data)
  );

  always @(posedge clk) begin
    if (granted) chosen <= pick;
    if (rst | ends) index <= 4'd0;
    else if (advance) index <= index_next;
  end

  // B4: one packet asks, for all it can have
  rr_arbiter #(.WIDTH(BUFFERS)) u_pick (
    .clk (clk),
    .rst (rst),
    .request(wants & {BUFFERS{~active}}),
    .advance(granted),
    .grant  (pick)
  );
  assign one  = pick[1];
  assign move = |(pick & moving);

  integer n, o;
  always @* begin
    req = 11'd0;
    for (n = 0; n < BUFFERS; n = n + 1) req = req | ({11{pick[n]}} & possible[11*n +: 11]);
  end

  genvar v, w;
  generate
    for (v = 0; v < BUFFERS; v = v + 1) begin : g_buffer
      reg        ask, known, failed, drop;
      reg  [9:0] left;
      reg  [1:0] age;
      wire [HEADER+11:0] first = buffer_data[v*FLIT_WIDTH +: HEADER+12];

      assign buffer_place[4*v +: 4] = index & {4{chosen[v]}};
      assign asking[v]  = ask;
      assign ready[v]   = known;
      assign nacking[v] = failed;
      assign pending[10*v +: 10] = left;
      assign headers[12*v +: 12] = first[HEADER +: 12];

      // What it can have
      for (w = 0; w < 10; w = w + 1) begin : g_output
        if (!TURNS[w]) begin : g_none
          assign possible[11*v+w] = 1'b0;
        end else if (v == 1 && w == STRAIGHT) begin : g_straight
          assign possible[11*v+w] = left[w] & can_straight;
        end else if (w >= BASE && w <= LAST_BASE && MOVERS[v]) begin : g_move
          assign possible[11*v+w] = left[w] & (moving[v] ? can_move[w-BASE] : can[w]);
        end else begin : g_turn
          assign possible[11*v+w] = left[w] & can[w];
        end
      end
      assign possible[11*v+UNIT] = drop & can[UNIT];
      assign wants[v] = known & ~failed & (|possible[11*v +: 11]);

      // S1
      wire served = granted & pick[v];
      wire some   = |left;
      wire waits  = known & some & ~failed & ~stream[v] & ~served;
      wire shot   = waits & tick & (&age);
      wire unicast = first[0] == first[1];  // or a report

      wire unused = &{1'b0, first};

      assign leave[v] = known & ~some & ~drop & complete[v] & (~stream[v] | ends);

      wire asks_now = second[v] & ~known & (first[1:0] == MULTICAST);
      wire routed   = head[v] & (in_type != MULTICAST);
      wire given_up = nack_taken & gives_up[v];

      always @(posedge clk) begin
        age <= waits ? age + {1'b0, tick} : 2'd0;
        if (rst) begin
          ask    <= 1'b0;
          known  <= 1'b0;
          failed <= 1'b0;
          drop   <= 1'b0;
          left   <= 10'd0;
        end else begin
          ask    <= asks_now | (ask & ~(entry & asked[v]));
          known  <= routed | (entry & asked[v]) | (known & ~leave[v]);
          failed <= (shot & ~unicast) | (failed & ~leave[v]);
          drop   <= (routed & (in_type == SET_UP)) | (shot & unicast) | (drop & ~(served & gnt[UNIT]));
          left   <= TURNS & (({10{routed & (in_type != SET_UP)}} & route) |
                             ({10{asks_now}} & branches) |
                             (left & ~({10{served}} & gnt[9:0]) & ~({10{given_up}} & last)
                                   & {10{~(shot & unicast)}}));
        end
      end

      if (MOVERS[v]) begin : g_moving
        reg moves;
        always @(posedge clk) begin
          if (routed) moves <= route_moves;
          else if (asks_now) moves <= branches_move;
        end
        assign moving[v] = moves;
      end else begin : g_still
        assign moving[v] = 1'b0;
      end

      if (ACK_WAYS > 1) begin : g_way
        reg [WAY_BITS-1:0] taken;
        always @(posedge clk) if (entry & asked[v]) taken <= way;
        assign ways[WAY_BITS*v +: WAY_BITS] = taken;
      end else begin : g_one_way
        assign ways[WAY_BITS*v +: WAY_BITS] = {WAY_BITS{1'b0}};
      end
    end
  endgenerate

  onehot_mux #(.COUNT(BUFFERS), .WIDTH(WAY_BITS)) u_way (.select(stream), .in(ways), .out(flit_way));

  wire unused = &{1'b0, buffer_data, ready, route, branches, route_moves, branches_move, way, can,
                  can_straight, can_move};

  // A2: the lowest buffer that an entry is there for
  wire [BUFFERS-1:0] may_ask = asking & room;
  assign asks = |may_ask;
  lowest_one #(.WIDTH(BUFFERS)) u_asked (.in(may_ask), .one(asked));
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(12)) u_header (
    .select(asked),
    .in    (headers),
    .out   (asked_header)
  );
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(10)) u_branches (
    .select(asked),
    .in    (pending),
    .out   (asked_branches)
  );

  // A7: the highest of the branches that are left
  wire [BUFFERS-1:0]    losing;
  wire [9:0]            lost;
  wire [WAY_BITS-1:0]   nack_way;
  wire [4:0]            nack_class;

  generate
    for (v = 0; v < BUFFERS; v = v + 1) begin : g_losing
      assign losing[v] = nacking[v] & (|pending[10*v +: 10]);
      assign classes[5*v +: 5] = headers[12*v +: 5];
    end
  endgenerate
  lowest_one #(.WIDTH(BUFFERS)) u_losing (.in(losing), .one(gives_up));
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(10)) u_lost (.select(gives_up), .in(pending), .out(lost));
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(WAY_BITS)) u_nack_way (
    .select(gives_up),
    .in    (ways),
    .out   (nack_way)
  );
  onehot_mux #(.COUNT(BUFFERS), .WIDTH(5)) u_nack_class (
    .select(gives_up),
    .in    (classes),
    .out   (nack_class)
  );
  assign nack     = |losing;
  assign nack_tag = {nack_way, nack_class};

  always @* begin
    for (o = 0; o < 10; o = o + 1) last[o] = lost[o] & ~(|(lost >> (o + 1)));
  end

endmodule
`default_nettype wire

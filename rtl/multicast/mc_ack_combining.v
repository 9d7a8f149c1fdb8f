// mc_ack_combining: one ack up the tree for all those that come back from the branches of a multicast
// (docs/multicast_router.md, A1-A7).
//
//   vc_class          per port and VC: {stage, phase} of a multicast, 15 bits a port; vc_room: an entry of
//                     that class is unused, 3 bits a port
//   asks              per port: a multicast asks for an entry; asked_header {tag, stage, phase} of its
//                     flit 0, 12 bits a port; asked_branches its outputs, 10 bits a port
//   entry, way        per port: it has one from the next clock on, of this way
//   message_in        per port: an ack or nack is on the link; in_nack, in_tag (7 bits a port) of it
//   slot_leave        per port: the message slot is empty from the next clock on
//   nack, nack_tag    per port: a branch is given up, {way, stage, phase}; nack_taken: it is counted
//   free              per port: the message slot at the other end
//   report            a report goes to port 0 in this clock
//   ack, ack_nack, ack_tag  per port, one-hot: an ack is sent in this clock, or a nack, with this tag
//
// Latency: asked, in the next clock known; the last ack on a link in clock t goes out on a link in
// t+3. An entry for each way and class, in the order of the tag; those of phase ROOT only where there
// are moves. Of `port` an entry keeps what its class leaves open: BEGIN comes from the local
// ports, ROOT and stage 0 by rank-0 links, other stages by upper ones, SOUTH by y- only.
`default_nettype none

module mc_ack_combining #(
  parameter MAX_RANK = 2,
  parameter ACK_WAYS = 1,
  parameter WAY_BITS = 1
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [149:0]               vc_class,
  output wire [29:0]                vc_room,
  input  wire [9:0]                 asks,
  input  wire [119:0]               asked_header,
  input  wire [99:0]                asked_branches,
  output wire [9:0]                 entry,
  output reg  [WAY_BITS-1:0]        way,
  input  wire [9:0]                 message_in,
  input  wire [9:0]                 in_nack,
  input  wire [69:0]                in_tag,
  output wire [9:0]                 slot_leave,
  input  wire [9:0]                 nack,
  input  wire [10*(WAY_BITS+5)-1:0] nack_tag,
  output wire [9:0]                 nack_taken,
  input  wire [9:0]                 free,
  input  wire                       report,
  output reg  [9:0]                 ack,
  output reg                        ack_nack,
  output reg  [6:0]                 ack_tag
);

  localparam PORTS = 10;
  localparam BEGIN = 0, ROOT = 1, SOUTH = 2;
  localparam STAGE_BITS = MAX_RANK < 2 ? 1 : MAX_RANK < 4 ? 2 : 3;
  localparam [2:0] STAGE_MASK = (1 << STAGE_BITS) - 1;
  localparam CLASSES = 4 * (MAX_RANK + 1);
  localparam ENTRIES = ACK_WAYS * CLASSES;
  localparam TAG_BITS = WAY_BITS + STAGE_BITS + 2;  // what is kept of the tags of this network
  localparam PARENT_BITS = WAY_BITS + 5;            // what is kept of a source's
  localparam [WAY_BITS-1:0] WAYS = ACK_WAYS == 1 ? {WAY_BITS{1'b0}} : {WAY_BITS{1'b1}};

  // Whether multicasts of a class come at all: class number stage * 4 + phase.
  function exists;
    input integer of_class;
    exists = of_class % 4 != ROOT || (MAX_RANK > 1 && of_class >= 4);
  endfunction

  // Whether they come by port p.
  function comes_by;
    input integer of_class;
    input integer p;
    case (of_class % 4)
      BEGIN:   comes_by = p == 0 || p == 9;
      ROOT:    comes_by = p >= 1 && p <= 4;
      SOUTH:   comes_by = p == (of_class < 4 ? 4 : 8);
      default: comes_by = of_class < 4 ? p >= 1 && p <= 4 : p >= 5 && p <= 8;
    endcase
  endfunction

  // Whether they come on VC v of port p: moves, and only those, on VC 2.
  function comes_on;
    input integer of_class;
    input integer p;
    input integer v;
    comes_on = exists(of_class) && comes_by(of_class, p) && (v == 2) == (p >= 1 && p <= 4 && of_class % 4 == ROOT);
  endfunction

  // The bits of {stage, phase} that tell the classes of port p apart.
  function [4:0] apart;
    input integer p;
    begin
      apart = (p == 0 || p == 9 || MAX_RANK > 1) ? {STAGE_MASK, 2'b00} : 5'd0;
      apart[0] = p == 4 || p == 8;
    end
  endfunction

  // Bits that hold the most branches that they have (R3).
  function integer count_bits;
    input integer of_class;
    case (of_class)
      2, 0:    count_bits = 3;                             // rank 0, and local
      3:       count_bits = 1;                             // local
      7:       count_bits = 3;                             // rank 0, and local
      4, 5, 6: count_bits = 4;                             // and the upper rank
      default: count_bits = of_class % 4 == 3 ? 1 : 3;     // the upper rank and a move
    endcase
  endfunction

  integer n, c, e;
  genvar  p, k, x;

  // The table
  wire [ENTRIES-1:0]             used, done, sent;
  wire [ENTRIES-1:0]             give, hit;
  wire [ENTRIES-1:0]             entry_failed;
  wire [PORTS*ENTRIES-1:0]       entry_port;
  wire [PARENT_BITS*ENTRIES-1:0] entry_parent;

  // A2: the lowest unused way of each class, and a port that asks for one
  wire [CLASSES-1:0]          room;
  wire [ACK_WAYS*CLASSES-1:0] unused_way;  // one-hot for a class, way at way*CLASSES + class
  wire [PORTS*CLASSES-1:0]    of_class;
  wire [PORTS-1:0]            gets;
  reg  [CLASSES-1:0]          chosen_class;
  reg  [9:0]                  chosen_branches;
  reg  [PARENT_BITS-1:0]      chosen_parent;
  reg  [1:0]                  chosen_port;  // among the four of rank 0, the upper four or the local two
  reg  [3:0]                  branches;

  generate
    for (k = 0; k < CLASSES; k = k + 1) begin : g_class
      wire [ACK_WAYS-1:0] open, lowest;
      for (x = 0; x < ACK_WAYS; x = x + 1) begin : g_way
        assign open[x] = ~used[x*CLASSES+k];
        assign unused_way[x*CLASSES+k] = lowest[x];
      end
      lowest_one #(.WIDTH(ACK_WAYS)) u_lowest (.in(open), .one(lowest));
      assign room[k] = |open;
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_asks
      localparam [4:0] APART = apart(p);
      for (k = 0; k < CLASSES; k = k + 1) begin : g_class
        localparam [4:0] CLASS = k;
        if (exists(k) && comes_by(k, p)) begin : g_comes
          assign of_class[p*CLASSES+k] = ~(|((asked_header[12*p +: 5] ^ CLASS) & APART));
        end else begin : g_none
          assign of_class[p*CLASSES+k] = 1'b0;
        end
      end
      for (x = 0; x < 3; x = x + 1) begin : g_vc
        localparam [4:0] APART_HERE = APART & (p >= 1 && p <= 4 && x < 2 ? 5'h01 : 5'h1F);  // stage 0
        wire [CLASSES-1:0] has;
        for (k = 0; k < CLASSES; k = k + 1) begin : g_room
          localparam [4:0] CLASS = k;
          if (comes_on(k, p, x)) begin : g_comes
            assign has[k] = room[k] & ~(|((vc_class[15*p+5*x +: 5] ^ CLASS) & APART_HERE));
          end else begin : g_none
            assign has[k] = 1'b0;
          end
        end
        assign vc_room[3*p+x] = |has;
      end
    end
  endgenerate

  rr_arbiter #(.WIDTH(PORTS)) u_entry (
    .clk (clk),
    .rst (rst),
    .request(asks),
    .advance(|asks),
    .grant  (gets)
  );
  assign entry = gets;

  always @* begin
    chosen_class    = {CLASSES{1'b0}};
    chosen_branches = 10'd0;
    chosen_parent   = {PARENT_BITS{1'b0}};
    for (n = 0; n < PORTS; n = n + 1) begin
      chosen_class    = chosen_class | ({CLASSES{gets[n]}} & of_class[n*CLASSES +: CLASSES]);
      chosen_branches = chosen_branches | ({10{gets[n]}} & asked_branches[10*n +: 10]);
      chosen_parent   = chosen_parent | ({PARENT_BITS{gets[n]}} & asked_header[12*n+5 +: PARENT_BITS]);
    end
    chosen_port = {gets[3] | gets[4] | gets[7] | gets[8],
                   gets[2] | gets[4] | gets[6] | gets[8] | gets[9]};
    branches = 4'd0;  // of the two local ports at most one
    for (n = 1; n < PORTS - 1; n = n + 1) branches = branches + {3'd0, chosen_branches[n]};
    branches = branches + {3'd0, chosen_branches[0] | chosen_branches[9]};
    way = {WAY_BITS{1'b0}};
    for (n = 0; n < ACK_WAYS; n = n + 1) begin
      if (|(unused_way[n*CLASSES +: CLASSES] & chosen_class)) way = way | n[WAY_BITS-1:0];
    end
  end

  // A4, A7: one ack or nack counts
  reg  [PORTS-1:0]          full;
  wire [PORTS-1:0]          offers = full | nack;
  wire [PORTS-1:0]          taken;
  wire [PORTS-1:0]          slot_failed;
  wire [PORTS*TAG_BITS-1:0] offered;
  reg  [TAG_BITS-1:0]       counted;
  wire                      failure = |(taken & (~full | slot_failed));

  rr_arbiter #(.WIDTH(PORTS)) u_count (
    .clk (clk),
    .rst (rst),
    .request(offers),
    .advance(|offers),
    .grant  (taken)
  );
  assign slot_leave = taken & full;
  assign nack_taken = taken & ~full;

  always @(posedge clk) full <= rst ? {PORTS{1'b0}} : message_in | (full & ~taken);

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_slot
      reg                failed;
      reg [TAG_BITS-1:0] tag;
      wire [STAGE_BITS+1:0] of_entry;
      if (p == 0 || p == 9) begin : g_checked
        // A PE's tag of a stage that there is not is no entry's, like that of phase ROOT of stage 0.
        wire stray = |(in_tag[7*p+2 +: 3] & ~STAGE_MASK);
        assign of_entry = (in_tag[7*p +: STAGE_BITS+2] & {(STAGE_BITS + 2){~stray}}) | {{(STAGE_BITS + 1){1'b0}}, stray};
      end else begin : g_trusted
        assign of_entry = in_tag[7*p +: STAGE_BITS+2];
      end
      always @(posedge clk) begin
        if (message_in[p]) begin
          failed <= in_nack[p];
          tag    <= {in_tag[7*p+5 +: WAY_BITS] & WAYS, of_entry};
        end
      end
      assign slot_failed[p] = failed;
      assign offered[p*TAG_BITS +: TAG_BITS] =
        full[p] ? tag : {nack_tag[p*PARENT_BITS+5 +: WAY_BITS], nack_tag[p*PARENT_BITS +: STAGE_BITS+2]};
    end
  endgenerate

  always @* begin
    counted = {TAG_BITS{1'b0}};
    for (c = 0; c < PORTS; c = c + 1) counted = counted | ({TAG_BITS{taken[c]}} & offered[c*TAG_BITS +: TAG_BITS]);
  end

  // A5: entries that are done
  rr_arbiter #(.WIDTH(ENTRIES)) u_done (
    .clk (clk),
    .rst (rst),
    .request(done),
    .advance(|done),
    .grant  (sent)
  );

  generate
    for (k = 0; k < ENTRIES; k = k + 1) begin : g_entry
      localparam CLASS = k % CLASSES;
      localparam [31:0] WAY = k / CLASSES;
      localparam [31:0] PLACE = CLASS;
      localparam [TAG_BITS-1:0] TAG = {WAY[WAY_BITS-1:0], PLACE[STAGE_BITS+1:0]};
      localparam BITS = count_bits(CLASS);
      localparam FIRST = CLASS % 4 == ROOT || CLASS < 4 ? 1 : 5;  // of four ports
      localparam [BITS-1:0] ONE = 1;

      if (exists(CLASS)) begin : g_exists
        reg                   held, failed;
        reg [BITS-1:0]        count;
        reg [PARENT_BITS-1:0] parent;

        assign used[k] = held;
        assign give[k] = chosen_class[CLASS] & unused_way[k];
        assign hit[k]  = (|offers) & (counted == TAG) & (|count);  // no surplus ack of a PE
        assign entry_failed[k] = failed;
        assign entry_parent[k*PARENT_BITS +: PARENT_BITS] = parent;
        assign done[k] = held & ~(|count) & (|(entry_port[k*PORTS +: PORTS] & free & {9'h1FF, ~report}));

        always @(posedge clk) begin
          held <= ~rst & (give[k] | (held & ~sent[k]));
          if (give[k]) parent <= chosen_parent & {WAYS, 5'h1F};
          failed <= (failed | (hit[k] & failure)) & ~give[k];
          if (give[k]) count <= branches[BITS-1:0];
          else if (hit[k]) count <= count - ONE;
        end

        if (CLASS % 4 == SOUTH) begin : g_south
          assign entry_port[k*PORTS +: PORTS] = CLASS < 4 ? 10'h010 : 10'h100;
        end else if (CLASS % 4 == BEGIN) begin : g_begin
          reg second;
          always @(posedge clk) if (give[k]) second <= chosen_port[0];
          assign entry_port[k*PORTS +: PORTS] = {second, 8'd0, ~second};
        end else begin : g_link
          reg  [1:0] port;
          wire [3:0] one = {port == 2'd3, port == 2'd2, port == 2'd1, port == 2'd0};
          always @(posedge clk) if (give[k]) port <= chosen_port;
          assign entry_port[k*PORTS +: PORTS] = FIRST == 1 ? {5'd0, one, 1'b0} : {1'b0, one, 5'd0};
        end
      end else begin : g_none
        assign {used[k], give[k], hit[k], entry_failed[k], done[k]} = 5'b10000;
        assign entry_parent[k*PARENT_BITS +: PARENT_BITS] = {PARENT_BITS{1'b0}};
        assign entry_port[k*PORTS +: PORTS] = {PORTS{1'b0}};
      end
    end
  endgenerate

  always @* begin
    ack      = {PORTS{1'b0}};
    ack_nack = |(sent & entry_failed);
    ack_tag  = 7'd0;
    for (e = 0; e < ENTRIES; e = e + 1) begin
      ack = ack | ({PORTS{sent[e]}} & entry_port[e*PORTS +: PORTS]);
      ack_tag[PARENT_BITS-1:0] =
        ack_tag[PARENT_BITS-1:0] | ({PARENT_BITS{sent[e]}} & entry_parent[e*PARENT_BITS +: PARENT_BITS]);
    end
  end

  wire unused = &{1'b0, asked_header, vc_class, in_tag, nack_tag, room, of_class, unused_way, chosen_class,
                  give, hit};

endmodule
`default_nettype wire

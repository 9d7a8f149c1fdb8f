// axi4_giver: packets of a side of an AXI4 interface into a router's local input, or over the own
// link (docs/axi4_interface.md, G1-G4).
//
//   read_*, write_*  the next packet of either direction:
//     _asks    all that it waits for is there, but a VC
//     _to      its destination, _own: that is the own node
//     _head    its head
//     _given   the head is given in this clock
//   sending    flits behind a head are to follow: of a write with BODIES_OF_WRITES = 1, else of a
//              read; the others are heads alone
//   room       sending, and the counter of its VC is above 0; a register
//   put, tail, body  a flit behind the head is given, only with room
//   out_*      the link to the router's local input; out_credit_* its credits
//   own_valid, own_credit  the same of the own link, which has head, tail and data of out_*
//   OWN_LINK   0: there is none, and nothing goes to the own node
//   ORDER      1: a packet has the VC of its destination
//
// Latency: what is given in one clock is on the link in the next. All outputs but _given are
// registers.
`default_nettype none

module axi4_giver #(
  parameter FLIT_WIDTH   = 32,
  parameter BUFFER_DEPTH = 4,
  parameter NUM_VCS      = 2,
  parameter VC_BITS      = 1,
  parameter ADDRESS_BITS = 4,
  parameter ORDER        = 1,
  parameter OWN_LINK     = 1,
  parameter BODIES_OF_WRITES = 1
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    read_asks,
  input  wire                    read_own,
  input  wire [ADDRESS_BITS-1:0] read_to,
  input  wire [FLIT_WIDTH-1:0]   read_head,
  output wire                    read_given,
  input  wire                    write_asks,
  input  wire                    write_own,
  input  wire [ADDRESS_BITS-1:0] write_to,
  input  wire [FLIT_WIDTH-1:0]   write_head,
  output wire                    write_given,
  output reg                     sending,
  output reg                     room,
  input  wire                    put,
  input  wire                    tail,
  input  wire [FLIT_WIDTH-1:0]   body,
  output reg                     out_valid,
  output reg                     out_head,
  output reg                     out_tail,
  output reg  [VC_BITS-1:0]      out_vc,
  output reg  [FLIT_WIDTH-1:0]   out_data,
  input  wire                    out_credit_valid,
  input  wire [VC_BITS-1:0]      out_credit_vc,
  output reg                     own_valid,
  input  wire                    own_credit
);

  localparam WAYS = NUM_VCS + OWN_LINK;  // the VCs, and the own link

  wire [WAYS-1:0] spare, again, whole;
  wire [WAYS-1:0] credit;     // one is on the link
  reg  [WAYS-1:0] chosen;     // that of the packet that is being sent, one-hot
  wire [WAYS-1:0] read_way;   // the one that the head may have, one-hot or zero
  wire [WAYS-1:0] write_way;
  reg             gave_read;  // G4: the last packet was a read

  wire            reads  = read_asks & (|read_way);
  wire            writes = write_asks & (|write_way);
  wire            given  = read_given | write_given;
  wire [WAYS-1:0] way    = write_given ? write_way : read_way;
  wire [WAYS-1:0] take   = (way & {WAYS{given}}) | (chosen & {WAYS{put}});
  wire            begins = (BODIES_OF_WRITES != 0) ? write_given : read_given;
  wire            ends   = put & tail;

  assign read_given  = ~sending & reads & ~(writes & gave_read);
  assign write_given = ~sending & writes & ~(reads & ~gave_read);

  genvar v;
  generate
    for (v = 0; v < WAYS; v = v + 1) begin : g_way
      localparam [31:0] INDEX = v;
      if (v < NUM_VCS) begin : g_vc
        assign credit[v] = out_credit_valid & (out_credit_vc == INDEX[VC_BITS-1:0]);
      end else begin : g_own
        assign credit[v] = own_credit;
      end
      credit_counter_whole #(.DEPTH(BUFFER_DEPTH)) u_credit (  // G1
        .clk  (clk),
        .rst  (rst),
        .send             (take[v]),
        .credit           (credit[v]),
        .credit_available (spare[v]),
        .credit_after_send(again[v]),
        .buffer_empty     (whole[v])
      );
    end

    // G2
    if (ORDER != 0) begin : g_order
      localparam LOG = (NUM_VCS >= 8) ? 3 : (NUM_VCS >= 4) ? 2 : (NUM_VCS >= 2) ? 1 : 0;
      localparam [ADDRESS_BITS-1:0] MASK = (1 << LOG) - 1;
      reg [NUM_VCS-1:0] some;  // the counter is above 0
      always @(posedge clk) begin
        some <= rst ? {NUM_VCS{1'b1}}
                    : (take[NUM_VCS-1:0] & again[NUM_VCS-1:0]) |
                      (~take[NUM_VCS-1:0] & spare[NUM_VCS-1:0]);
      end
      for (v = 0; v < NUM_VCS; v = v + 1) begin : g_may
        localparam [31:0] NUMBER = v;
        wire [ADDRESS_BITS+31:0] number   = {{ADDRESS_BITS{1'b0}}, NUMBER};
        wire                     reads_v  = {{32{1'b0}}, read_to & MASK} == number;
        wire                     writes_v = {{32{1'b0}}, write_to & MASK} == number;
        assign read_way[v]  = some[v] & ~read_own & reads_v;
        assign write_way[v] = some[v] & ~write_own & writes_v;
      end
      wire unused = &{1'b0, read_to, write_to, whole};
    end else begin : g_no_order
      reg  [NUM_VCS-1:0] empty;  // the counter is D
      wire [NUM_VCS-1:0] lowest;
      always @(posedge clk) begin
        empty <= rst ? {NUM_VCS{1'b1}} : ~take[NUM_VCS-1:0] & whole[NUM_VCS-1:0];
      end
      lowest_one #(.WIDTH(NUM_VCS)) u_lowest (
        .in (empty),
        .one(lowest)
      );
      assign read_way[NUM_VCS-1:0]  = lowest & {NUM_VCS{~read_own}};
      assign write_way[NUM_VCS-1:0] = lowest & {NUM_VCS{~write_own}};
      wire unused = &{1'b0, read_to, write_to, whole};
    end

    if (OWN_LINK != 0) begin : g_own_link
      reg some;
      always @(posedge clk) begin
        some <= rst | (take[NUM_VCS] ? again[NUM_VCS] : spare[NUM_VCS]);
        if (rst) own_valid <= 1'b0;
        else     own_valid <= take[NUM_VCS];
      end
      assign read_way[NUM_VCS]  = some & read_own;
      assign write_way[NUM_VCS] = some & write_own;
    end else begin : g_no_own_link
      always @(posedge clk) own_valid <= 1'b0;
      wire unused_credit = &{1'b0, own_credit};
    end
  endgenerate

  wire [NUM_VCS-1:0] vc = sending ? chosen[NUM_VCS-1:0] : way[NUM_VCS-1:0];
  wire [VC_BITS-1:0] vc_index;
  onehot_index #(.WIDTH(NUM_VCS), .INDEX_BITS(VC_BITS)) u_index (
    .onehot(vc),
    .index (vc_index)
  );

  always @(posedge clk) begin
    if (rst) begin
      sending   <= 1'b0;
      room      <= 1'b0;
      gave_read <= 1'b0;
      out_valid <= 1'b0;
    end else begin
      if (sending) begin
        sending <= ~ends;
        room    <= ~ends & (put ? |(chosen & again) : |(chosen & spare));
      end else begin
        sending <= begins;
        room    <= begins & (|(way & again));
      end
      if (given) gave_read <= read_given;
      out_valid <= |take[NUM_VCS-1:0];
    end

    if (~sending) chosen <= way;
    out_head <= ~sending;
    out_tail <= sending ? tail : ~begins;
    out_vc   <= vc_index;
    out_data <= sending ? body : write_given ? write_head : read_head;
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_giver.vh"
`endif

endmodule

`default_nettype wire

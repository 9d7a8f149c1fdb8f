// mc_io_controller: both links of a port (docs/multicast_router.md, P3, B1, B8, E1): what is in the
// buffers at the input, the credits, the output register, and which buffers at the other end are free.
//
//   in_*          the link into the router; in_type: of a head's data; lost: see mc_local_check
//   write         per buffer: the flit on the link goes into it at place_in; tail: see mc_local_check
//   head, second  per buffer: it is flit 0, flit 1
//   place         per buffer: where the next flit goes, mod 16, 4 bits each
//   complete      per buffer: the tail is in it
//   leave         per buffer: the packet leaves it at the end of this clock
//   slot_leave    the message slot is empty from the next clock on
//   message_in    a message is on the link
//   in_credit_*   credit register, one clock behind `owed`
//   wraps         of the output link
//   idle          no stream has the output, and one may
//   can           the output is idle, and the VC is free of: 0 a hop that keeps to the class of the
//                 link, 1 one that is behind its dateline, 2 a move. A local port: any VC, in bit 0
//   grant         the output is granted in this clock, to a branch that is `straight` (behind its
//                 dateline) or a `move`
//   flit_*        what the crossbar sends in this clock; zero if there is nothing
//   message       a message is sent in this clock; message_data zero otherwise
//   message_free  the slot at the other end is
//
// Latency: one clock from crossbar to link, from leave to credit two. BUFFERS is 3 where there are
// moves. A local port (LOCAL = 1) is checked, links are not.
`default_nettype none

module mc_io_controller #(
  parameter FLIT_WIDTH   = 36,
  parameter BUFFERS      = 2,
  parameter LOCAL        = 0,
  parameter MESSAGE_BITS = 9
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    in_valid,
  input  wire                    in_head,
  input  wire                    in_tail,
  input  wire [1:0]              in_vc,
  input  wire [1:0]              in_type,
  input  wire                    lost,
  output wire [BUFFERS-1:0]      write,
  output wire [BUFFERS-1:0]      head,
  output wire [BUFFERS-1:0]      second,
  output wire [4*BUFFERS-1:0]    place,
  output reg  [BUFFERS-1:0]      complete,
  input  wire [BUFFERS-1:0]      leave,
  input  wire                    slot_leave,
  output wire                    message_in,
  output wire [3:0]              violation,
  output reg                     in_credit_valid,
  output reg  [1:0]              in_credit_vc,
  input  wire                    wraps,
  input  wire                    idle,
  output wire [2:0]              can,
  input  wire                    grant,
  input  wire                    straight,
  input  wire                    move,
  input  wire                    flit_valid,
  input  wire                    flit_head,
  input  wire                    flit_tail,
  input  wire [FLIT_WIDTH-1:0]   flit_data,
  input  wire                    message,
  input  wire [MESSAGE_BITS-1:0] message_data,
  output wire                    message_free,
  output reg                     out_valid,
  output reg                     out_head,
  output reg                     out_tail,
  output reg  [1:0]              out_vc,
  output reg  [FLIT_WIDTH-1:0]   out_data,
  input  wire                    out_credit_valid,
  input  wire [1:0]              out_credit_vc
);

  genvar v;

  // Link in
  wire accept, tail;
  assign message_in = in_valid & (in_vc == 2'd3);

  generate
    if (LOCAL != 0) begin : g_checked
      wire [1:0] nonempty, sixteenth;
      for (v = 0; v < 2; v = v + 1) begin : g_vc
        assign nonempty[v]  = complete[v] | (|place[4*v +: 4]);
        assign sixteenth[v] = &place[4*v +: 4];
      end
      mc_local_check u_check (
        .clk      (clk),
        .rst      (rst),
        .in_valid (in_valid),
        .in_head  (in_head),
        .in_tail  (in_tail),
        .in_vc    (in_vc),
        .multicast(in_type == 2'd1),
        .lost     (lost),
        .nonempty (nonempty),
        .sixteenth(sixteenth),
        .accept   (accept),
        .tail     (tail),
        .violation(violation)
      );
    end else begin : g_trusted
      assign accept    = in_valid;
      assign tail      = in_tail;
      assign violation = 4'd0;
      wire unused = &{1'b0, in_type, lost};
    end

    for (v = 0; v < BUFFERS; v = v + 1) begin : g_buffer
      localparam [1:0] VC = v;
      reg [3:0] next;
      assign write[v]  = accept & (in_vc == VC);
      assign head[v]   = write[v] & in_head;
      assign second[v] = write[v] & (next == 4'd1);
      assign place[4*v +: 4] = next;

      always @(posedge clk) begin
        if (rst | leave[v]) begin
          next        <= 4'd0;
          complete[v] <= 1'b0;
        end else if (write[v]) begin
          next        <= next + 4'd1;
          complete[v] <= tail;
        end
      end
    end
  endgenerate

  // B8
  reg  [BUFFERS:0] owed;  // the message slot's last
  wire [BUFFERS:0] paid;
  wire [1:0]       paid_vc;

  lowest_one #(.WIDTH(BUFFERS + 1)) u_owed (.in(owed), .one(paid));

  generate
    if (BUFFERS == 3) begin : g_three
      assign paid_vc = {paid[2] | paid[3], paid[1] | paid[3]};
    end else begin : g_two
      assign paid_vc = {paid[2], paid[1] | paid[2]};
    end
  endgenerate

  always @(posedge clk) begin
    owed            <= rst ? {(BUFFERS + 1){1'b0}} : (owed & ~paid) | {slot_leave, leave};
    in_credit_valid <= ~rst & (|owed);
    in_credit_vc    <= paid_vc;
  end

  // B1, B5
  reg  [BUFFERS-1:0] free;
  reg                free_message;
  wire [BUFFERS-1:0] taken;
  wire               to_one;  // the branch takes VC 1, if it is not a move
  assign message_free = free_message;

  generate
    if (LOCAL != 0) begin : g_local
      assign to_one = ~free[0];
      assign can    = {2'b00, idle & (|free)};
      wire unused = &{1'b0, wraps, straight};
    end else begin : g_link
      assign to_one = wraps | straight;
      assign can[0] = idle & (wraps ? free[1] : free[0]);
      assign can[1] = idle & free[1];
    end

    if (BUFFERS == 3) begin : g_moves
      assign taken  = {move, ~move & to_one, ~move & ~to_one};
      assign can[2] = idle & free[2];
    end else begin : g_no_moves
      assign taken = {to_one, ~to_one};
      if (LOCAL == 0) begin : g_none
        assign can[2] = 1'b0;
      end
      wire unused = &{1'b0, move};
    end

    for (v = 0; v < BUFFERS; v = v + 1) begin : g_free
      localparam [1:0] VC = v;
      always @(posedge clk) begin
        free[v] <= rst | (out_credit_valid & (out_credit_vc == VC)) | (free[v] & ~(grant & taken[v]));
      end
    end
  endgenerate

  reg [1:0] stream_vc;

  always @(posedge clk) begin
    free_message <= rst | (out_credit_valid & (out_credit_vc == 2'd3)) | (free_message & ~message);
    if (grant) stream_vc <= {BUFFERS == 3 ? taken[BUFFERS-1] : 1'b0, taken[1]};
  end

  // Link out (B6)
  wire [FLIT_WIDTH-1:0] message_word;

  generate
    if (MESSAGE_BITS < FLIT_WIDTH) begin : g_short
      assign message_word = {{(FLIT_WIDTH - MESSAGE_BITS){1'b0}}, message_data};
    end else begin : g_whole
      assign message_word = message_data;
    end
  endgenerate

  always @(posedge clk) begin
    out_valid <= ~rst & (flit_valid | message);
    out_head  <= flit_head | message;
    out_tail  <= flit_tail | message;
    out_vc    <= stream_vc | {2{message}};
    out_data  <= flit_data | message_word;
  end

endmodule
`default_nettype wire

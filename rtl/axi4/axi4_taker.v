// axi4_taker: packets from a router's local output${", and over the own link," if own else ","} one after the other
// [TK1, TK2].
//
//   in_*       the link from the router's local output; out_credit_* goes back
//# if own
//   own_*      the own link, own_credit goes back
//   OWN_LINK   0: there is none
//# endif
//   may_read, may_write  the head of a read, or of a write, can be accepted in this clock
//   may_data   a flit behind a head can be
//# if classes > 1
//   READS_BETWEEN  1: heads of reads, which are their packets, are taken while a write waits for its beats
//# endif
//   takes      a flit leaves in this clock: its buffer, or past empty buffers the link
//   head       it is a head; tail: a packet's last
//   data       its data; bit KIND of a head tells a write from a read
//
// Latency: none past empty buffers, else a flit on the link in one clock can leave in the next. Credits
// are registers. Whether the link or a buffer gives data is a function of registers.
`default_nettype none

module axi4_taker #(
  parameter FLIT_WIDTH = ${request},
  parameter KIND = ${request_kind},
//# if classes > 1
  parameter READS_BETWEEN = 1,
//# endif
//# if own
  parameter OWN_LINK = 1,
//# endif
  parameter BUFFER_DEPTH = ${depth}
) (
  input  wire clk,
  input  wire rst,
  input  wire in_valid,
  input  wire in_tail,
//# if vcs > 1
  input  wire ${width(vc_bits)} in_vc,
  output reg  ${width(vc_bits)} out_credit_vc,
//# endif
  input  wire [FLIT_WIDTH-1:0] in_data,
  output reg  out_credit_valid,
//# if own
  input  wire own_valid,
  input  wire own_tail,
  input  wire [FLIT_WIDTH-1:0] own_data,
  output reg  own_credit,
//# endif
  input  wire may_read,
  input  wire may_write,
  input  wire may_data,
  output wire takes,
  output wire head,
  output wire tail,
  output wire [FLIT_WIDTH-1:0] data
);

//# if one_way
  reg  open;     // a packet is being taken [TK2]
  wire waiting;  // the buffer [TK1] is not empty
  wire unused_full;

  wire buffer_tail;
  wire [FLIT_WIDTH-1:0] buffer_data;

  assign head  = ~open;
  assign tail  = waiting ? buffer_tail : in_tail;
  assign data  = waiting ? buffer_data : in_data;
  assign takes = (waiting | in_valid) & (open ? may_data : data[KIND] ? may_write : may_read);

  axi4_fifo #(.WIDTH(FLIT_WIDTH + 1), .DEPTH(BUFFER_DEPTH)) u_buffer (
    .clk (clk),
    .rst (rst),
    .push (in_valid),
    .passes (takes & ~waiting),
    .in ({in_tail, in_data}),
    .pop (takes & waiting),
    .out ({buffer_tail, buffer_data}),
    .nonempty (waiting),
    .full (unused_full)
  );

  always @(posedge clk) begin
    if (rst) open <= 1'b0;
    else if (takes) open <= ~tail;
    out_credit_valid <= ~rst & takes;
  end
//# else
//# if vcs > 1
  localparam SLOT_BITS = (BUFFER_DEPTH > 32) ? 6 : (BUFFER_DEPTH > 16) ? 5 :
                         (BUFFER_DEPTH >  8) ? 4 : (BUFFER_DEPTH >  4) ? 3 :
                         (BUFFER_DEPTH >  2) ? 2 : 1;
//# endif
//# if own
  localparam WAYS = ${vcs} + OWN_LINK;  // the VCs, and the own link
//# endif

  reg  ${ways} open;      // whose packet is being taken, one-hot, or zero for none [TK2]
  wire ${ways} waiting;   // the buffer is not empty
  wire ${ways} is_write;  // its front, a head, is of a write
  wire ${ways} picked;
  wire vc_tail;
  wire [FLIT_WIDTH-1:0] vc_data;

  wire none = ~(|open);
  wire ${ways} accepted =  // its front, a head, can be accepted
    waiting & ((is_write & ${fill_ways("may_write")}) | (~is_write & ${fill_ways("may_read")}));
  wire data_leaves = (|(open & waiting)) & may_data;  // the front of the open VC
//# if classes > 1
  wire ${ways} reads = (READS_BETWEEN != 0) ? ${reads_mask} : ${zero_ways};  // VCs of reads
  wire ${ways} asks   = accepted & (${fill_ways("none")} | (reads & ${fill_ways("~data_leaves")}));
  wire starts = |asks;
  wire ${ways} from   = (none | starts) ? picked : open;
//# else
  wire ${ways} asks   = accepted & ${fill_ways("none")};
  wire starts = |asks;
  wire ${ways} from   = none ? picked : open;
//# endif
  wire leaves = starts | data_leaves;  // a buffer
  wire ${ways} pop    = from & ${fill_ways("leaves")};

  // The flit on the link passes if no head waits, or no flit of the open packet${", nor a read" if classes > 1} [TK2].
  wire ${ways} comes;  // the VC of the flit on the link
//# if classes > 1
  wire by_link = none ? ~(|waiting) : ~(|((open | reads) & waiting));
  wire read_comes = |(reads & comes);
  wire passes  = by_link & in_valid &
    ((none | read_comes) ? (in_data[KIND] ? may_write : may_read) : (|(open & comes)) & may_data);

  assign head  = none | (by_link ? read_comes : starts);
//# else
  wire by_link = none ? ~(|waiting) : ~(|(open & waiting));
  wire passes  = by_link & in_valid &
    (none ? (in_data[KIND] ? may_write : may_read) : (|(open & comes)) & may_data);

  assign head  = none;
//# endif
  assign takes = leaves | passes;
//# if vcs > 1
  assign comes${vcs_of_ways} = {
    ${comes_of_vcs}
  };
//# else
  assign comes${vcs_of_ways} = 1'b1;
//# endif

  rr_arbiter #(.WIDTH(${"WAYS" if own else vcs})) u_arbiter (
    .clk (clk),
    .rst (rst),
    .request (asks),
    .advance (starts),
    .grant (picked)
  );

  // TK1
//# if vcs > 1
  wire [${vcs}*SLOT_BITS-1:0] wr, rd;
  wire ${width(vc_bits)} vc_out;

  vc_buffers #(
    .WIDTH (FLIT_WIDTH + 1),
    .BUFFER_DEPTH (BUFFER_DEPTH),
    .PTR_BITS (SLOT_BITS),
    .NUM_VCS (${vcs}),
    .VC_BITS (${vc_bits})
  ) u_buffers (
    .clk (clk),
    .rst (rst),
    .in_valid (in_valid),
    .passes (passes),
    .in_vc (in_vc),
    .in ({in_tail, in_data}),
    .from (from${vcs_of_ways}),
    .leaves (leaves),
    .waiting (waiting${vcs_of_ways}),
    .out_vc (vc_out),
    .out ({vc_tail, vc_data}),
    .wr (wr),
    .rd (rd)
  );

  // What the choice of a head needs of each VC
  genvar v;
  generate
    for (v = 0; v < ${vcs}; v = v + 1) begin : g_vc
      localparam ${vector(vc_bits)} INDEX = v;

      flit_buffer #(
        .WIDTH (1),
        .SLOTS (BUFFER_DEPTH),
        .SLOT_BITS (SLOT_BITS)
      ) u_kind (
        .clk (clk),
        .write (in_valid & (in_vc == INDEX)),
        .write_slot (wr[v*SLOT_BITS +: SLOT_BITS]),
        .write_word (in_data[KIND]),
        .read_slot (rd[v*SLOT_BITS +: SLOT_BITS]),
        .read_word (is_write[v])
      );
    end
  endgenerate
//# else
  wire vc_full;

  axi4_fifo #(.WIDTH(FLIT_WIDTH + 1), .DEPTH(BUFFER_DEPTH)) u_buffer (
    .clk (clk),
    .rst (rst),
    .push (in_valid),
    .passes (passes),
    .in ({in_tail, in_data}),
    .pop (pop[0]),
    .out ({vc_tail, vc_data}),
    .nonempty (waiting[0]),
    .full (vc_full)
  );
  assign is_write[0] = vc_data[KIND];
  wire unused_vc_full = &{1'b0, vc_full};
//# endif
//# if own

  generate
    if (OWN_LINK != 0) begin : g_own_link
      wire own_tail_out, own_full;
      wire [FLIT_WIDTH-1:0] own_data_out;

      axi4_fifo #(.WIDTH(FLIT_WIDTH + 1), .DEPTH(BUFFER_DEPTH)) u_own_buffer (
        .clk (clk),
        .rst (rst),
        .push (own_valid),
        .passes (1'b0),
        .in ({own_tail, own_data}),
        .pop (pop[${vcs}]),
        .out ({own_tail_out, own_data_out}),
        .nonempty (waiting[${vcs}]),
        .full (own_full)
      );
      assign is_write[${vcs}] = own_data_out[KIND];
      assign comes[${vcs}] = 1'b0;
      assign tail = by_link ? in_tail : from[${vcs}] ? own_tail_out : vc_tail;
      assign data = by_link ? in_data : from[${vcs}] ? own_data_out : vc_data;

      always @(posedge clk) begin
        if (rst) own_credit <= 1'b0;
        else     own_credit <= pop[${vcs}];
      end

      wire unused_full = &{1'b0, own_full};
    end else begin : g_no_own_link
      assign tail = by_link ? in_tail : vc_tail;
      assign data = by_link ? in_data : vc_data;
      always @(posedge clk) own_credit <= 1'b0;
      wire unused_own = &{1'b0, own_valid, own_tail, own_data};
    end
  endgenerate
//# else
  assign tail = by_link ? in_tail : vc_tail;
  assign data = by_link ? in_data : vc_data;
//# endif

  always @(posedge clk) begin
    if (rst) begin
      open             <= ${zero_ways};
      out_credit_valid <= 1'b0;
    end else begin
      if (takes${" & (none | ~head)" if classes > 1}) open <= tail ? ${zero_ways} : by_link ? comes : from;
      out_credit_valid <= (|pop${vcs_of_ways}) | passes;
    end
//# if vcs > 1
    out_credit_vc <= by_link ? in_vc : vc_out;
//# endif
  end
//# endif

`ifdef TORUSMITH_FORMAL
`include "axi4_taker.vh"
`endif

endmodule
`default_nettype wire

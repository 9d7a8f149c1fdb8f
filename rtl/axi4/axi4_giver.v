// axi4_giver: packets of a side of an AXI4 interface into a router's local input${", or over the own link" if own else ""}
// [G1 - G4].
//
//   read_*, write_*  the next packet of either direction:
//     _asks    all that it waits for is there, but a VC
//# if reads_to
//     _to      the lowest bits of its destination, which choose its VC
//# endif
//# if own
//     _own     that is the own node
//# endif
//     _head    its head
//     _given   the head is given in this clock
//   read_can   the head of a read would be given in this clock, if it asked: does not look at read_asks
//   BODIES_OF_WRITES  1: packets of writes have flits behind their heads, and reads have none; 0: those
//              of reads have, but for those whose head is their tail
//# if not order
//   len        of the packet that can have them: its beats less one
//# endif
//   sending    flits behind a head are to follow
//# if classes > 1
//              With BODIES_OF_WRITES = 1 reads are given between them where put = 0
//# endif
//   room       sending, with a credit: a register
//   put, body  a flit behind the head is given, only with room
//   tail       that flit, or with BODIES_OF_WRITES = 0 a read's head, is the last one
//   out_*      the link to the router's local input; out_credit_* its credits
//# if own
//   own_valid, own_credit  the same of the own link, which has head, tail and data of out_*
//   OWN_LINK   0: there is none, and nothing goes to the own node
//# endif
//
// Latency: what is given in one clock is on the link in the next. All outputs but read_can and _given
// are registers.
`default_nettype none

module axi4_giver #(
  parameter FLIT_WIDTH = ${request},
  parameter BUFFER_DEPTH = ${depth},
//# if own
  parameter OWN_LINK = 1,
//# endif
  parameter BODIES_OF_WRITES = 1
) (
  input  wire clk,
  input  wire rst,
//# for way in ["read", "write"]
  input  wire ${way}_asks,
//# if own
  input  wire ${way}_own,
//# endif
//# if reads_to
  input  wire ${width(to_bits)} ${way}_to,
//# endif
  input  wire [FLIT_WIDTH-1:0] ${way}_head,
  output wire ${way}_given,
//# endfor
  output wire read_can,
//# if not order
  input  wire [7:0] len,
//# endif
  output reg  sending,
  output reg  room,
  input  wire put,
  input  wire tail,
  input  wire [FLIT_WIDTH-1:0] body,
  output reg  out_valid,
  output reg  out_head,
  output reg  out_tail,
//# if vcs > 1
  output reg  ${width(vc_bits)} out_vc,
  input  wire ${width(vc_bits)} out_credit_vc,
//# endif
  output reg  [FLIT_WIDTH-1:0] out_data,
//# if own
  output reg  own_valid,
  input  wire own_credit,
//# endif
  input  wire out_credit_valid
);

//# if own
  localparam WAYS = ${vcs} + OWN_LINK;  // the VCs, and the own link

//# endif
  wire ${ways} take;  // a flit is given to it
  wire ${ways} credit_available, credit_after_send;
  reg  gave_read;  // the last packet was a read [G4]
//# if one_way
//# if order
  reg  has_credit;
//# endif
//# else
  reg  ${ways} chosen;  // that of the packet that is being sent, one-hot
//# endif
  wire ${ways} read_way, write_way;  // the one that the head may have, one-hot or zero

  wire reads  = read_asks & (|read_way);
  wire writes = write_asks & (|write_way);
  wire given  = read_given | write_given;
  wire begins = (BODIES_OF_WRITES != 0) ? write_given : read_given & ~tail;
  wire ends   = put & tail;
  wire behind_head = sending${" & ~read_given" if classes > 1};  // the flit that may be given is

//# if classes > 1
  assign read_can    = (|read_way) &
    (sending ? (BODIES_OF_WRITES != 0) & ~put : ~(writes & gave_read));
//# else
  assign read_can    = ~sending & (|read_way) & ~(writes & gave_read);
//# endif
  assign read_given  = read_can & read_asks;
  assign write_given = ~sending & writes & ~(reads & ~gave_read);

  // Credits [G1], and the VC of a packet [G2]
//# if one_way
  assign take = given | put;
//# else
  wire ${ways} way = write_given ? write_way : read_way;
  wire ${width(vcs)} credit;  // one is on the link

  assign take = (way & ${fill_ways("given")}) | (chosen & ${fill_ways("put")});
  always @(posedge clk) if (~sending) chosen <= way;
//# endif
//# if order
//# if one_way

  credit_counter #(.DEPTH(BUFFER_DEPTH)) u_credit (
    .clk (clk),
    .rst (rst),
    .send (take),
    .credit (out_credit_valid),
    .credit_available (credit_available),
    .credit_after_send (credit_after_send)
  );
  always @(posedge clk) has_credit <= rst | (take ? credit_after_send : credit_available);
  assign read_way  = has_credit;
  assign write_way = has_credit;
//# else

  genvar v;
  generate
    for (v = 0; v < ${vcs}; v = v + 1) begin : g_vc
      credit_counter #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk (clk),
        .rst (rst),
        .send (take[v]),
        .credit (credit${"[v]" if vcs > 1 else ""}),
        .credit_available (credit_available[v]),
        .credit_after_send (credit_after_send[v])
      );
    end
  endgenerate

  reg  ${width(vcs)} has_credit;
  always @(posedge clk) begin
    has_credit <= rst ? ${ones(vcs)} :
      (take${vcs_of_ways} & credit_after_send${vcs_of_ways}) | (~take${vcs_of_ways} & credit_available${vcs_of_ways});
  end
//# for way in ["read", "write"]
  assign ${way}_way${vcs_of_ways} = ${in_order(way)};
//# endfor
//# endif
//# else

  // The credits of ${"the VC" if vcs == 1 else "each VC"} are a bar: bit n is set if there are n or more.
//# for v in range(vcs)
  reg  [BUFFER_DEPTH:1] credits_${v};
//# endfor
//# for v in range(vcs)
//# set one = "" if one_way else "[" ~ v ~ "]"
//# set link = "out_credit_valid" if one_way else "credit" if vcs == 1 else "credit" ~ one
  assign credit_available${one} = credits_${v}[1] | ${link};
  assign credit_after_send${one} = credits_${v}[2] | (credits_${v}[1] & ${link});
//# endfor
  always @(posedge clk) begin
//# for v in range(vcs)
//# set one = "" if one_way else "[" ~ v ~ "]"
//# set link = "out_credit_valid" if one_way else "credit" if vcs == 1 else "credit" ~ one
    if (rst) credits_${v} <= {BUFFER_DEPTH{1'b1}};
    else if (take${one} & ~${link}) credits_${v} <= {1'b0, credits_${v}[BUFFER_DEPTH:2]};
    else if (${link} & ~take${one}) credits_${v} <= {credits_${v}[BUFFER_DEPTH-1:1], 1'b1};
//# endfor
  end

  // The VCs with most credits, and whether these are enough for a packet
//# for v in range(vcs)
//# if reuse[v]
  wire [BUFFER_DEPTH:1] offer_${v} = {BUFFER_DEPTH{credits_${v}[BUFFER_DEPTH]}};  // it is empty, or no choice
//# else
  wire [BUFFER_DEPTH:1] offer_${v} = credits_${v};
//# endif
//# endfor
//# for group in groups
  wire [BUFFER_DEPTH:1] ${group.name}most = ${group.offers};
  wire [BUFFER_DEPTH:1] ${group.name}behind = ${group.name}most >> len;
//# if group.vcs > 1
  wire ${width(group.vcs)} ${group.name}lowest;
  lowest_one #(.WIDTH(${group.vcs})) u_${group.name}lowest (
    .in ({${group.matches}}),
    .one (${group.name}lowest)
  );
//# endif
//# endfor
//# for way, group in [("read", groups[0]), ("write", groups[-1])]
  wire ${way}_enough = (BODIES_OF_WRITES ${"!=" if way == "write" else "=="} 0) ?
    ${group.name}most[BUFFER_DEPTH] | ${group.name}behind[${2 if way == "write" else 1}] : ${group.name}most[1];
  assign ${way}_way${vcs_of_ways} = ${group.way(way)};
//# endfor
  wire unused_behind = &{1'b0${", read_behind, write_behind" if classes > 1 else ", behind"}};
//# endif
//# if not one_way
//# if vcs == 1
  assign credit = out_credit_valid;
//# else
  assign credit = {
    ${credit_of_vcs}
  };
//# endif
//# endif
//# if own

  generate
    if (OWN_LINK != 0) begin : g_own_link
      reg some;  // credits

      credit_counter #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk (clk),
        .rst (rst),
        .send (take[${vcs}]),
        .credit (own_credit),
        .credit_available (credit_available[${vcs}]),
        .credit_after_send (credit_after_send[${vcs}])
      );
      always @(posedge clk) begin
        some <= rst | (take[${vcs}] ? credit_after_send[${vcs}] : credit_available[${vcs}]);
        if (rst) own_valid <= 1'b0;
        else     own_valid <= take[${vcs}];
      end
      assign read_way[${vcs}]  = some & read_own;
      assign write_way[${vcs}] = some & write_own;
    end else begin : g_no_own_link
      always @(posedge clk) own_valid <= 1'b0;
      wire unused_credit = &{1'b0, own_credit};
    end
  endgenerate
//# endif

  always @(posedge clk) begin
    if (rst) begin
      sending   <= 1'b0;
      room      <= 1'b0;
      gave_read <= 1'b0;
      out_valid <= 1'b0;
    end else begin
//# if one_way
      if (sending) begin
        sending <= ~ends;
        room    <= ~ends & (put ? credit_after_send : credit_available);
      end else begin
        sending <= begins;
        room    <= begins & credit_after_send;
      end
      out_valid <= take;
//# else
      if (sending) begin
        sending <= ~ends;
        room    <= ~ends & (put ? |(chosen & credit_after_send) : |(chosen & credit_available));
      end else begin
        sending <= begins;
        room    <= begins & (|(way & credit_after_send));
      end
      out_valid <= |take${vcs_of_ways};
//# endif
      if (given) gave_read <= read_given;
    end

    out_head <= ~behind_head;
    out_tail <= behind_head ? tail : ~begins;
//# if vcs > 1
    out_vc   <= behind_head ?
      ${encode("chosen", vcs, 0)} :
      ${encode("way", vcs, 0)};
//# endif
    out_data <= behind_head ? body : write_given ? write_head : read_head;
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_giver.vh"
`endif

endmodule
`default_nettype wire

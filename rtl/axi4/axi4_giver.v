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
//   sending    flits behind a head are to follow: of a write with BODIES_OF_WRITES = 1, else of a
//              read; the others are heads alone
//   room       sending, with a credit: a register
//   put, tail, body  a flit behind the head is given, only with room
//   out_*      the link to the router's local input; out_credit_* its credits
//# if own
//   own_valid, own_credit  the same of the own link, which has head, tail and data of out_*
//   OWN_LINK   0: there is none, and nothing goes to the own node
//# endif
//
// Latency: what is given in one clock is on the link in the next. All outputs but _given are
// registers.
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
  reg  has_credit;
//# if not order
  wire buffer_empty;
//# endif

  wire reads  = read_asks & has_credit;
  wire writes = write_asks & has_credit;
//# else
  reg  ${ways} chosen;  // that of the packet that is being sent, one-hot
  wire ${ways} read_way, write_way;  // the one that the head may have, one-hot or zero
//# if not order
  wire ${ways} buffer_empty;
//# endif

  wire reads  = read_asks & (|read_way);
  wire writes = write_asks & (|write_way);
//# endif
  wire given  = read_given | write_given;
  wire begins = (BODIES_OF_WRITES != 0) ? write_given : read_given;
  wire ends   = put & tail;

  assign read_given  = ~sending & reads & ~(writes & gave_read);
  assign write_given = ~sending & writes & ~(reads & ~gave_read);

  // Credits [G1], and the VC of a packet [G2]
//# if one_way
  assign take = given | put;

  ${counter} #(.DEPTH(BUFFER_DEPTH)) u_credit (
    .clk (clk),
    .rst (rst),
    .send (take),
    .credit (out_credit_valid),
//# if not order
    .buffer_empty (buffer_empty),
//# endif
    .credit_available (credit_available),
    .credit_after_send (credit_after_send)
  );
//# if order
  always @(posedge clk) has_credit <= rst | (take ? credit_after_send : credit_available);
//# else
  always @(posedge clk) has_credit <= rst | (~take & buffer_empty);  // all of them
//# endif
//# else
  wire ${ways} way = write_given ? write_way : read_way;
  wire ${ways} credit;  // one is on the link

  assign take = (way & ${fill_ways("given")}) | (chosen & ${fill_ways("put")});
  always @(posedge clk) if (~sending) chosen <= way;

  genvar v;
  generate
    for (v = 0; v < ${"WAYS" if own else vcs}; v = v + 1) begin : g_way
      ${counter} #(.DEPTH(BUFFER_DEPTH)) u_credit (
        .clk (clk),
        .rst (rst),
        .send (take[v]),
        .credit (credit[v]),
//# if not order
        .buffer_empty (buffer_empty[v]),
//# endif
        .credit_available (credit_available[v]),
        .credit_after_send (credit_after_send[v])
      );
    end
  endgenerate
//# if vcs == 1
  assign credit[0] = out_credit_valid;
//# else
  assign credit${vcs_of_ways} = {
    ${credit_of_vcs}
  };
//# endif

//# if order
  reg  ${width(vcs)} has_credit;
  always @(posedge clk) begin
    has_credit <= rst ? ${ones(vcs)} :
      (take${vcs_of_ways} & credit_after_send${vcs_of_ways}) | (~take${vcs_of_ways} & credit_available${vcs_of_ways});
  end
//# for way in ["read", "write"]
  assign ${way}_way${vcs_of_ways} = ${in_order(way)};
//# endfor
//# else
  reg  ${width(vcs)} empty;  // it has all its credits
  always @(posedge clk) empty <= rst ? ${ones(vcs)} : ~take${vcs_of_ways} & buffer_empty${vcs_of_ways};
//# if vcs > 1
  wire ${width(vcs)} lowest;
  lowest_one #(.WIDTH(${vcs})) u_lowest (
    .in (empty),
    .one (lowest)
  );
//# else
  wire lowest = empty;
//# endif
//# for way in ["read", "write"]
  assign ${way}_way${vcs_of_ways} = lowest${" & " + fill(vcs, "~" + way + "_own") if own else ""};
//# endfor
//# endif
//# if own

  generate
    if (OWN_LINK != 0) begin : g_own_link
      reg some;
      always @(posedge clk) begin
        some <= rst | (take[${vcs}] ? credit_after_send[${vcs}] : credit_available[${vcs}]);
        if (rst) own_valid <= 1'b0;
        else     own_valid <= take[${vcs}];
      end
      assign credit[${vcs}]    = own_credit;
      assign read_way[${vcs}]  = some & read_own;
      assign write_way[${vcs}] = some & write_own;
    end else begin : g_no_own_link
      always @(posedge clk) own_valid <= 1'b0;
      wire unused_credit = &{1'b0, own_credit};
    end
  endgenerate
//# if not order
  wire unused = &{1'b0, buffer_empty};  // of the own link
//# endif
//# endif
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

    out_head <= ~sending;
    out_tail <= sending ? tail : ~begins;
//# if vcs > 1
    out_vc   <= sending ?
      ${encode("chosen", vcs, 0)} :
      ${encode("way", vcs, 0)};
//# endif
    out_data <= sending ? body : write_given ? write_head : read_head;
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_giver.vh"
`endif

endmodule
`default_nettype wire

// axi4_requests: a manager's requests of one direction, up to their issue: three stages [I1], and the
// slots of those in flight [I2].
//
//   valid, ready, id, addr, info  the AXI4 channel; info is all else, with len in its lowest bits
//# if own
//   node       the own address
//# endif
//# if source
//   prepares   the request of stage 2 goes on to stage 3 in this clock; counts: for the network [T7]
//   next_to    its destination
//# endif
//   asks       the request in stage 3 can be issued: nothing in flight keeps it waiting, and slot is
//              free for it. Its fields:
//     to       the destination, 0 if it is wrong
//# if own
//     own      that is the own node
//# endif
//     wrong    it is to be answered here, with resp
//   issued     it leaves in this clock: its slot is busy from the next one on
//   look, look_id  the ID of any busy slot, combinational
//   frees, free_slot  a slot is free from the next clock on
//
// Latency: 3 clocks from the handshake to asks.
`default_nettype none

module axi4_requests #(
  parameter SLOTS = ${read_slots}
) (
  input  wire clk,
  input  wire rst,
//# if own
  input  wire ${vector(address_bits)} node,
//# endif
  input  wire valid,
  output wire ready,
  input  wire ${width(id)} id,
  input  wire ${vector(addr)} addr,
  input  wire ${vector(info)} info,
//# if source
  output wire prepares,
  output wire counts,
  output reg  ${vector(address_bits)} next_to,
//# endif
  output wire asks,
  output reg  ${vector(address_bits)} to,
//# if own
  output reg  own,
//# endif
  output reg  wrong,
  output reg  [1:0] resp,
  output reg  ${width(id)} out_id,
  output reg  ${vector(addr)} out_addr,
  output reg  ${vector(info)} out_info,
  output wire ${width(slot_bits)} slot,
  input  wire issued,
  input  wire ${width(slot_bits)} look,
  output wire ${width(id)} look_id,
  input  wire frees,
  input  wire ${width(slot_bits)} free_slot
);

  localparam [1:0] SLVERR = 2'd2, DECERR = 2'd3;

  // The stages: 1 looks the address up, 2 waits for the routing bits, 3 to be issued
  reg  full_1, full_2, full_3;
  reg  ${width(id)} id_1, id_2;
  reg  ${vector(info)} info_1, info_2;
  reg  ${vector(addr)} addr_1, addr_2;
  reg  wrong_2;
  reg  [1:0] resp_2;
//# if not source
  reg  ${vector(address_bits)} next_to;
  wire prepares;
//# endif

  wire found;
  wire ${vector(address_bits)} range_to;
  wire ${vector(addr)} range_addr;
  wire free_3 = ~full_3 | issued;
  wire free_2 = ~full_2 | free_3;
//# if max_burst < 256
  wire ok_1   = found & (info_1[7:0] <= 8'd${max_burst - 1});  // and not too long
//# else
  wire ok_1   = found;
//# endif
//# if own
  wire own_2  = next_to == node;
//# endif

  assign ready    = ~full_1;
  assign prepares = full_2 & free_3;
//# if source
  assign counts   = prepares & ~wrong_2${" & ~own_2" if own else ""};
//# endif

  axi4_map u_map (
    .addr (addr_1),
    .found (found),
    .to (range_to),
    .mapped (range_addr)
  );

  always @(posedge clk) begin
    if (rst) begin
      full_1 <= 1'b0;
      full_2 <= 1'b0;
      full_3 <= 1'b0;
    end else begin
      full_1 <= full_1 ? ~free_2 : valid;
      full_2 <= full_1 | ~free_2;
      full_3 <= prepares | ~free_3;
    end

    if (~full_1) begin
      id_1   <= id;
      addr_1 <= addr;
      info_1 <= info;
    end
    if (free_2) begin
      id_2    <= id_1;
      addr_2  <= range_addr;
      info_2  <= info_1;
      next_to <= range_to & {${address_bits}{ok_1}};
      wrong_2 <= ~ok_1;
      resp_2  <= found ? SLVERR : DECERR;
    end
    if (free_3) begin
      out_id   <= id_2;
      out_addr <= addr_2;
      out_info <= info_2;
      to       <= next_to;
//# if own
      own      <= own_2 & ~wrong_2;
//# endif
      wrong    <= wrong_2;
      resp     <= resp_2;
    end
  end

  wire in_order, some_free;
  assign asks = full_3 & in_order & some_free;

  axi4_slots #(.SLOTS(SLOTS)) u_slots (
    .clk (clk),
    .rst (rst),
    .id (out_id),
//# if by_destination
    .to (to),
    .wrong (wrong),
//# endif
    .in_order (in_order),
    .some_free (some_free),
    .slot (slot),
    .take (issued),
    .look (look),
    .look_id (look_id),
    .free (frees),
    .free_slot (free_slot)
  );

`ifdef TORUSMITH_FORMAL
`include "axi4_requests.vh"
`endif

endmodule
`default_nettype wire

// axi4_requests: a manager's requests of one direction, up to their issue [I1], and the slots of those
// in flight [I2].
//
//   ${"AR ---> two places ---> look-up ---> routing stage ---> issue stage ---> giver" if source else "AR ---> two places ---> look-up ---> issue stage ---> giver"}
//
//   valid, ready, id, addr, info  the AXI4 channel; info is all else, with len in its lowest bits
//# if own
//   node       the own address
//# endif
//# if source
//   prepares   a request goes from the routing stage to the issue stage in this clock; counts: for the
//              network [T7]
//   next_to    its destination
//# endif
//   asks       the request in the issue stage can be issued: nothing in flight keeps it waiting,
//              and slot is free for it. Its fields:
//     to       the destination, 0 if it is wrong
//# if own
//     own      that is the own node
//# endif
//     wrong    it is to be answered here, with resp
//   issued     it leaves in this clock: its slot is busy from the next one on
//   look, look_id  the ID of any busy slot, combinational
//   frees, free_slot  a slot is free from the next clock on
//
// Latency: ${3 if source else 2} clocks from the handshake to asks.
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

  // Two places, and what the first one's address says
  wire there, leaves;
  wire ${width(id)} first_id;
  wire ${vector(info)} first_info;
  wire ${vector(addr)} first_addr;
  wire found;
  wire ${vector(address_bits)} range_to;
  wire ${vector(addr)} range_addr;
//# if max_burst < 256
  wire right = found & (first_info[7:0] <= 8'd${max_burst - 1});  // and not too long
//# else
  wire right = found;
//# endif
  wire ${vector(address_bits)} first_to = range_to & {${address_bits}{right}};

  axi4_skid_buffer #(.WIDTH(${id + info + addr})) u_places (
    .clk (clk),
    .rst (rst),
    .valid (valid),
    .ready (ready),
    .in ({id, info, addr}),
    .there (there),
    .out ({first_id, first_info, first_addr}),
    .leaves (leaves)
  );

  axi4_map u_map (
    .addr (first_addr),
    .found (found),
    .to (range_to),
    .mapped (range_addr)
  );

  reg  full;  // the issue stage has a request
  wire free = ~full | issued;
//# if source

  // The routing stage
  reg  next_full;
  reg  ${width(id)} next_id;
  reg  ${vector(info)} next_info;
  reg  ${vector(addr)} next_addr;
  reg  next_wrong;
  reg  [1:0] next_resp;
  wire next_free = ~next_full | free;
//# if own
  wire next_own  = next_to == node;
//# endif

  assign leaves   = there & next_free;
  assign prepares = next_full & free;
  assign counts   = prepares & ~next_wrong${" & ~next_own" if own else ""};

  always @(posedge clk) begin
    if (rst) next_full <= 1'b0;
    else     next_full <= there | ~next_free;
    if (next_free) begin
      next_id    <= first_id;
      next_addr  <= range_addr;
      next_info  <= first_info;
      next_to    <= first_to;
      next_wrong <= ~right;
      next_resp  <= found ? SLVERR : DECERR;
    end
  end
//# else

  assign leaves = there & free;
//# endif

  always @(posedge clk) begin
    if (rst) full <= 1'b0;
    else     full <= ${"next_full" if source else "there"} | ~free;
    if (free) begin
//# if source
      out_id   <= next_id;
      out_addr <= next_addr;
      out_info <= next_info;
      to       <= next_to;
//# if own
      own      <= next_own & ~next_wrong;
//# endif
      wrong    <= next_wrong;
      resp     <= next_resp;
//# else
      out_id   <= first_id;
      out_addr <= range_addr;
      out_info <= first_info;
      to       <= first_to;
//# if own
      own      <= (first_to == node) & right;
//# endif
      wrong    <= ~right;
      resp     <= found ? SLVERR : DECERR;
//# endif
    end
  end

  wire in_order, some_free;
  assign asks = full & in_order & some_free;

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

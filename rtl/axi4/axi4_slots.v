// axi4_slots: a manager's requests in flight, of one direction [I2].
//
//   id         of the request that waits to be issued
//# if by_destination
//   to, wrong  its destination; it is answered here. It waits for those of its ID that go elsewhere
//# endif
//   in_order   no busy slot keeps it waiting
//   some_free  there is a free slot, and slot is the lowest
//   take       it is issued in this clock: the slot is busy from the next one on
//   look, look_id  the ID of any busy slot, combinational
//   free, free_slot  a slot is free from the next clock on
`default_nettype none

module axi4_slots #(
  parameter SLOTS = ${read_slots}
) (
  input  wire clk,
  input  wire rst,
  input  wire ${width(id)} id,
//# if by_destination
  input  wire ${vector(address_bits)} to,
  input  wire wrong,
//# endif
  output wire in_order,
  output wire some_free,
  output wire ${width(slot_bits)} slot,
  input  wire take,
  input  wire ${width(slot_bits)} look,
  output wire ${width(id)} look_id,
  input  wire free,
  input  wire ${width(slot_bits)} free_slot
);

  reg  [SLOTS-1:0] busy;
  wire [SLOTS-1:0] lowest;  // of those that are free
  wire [SLOTS-1:0] blocks, looked, frees;
  reg  [SLOTS*${id}-1:0] ids;
//# if by_destination
  reg  [SLOTS*${address_bits + 1}-1:0] wheres;
  wire ${vector(address_bits + 1)} where = {wrong, to};
//# endif

  assign in_order  = ~(|blocks);
  assign some_free = ~(&busy);

  lowest_one #(.WIDTH(SLOTS)) u_lowest (
    .in (~busy),
    .one (lowest)
  );
  onehot_index #(.WIDTH(SLOTS), .INDEX_BITS(${slot_bits})) u_slot (
    .onehot (lowest),
    .index (slot)
  );
  onehot_mux #(.COUNT(SLOTS), .WIDTH(${id})) u_look (
    .select (looked),
    .in (ids),
    .out (look_id)
  );

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
      localparam [31:0] INDEX = s;

      always @(posedge clk) begin
        if (take & lowest[s]) ids[s*${id} +: ${id}] <= id;
//# if by_destination
        if (take & lowest[s]) wheres[s*${address_bits + 1} +: ${address_bits + 1}] <= where;
//# endif
      end
      assign looked[s] = look == INDEX[${slot_bits - 1}:0];
      assign frees[s] = free & (free_slot == INDEX[${slot_bits - 1}:0]);
//# if by_destination
      assign blocks[s] = busy[s] & (ids[s*${id} +: ${id}] == id) &
        (wheres[s*${address_bits + 1} +: ${address_bits + 1}] != where);
//# else
      assign blocks[s] = busy[s] & (ids[s*${id} +: ${id}] == id);
//# endif
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) busy <= {SLOTS{1'b0}};
    else     busy <= (busy & ~frees) | (lowest & {SLOTS{take}});
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_slots.vh"
`endif

endmodule
`default_nettype wire

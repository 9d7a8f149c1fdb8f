// axi4_slots: a manager's requests in flight, of one direction (docs/axi4_interface.md, I2).
//
//   id, to, wrong  the request that waits to be issued
//   in_order   no busy slot keeps it waiting
//   some_free  there is a free slot, and slot is the lowest
//   take       it is issued in this clock: the slot is busy from the next one on
//   look, look_id  the ID of any busy slot, combinational
//   free, free_slot  a slot is free from the next clock on
//   BY_DESTINATION  1: a request waits for those of its ID to other nodes, 0: for all of its ID
`default_nettype none

module axi4_slots #(
  parameter SLOTS        = 4,
  parameter SLOT_BITS    = 2,
  parameter ID_WIDTH     = 4,
  parameter ADDRESS_BITS = 4,
  parameter BY_DESTINATION = 1
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [ID_WIDTH-1:0]     id,
  input  wire [ADDRESS_BITS-1:0] to,
  input  wire                    wrong,
  output wire                    in_order,
  output wire                    some_free,
  output wire [SLOT_BITS-1:0]    slot,
  input  wire                    take,
  input  wire [SLOT_BITS-1:0]    look,
  output wire [ID_WIDTH-1:0]     look_id,
  input  wire                    free,
  input  wire [SLOT_BITS-1:0]    free_slot
);

  localparam WHERE_BITS = ADDRESS_BITS + 1;

  reg  [SLOTS-1:0]            busy;
  wire [SLOTS-1:0]            lowest;
  wire [SLOTS-1:0]            blocks;
  wire [SLOTS-1:0]            looked;
  wire [SLOTS-1:0]            frees;
  wire [SLOTS*ID_WIDTH-1:0]   ids;
  wire [SLOTS*WHERE_BITS-1:0] wheres;
  wire [WHERE_BITS-1:0]       where = {wrong, to};

  assign in_order  = ~(|blocks);
  assign some_free = ~(&busy);

  lowest_one #(.WIDTH(SLOTS)) u_lowest (
    .in (~busy),
    .one(lowest)
  );
  onehot_index #(.WIDTH(SLOTS), .INDEX_BITS(SLOT_BITS)) u_slot (
    .onehot(lowest),
    .index (slot)
  );

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
      localparam [31:0] INDEX = s;
      reg [ID_WIDTH-1:0] its_id;

      always @(posedge clk) if (take & lowest[s]) its_id <= id;
      assign ids[s*ID_WIDTH +: ID_WIDTH] = its_id;
      assign looked[s] = look == INDEX[SLOT_BITS-1:0];
      assign frees[s]  = free & (free_slot == INDEX[SLOT_BITS-1:0]);

      if (BY_DESTINATION != 0) begin : g_where
        reg [WHERE_BITS-1:0] its_where;
        always @(posedge clk) if (take & lowest[s]) its_where <= where;
        assign wheres[s*WHERE_BITS +: WHERE_BITS] = its_where;
        assign blocks[s] = busy[s] & (its_id == id) & (its_where != where);
      end else begin : g_any
        assign wheres[s*WHERE_BITS +: WHERE_BITS] = where;
        assign blocks[s] = busy[s] & (its_id == id);
      end
    end
  endgenerate

  wire unused = &{1'b0, wheres};

  onehot_mux #(.COUNT(SLOTS), .WIDTH(ID_WIDTH)) u_look (
    .select(looked),
    .in    (ids),
    .out   (look_id)
  );

  always @(posedge clk) begin
    if (rst) busy <= {SLOTS{1'b0}};
    else     busy <= (busy & ~frees) | (lowest & {SLOTS{take}});
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_slots.vh"
`endif

endmodule

`default_nettype wire

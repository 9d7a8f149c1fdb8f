// fifo_pointers: the places of an input VC's flits in its buffer of DEPTH slots.
//
//   write, read   a flit comes in; the front flit leaves. Both may happen in one cycle. Never a
//                 write while full, nor a read while empty
//   write_slot    the slot for the next flit
//   front_slot    the slot of the front flit
//   second_slot   the slot of the flit after the front flit
//   not_empty     there is a front flit
//   has_second    there is a flit after the front flit
//   full          there are DEPTH flits
//
// There is no count of flits: where both pointers are equal, not_empty tells full from empty.
`default_nettype none

module fifo_pointers #(
  parameter DEPTH     = 4,
  parameter SLOT_BITS = 2
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 write,
  input  wire                 read,
  output reg  [SLOT_BITS-1:0] write_slot,
  output reg  [SLOT_BITS-1:0] front_slot,
  output wire [SLOT_BITS-1:0] second_slot,
  output reg                  not_empty,
  output wire                 has_second,
  output wire                 full
);

  localparam [31:0] LAST = DEPTH - 1;

  wire [SLOT_BITS-1:0] after_write =
    (write_slot == LAST[SLOT_BITS-1:0]) ? {SLOT_BITS{1'b0}} : write_slot + 1'b1;

  assign second_slot = (front_slot == LAST[SLOT_BITS-1:0]) ? {SLOT_BITS{1'b0}} : front_slot + 1'b1;
  assign has_second  = not_empty & (write_slot != second_slot);
  assign full        = not_empty & (write_slot == front_slot);

  always @(posedge clk) begin
    if (rst) begin
      write_slot <= {SLOT_BITS{1'b0}};
      front_slot <= {SLOT_BITS{1'b0}};
      not_empty  <= 1'b0;
    end else begin
      if (write) write_slot <= after_write;
      if (read) front_slot <= second_slot;
      not_empty <= write | (read ? has_second : not_empty);
    end
  end

`ifdef TORUSMITH_FORMAL
`include "fifo_pointers.vh"
`endif

endmodule
`default_nettype wire

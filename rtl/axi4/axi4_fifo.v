// axi4_fifo: first in, first out, of DEPTH >= 1 words (docs/axi4_interface.md).
//
//   push, in   a word comes in; never when full
//   passes     it goes past the words and does not stay: known late, so that it is written all the same
//   pop        the front word leaves; never when there is none
//   out        the front word, read asynchronously
//   nonempty   there is one
//   full       there are DEPTH words
//
// A word pushed in one clock is there in the next.
`default_nettype none

module axi4_fifo #(
  parameter WIDTH = 8,
  parameter DEPTH = 4
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             push,
  input  wire             passes,
  input  wire [WIDTH-1:0] in,
  input  wire             pop,
  output wire [WIDTH-1:0] out,
  output wire             nonempty,
  output wire             full
);

  function integer clog2;
    input integer value;
    begin
      clog2 = 0;
      while ((1 << clog2) < value) clog2 = clog2 + 1;
    end
  endfunction

  generate
    if (DEPTH == 1) begin : g_one
      reg             there;
      reg [WIDTH-1:0] word;

      always @(posedge clk) begin
        if (rst) there <= 1'b0;
        else     there <= (push & ~passes) | (there & ~pop);
        if (push) word <= in;
      end

      assign out      = word;
      assign nonempty = there;
      assign full     = there;
    end else begin : g_many
      localparam PTR_BITS = clog2(DEPTH);
      wire [PTR_BITS-1:0] wr, rd, rd_next;
      wire                more;

      fifo_pointers #(.DEPTH(DEPTH), .SLOT_BITS(PTR_BITS)) u_pointers (
        .clk        (clk),
        .rst        (rst),
        .write      (push & ~passes),
        .read       (pop),
        .write_slot (wr),
        .front_slot (rd),
        .second_slot(rd_next),
        .not_empty  (nonempty),
        .has_second (more),
        .full       (full)
      );
      flit_buffer #(
        .WIDTH    (WIDTH),
        .SLOTS    (DEPTH),
        .SLOT_BITS(PTR_BITS)
      ) u_words (
        .clk       (clk),
        .write     (push),
        .write_slot(wr),
        .write_word(in),
        .read_slot (rd),
        .read_word (out)
      );

      wire unused = &{1'b0, rd_next, more};
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "axi4_fifo.vh"
`endif

endmodule
`default_nettype wire

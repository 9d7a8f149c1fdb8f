// rr_arbiter: round robin among WIDTH requesters (docs/router.md, SA4).
//
//   req   who asks
//   step  move the pointer to the place after the one granted in this clock; only while one is
//   gnt   one-hot, zero if nobody asks; combinational from req and the pointer
//
// The pointer p is kept as the set of requesters after the one served last, {p, p+1, ..}: no
// decoder and no modulo. Set and unset bits both empty stand for p = 0, so bit 0 needs no register.
`default_nettype none

module rr_arbiter #(
  parameter WIDTH = 4
) (
  input  wire             clk,
  input  wire             rst,
  input  wire [WIDTH-1:0] req,
  input  wire             step,
  output wire [WIDTH-1:0] gnt
);

  generate
    if (WIDTH == 1) begin : g_one
      assign gnt = req;
      wire unused = &{1'b0, clk, rst, step};
    end else begin : g_many
      reg  [WIDTH-1:1] from_pointer;
      wire [WIDTH-1:0] first = req & {from_pointer, 1'b0};
      wire [WIDTH-1:0] gnt_first;
      wire [WIDTH-1:0] gnt_any;

      lowest_one #(.WIDTH(WIDTH)) u_first (.in(first), .one(gnt_first));
      lowest_one #(.WIDTH(WIDTH)) u_any (.in(req), .one(gnt_any));

      assign gnt = gnt_first | (gnt_any & ~{WIDTH{|first}});

      integer i;
      always @(posedge clk) begin
        if (rst) begin
          from_pointer <= {(WIDTH - 1){1'b0}};
        end else if (step) begin
          from_pointer[1] <= gnt[0];
          for (i = 2; i < WIDTH; i = i + 1) from_pointer[i] <= |(gnt & ~({WIDTH{1'b1}} << i));
        end
      end
    end
  endgenerate

`ifdef TORUSMITH_FORMAL
`include "rr_arbiter.vh"
`endif

endmodule

`default_nettype wire

// sva_rr_arbiter: round robin [SA4], by a pointer of its own.
/* verilator lint_off WIDTH */
`default_nettype none

module rr_arbiter #(
  parameter WIDTH = 4
) (
  input wire             clk,
  input wire             rst,
  input wire [WIDTH-1:0] request,
  input wire             advance,
  input wire [WIDTH-1:0] grant
);

  reg [7:0]       pointer;
  reg [WIDTH-1:0] first;
  always @* begin
    first = 0;
    for (int k = WIDTH - 1; k >= 0; k--) if (request[(pointer + k) % WIDTH]) first = WIDTH'(1) << ((pointer + k) % WIDTH);
  end
  always @(posedge clk) begin
    if (rst) pointer <= 0;
    else if (advance) for (int k = 0; k < WIDTH; k++) if (first[k]) pointer <= (k + 1) % WIDTH;
  end

  assert_SA4_first_from_the_pointer_on: assert property (@(posedge clk) disable iff (rst)
    grant == first) else $error("SA4: another requester than the first from the pointer on");
  assert_SA4_one_grant: assert property (@(posedge clk) disable iff (rst)
    (grant & (grant - 1'b1)) == 0) else $error("SA4: two grants");
  assert_SA4_advance_only_with_a_request: assert property (@(posedge clk) disable iff (rst)
    advance |-> request != 0) else $error("SA4: the pointer moves without a request");
  cover_SA4_wraps_around: cover property (@(posedge clk) disable iff (rst) first != 0 && (first >> pointer) == 0);

endmodule
`default_nettype wire

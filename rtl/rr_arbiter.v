// rr_arbiter: round robin among WIDTH requesters (docs/router.md, SA4).
//
//   req   who asks
//   step  move the pointer behind the one that is granted in this clock; only while one is
//   gnt   one-hot, zero if nobody asks; combinational from req and the pointer
//
// The pointer p is kept as the set of requesters behind the one served last, {p, p+1, ..}: no
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
      reg  [WIDTH-1:1] behind;
      wire [WIDTH-1:0] first = req & {behind, 1'b0};
      wire [WIDTH-1:0] gnt_first;
      wire [WIDTH-1:0] gnt_any;

      lowest_one #(.WIDTH(WIDTH)) u_first (.in(first), .one(gnt_first));
      lowest_one #(.WIDTH(WIDTH)) u_any (.in(req), .one(gnt_any));

      assign gnt = gnt_first | (gnt_any & ~{WIDTH{|first}});

      integer i;
      always @(posedge clk) begin
        if (rst) begin
          behind <= {(WIDTH - 1){1'b0}};
        end else if (step) begin
          behind[1] <= gnt[0];
          for (i = 2; i < WIDTH; i = i + 1) behind[i] <= |(gnt & ~({WIDTH{1'b1}} << i));
        end
      end
    end
  endgenerate

`ifdef FORMAL
  // SA4 by the letter: a pointer, and the first requester in the order pointer, .., WIDTH-1, 0, ..,
  // pointer-1.
  reg [7:0]       pointer;
  reg [WIDTH-1:0] chosen;
  integer         j, k;

  initial assume (rst);

  always @(posedge clk) begin
    if (rst) pointer <= 0;
    else if (step) for (j = 0; j < WIDTH; j = j + 1) if (gnt[j]) pointer <= (j + 1) % WIDTH;
  end

  always @* begin
    chosen = 0;
    for (k = 0; k < WIDTH; k = k + 1) if (req[k] && k >= pointer && chosen == 0) chosen[k] = 1;
    for (k = 0; k < WIDTH; k = k + 1) if (req[k] && k <  pointer && chosen == 0) chosen[k] = 1;
    assume (!step || req != 0);
    if (!rst) begin
      assert (gnt == chosen);
      assert ((gnt & (gnt - 1'b1)) == 0);
      assert ((gnt & ~req) == 0);
      assert ((gnt != 0) == (req != 0));
      assert (pointer < WIDTH);
    end
  end

  // Whoever goes on asking is served within WIDTH grants: `watched`, any of them, was passed over
  // `passed` times since it asks, and `rank` others come before it.
  reg  [7:0] watched, passed;
  reg        asking, served;
  wire [7:0] rank = (watched >= pointer) ? watched - pointer : watched + WIDTH - pointer;
  integer    m;

  always @* begin
    asking = 1'b0;
    served = 1'b0;
    for (m = 0; m < WIDTH; m = m + 1) begin
      if (watched == m) asking = req[m];
      if (watched == m) served = gnt[m];
    end
    assume (watched < WIDTH);
    if (!rst) assert (passed + rank < WIDTH);
  end

  always @(posedge clk) begin
    watched <= watched;
    passed  <= (rst || !asking || (served && step)) ? 0 : passed + step;
  end

  // What the induction needs to know of the registers.
  generate
    if (WIDTH > 1) begin : g_formal
      integer n;
      always @* begin
        for (n = 1; n < WIDTH; n = n + 1) begin
          if (!rst) assert (g_many.behind[n] == (pointer != 0 && n >= pointer));
        end
      end
    end
  endgenerate
`endif

endmodule

`default_nettype wire

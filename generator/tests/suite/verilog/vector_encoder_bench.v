// Prints what vector_encoder gives for every (dx, dy), x in the outer loop, from the source (X, Y). Macros:
// ENCODER, SIDE_BITS, MAX_RANK, X, Y.
module vector_encoder_bench;

  localparam SIDE = 1 << `SIDE_BITS;

  reg  [`SIDE_BITS-1:0] from_x, from_y, to_x, to_y;
  wire [6*`MAX_RANK+8:0] route;
  integer dx, dy;

  `ENCODER #(.SIDE_BITS(`SIDE_BITS), .MAX_RANK(`MAX_RANK)) dut (
    .from({from_y, from_x}), .to({to_y, to_x}), .route(route)
  );

  initial begin
    from_x = `X;
    from_y = `Y;
    for (dx = 0; dx < SIDE; dx = dx + 1) begin
      for (dy = 0; dy < SIDE; dy = dy + 1) begin
        to_x = from_x + dx;
        to_y = from_y + dy;
        #1 $display("%h", route);
      end
    end
  end

endmodule

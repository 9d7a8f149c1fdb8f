// Read data at a manager (docs/axi4_interface.md, RS3): places are taken when a read is issued, and a
// beat comes only for a read that was, with any manager and any subordinates. The buffer is never
// pushed when full nor popped when empty: what its pointers assume of their user is proved here.
module axi4_places #(
  parameter BEATS = 4
) (
  input wire       clk,
  input wire       rst,
  input wire       issue,   // a read would go out
  input wire [7:0] len,
  input wire       comes,   // a beat would come
  input wire       tail,
  input wire       rready
);

  wire        fits, err_idle, rvalid, rlast, frees;
  wire [1:0]  next_slot, r_slot;
  wire [4:0]  r_data;
  wire        rid;
  wire        reserve = issue & fits;
  reg  [10:0] awaited;  // beats of reads that were issued and have not come
  wire        enters = comes & (awaited > 0);

  always @(posedge clk) begin
    if (rst) awaited <= 11'd0;
    else     awaited <= awaited + (reserve ? {3'd0, len} + 11'd1 : 11'd0) - {10'd0, enters};
  end

  dut_axi4_read_data #(
    .DATA_WIDTH(2),
    .WIDTH     (5),
    .BEATS     (BEATS),
    .SLOT_BITS (2),
    .ID_WIDTH  (1)
  ) u_data (
    .clk      (clk),
    .rst      (rst),
    .enters   (enters),
    .slot     (2'd0),
    .tail     (tail),
    .data     (5'd0),
    .len      (len),
    .fits     (fits),
    .reserve  (reserve),
    .err_start(1'b0),
    .err_slot (2'd0),
    .err_resp (2'd0),
    .err_idle (err_idle),
    .next_slot(next_slot),
    .next_id  (1'b0),
    .rvalid   (rvalid),
    .rready   (rready),
    .rid      (rid),
    .r_data   (r_data),
    .rlast    (rlast),
    .frees    (frees),
    .r_slot   (r_slot)
  );

  // Connected to the counts of the manager's side and of the pointers' own properties.
  wire [10:0] places;
  wire [7:0]  words;

  initial assume (rst);

  always @* begin
    if (!rst) begin
      assert (places + awaited + words == BEATS);
      assert (places <= BEATS && awaited <= BEATS);
      assert (!enters || words < BEATS);
    end
  end

endmodule

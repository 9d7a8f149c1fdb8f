// Acknowledgements at a manager (docs/axi4_interface.md, I5, RS1, RS2): a write is issued while a slot
// is free, and each has one response, of the network or of the dropper, with any manager and any
// subordinates. The buffers of write data and of responses are never pushed when full nor popped
// when empty: what their pointers assume of their user is proved here.
module axi4_responses #(
  parameter SLOTS = 4
) (
  input wire       clk,
  input wire       rst,
  input wire       issue,  // a write would go out
  input wire       wrong,  // it is one of no range
  input wire       comes,  // a response would come from the network
  input wire       valid,  // a beat of a write
  input wire       last,
  input wire       bready
);

  localparam [4:0] MOST = SLOTS;

  reg  [4:0] in_flight;  // busy slots
  reg  [4:0] awaited;    // writes in the network whose response has not come
  wire       ready, whole, front, tail, idle, dropping, done, sunk, bvalid, bid, buser, frees;
  wire [1:0] slot, resp, next_slot, bresp, b_slot;
  wire       takes  = issue & (in_flight < MOST) & (~wrong | idle);
  wire       enters = comes & (awaited > 0);

  always @(posedge clk) begin
    if (rst) begin
      in_flight <= 5'd0;
      awaited   <= 5'd0;
    end else begin
      in_flight <= in_flight + {4'd0, takes} - {4'd0, frees};
      awaited   <= awaited + {4'd0, takes & ~wrong} - {4'd0, enters};
    end
  end

  dut_axi4_write_data #(
    .WIDTH    (1),
    .DEPTH    (4),
    .SLOT_BITS(2)
  ) u_data (
    .clk      (clk),
    .rst      (rst),
    .valid    (valid),
    .ready    (ready),
    .data     (1'b0),
    .last     (last),
    .whole    (whole),
    .front    (front),
    .tail     (tail),
    .take     (1'b0),
    .drop     (takes & wrong),
    .drop_slot(2'd0),
    .drop_resp(2'd3),
    .idle     (idle),
    .dropping (dropping),
    .done     (done),
    .slot     (slot),
    .resp     (resp),
    .sunk     (sunk)
  );

  dut_axi4_write_responses #(
    .SLOTS     (SLOTS),
    .SLOT_BITS (2),
    .ID_WIDTH  (1),
    .USER_WIDTH(1)
  ) u_answers (
    .clk      (clk),
    .rst      (rst),
    .enters   (enters),
    .slot     (2'd0),
    .resp     (2'd0),
    .user     (1'b0),
    .done     (done),
    .done_slot(slot),
    .done_resp(resp),
    .sunk     (sunk),
    .next_slot(next_slot),
    .next_id  (1'b0),
    .bvalid   (bvalid),
    .bready   (bready),
    .bid      (bid),
    .bresp    (bresp),
    .buser    (buser),
    .frees    (frees),
    .b_slot   (b_slot)
  );

  // Connected to the count of the pointers' own properties.
  wire [7:0] words;

  initial assume (rst);

  always @* begin
    if (!rst) begin
      assert (in_flight == awaited + words + bvalid + (dropping | done));
      assert (in_flight <= MOST && awaited <= MOST && words <= MOST);
      assert (!(dropping && done));
      assert (!(enters || done) || words < MOST);
    end
  end

endmodule

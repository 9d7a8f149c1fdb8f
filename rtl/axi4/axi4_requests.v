// axi4_requests: the three stages that a manager's request of one direction goes through
// (docs/axi4_interface.md, I1).
//
//   valid, ready, id, addr, info  the AXI4 channel; info is all else, with len in its lowest bits
//   node       the own address
//   looked_up  the address of the request in stage 1; for it, combinational:
//     found    a range holds it, range_to the node of that, range_addr the address as it goes on
//   prepares   the request of stage 2 goes on to stage 3 in this clock
//   counts     and it is for the network: T7 counts it
//   next_to    its destination
//   asks       there is a request in stage 3; its fields:
//     to       the destination, 0 if it is wrong
//     own      that is the own node
//     wrong    it is to be answered here, with resp
//   issued     it leaves in this clock
//
// Latency: 3 clocks from the handshake to asks. All outputs but prepares and counts are registers.
`default_nettype none

module axi4_requests #(
  parameter ADDR_WIDTH   = 32,
  parameter ID_WIDTH     = 4,
  parameter INFO_WIDTH   = 29,
  parameter ADDRESS_BITS = 4,
  parameter MAX_BURST    = 64
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [ADDRESS_BITS-1:0] node,
  input  wire                    valid,
  output wire                    ready,
  input  wire [ID_WIDTH-1:0]     id,
  input  wire [ADDR_WIDTH-1:0]   addr,
  input  wire [INFO_WIDTH-1:0]   info,
  output reg  [ADDR_WIDTH-1:0]   looked_up,
  input  wire                    found,
  input  wire [ADDRESS_BITS-1:0] range_to,
  input  wire [ADDR_WIDTH-1:0]   range_addr,
  output wire                    prepares,
  output wire                    counts,
  output reg  [ADDRESS_BITS-1:0] next_to,
  output reg                     asks,
  output reg  [ADDRESS_BITS-1:0] to,
  output reg                     own,
  output reg                     wrong,
  output reg  [1:0]              resp,
  output reg  [ID_WIDTH-1:0]     out_id,
  output reg  [ADDR_WIDTH-1:0]   out_addr,
  output reg  [INFO_WIDTH-1:0]   out_info,
  input  wire                    issued
);

  localparam [1:0] SLVERR = 2'd2;
  localparam [1:0] DECERR = 2'd3;

  reg                  full_1, full_2;
  reg [ID_WIDTH-1:0]   id_1, id_2;
  reg [INFO_WIDTH-1:0] info_1, info_2;
  reg [ADDR_WIDTH-1:0] addr_2;
  reg                  wrong_2;
  reg [1:0]            resp_2;

  wire      free_3 = ~asks | issued;
  wire      free_2 = ~full_2 | free_3;
  wire      own_2  = next_to == node;
  wire      long_1;  // more beats than MAX_BURST
  wire      ok_1   = found & ~long_1;

  generate
    if (MAX_BURST < 256) begin : g_long
      localparam [31:0] MOST = MAX_BURST - 1;
      assign long_1 = info_1[7:0] > MOST[7:0];
    end else begin : g_any_length
      assign long_1 = 1'b0;
    end
  endgenerate

  assign ready    = ~full_1;
  assign prepares = full_2 & free_3;
  assign counts   = prepares & ~wrong_2 & ~own_2;

  always @(posedge clk) begin
    if (rst) begin
      full_1 <= 1'b0;
      full_2 <= 1'b0;
      asks   <= 1'b0;
    end else begin
      full_1 <= full_1 ? ~free_2 : valid;
      full_2 <= full_1 | ~free_2;
      asks   <= prepares | ~free_3;
    end

    if (~full_1) begin
      id_1      <= id;
      looked_up <= addr;
      info_1    <= info;
    end
    if (free_2) begin
      id_2    <= id_1;
      addr_2  <= range_addr;
      info_2  <= info_1;
      next_to <= range_to & {ADDRESS_BITS{ok_1}};
      wrong_2 <= ~ok_1;
      resp_2  <= found ? SLVERR : DECERR;
    end
    if (free_3) begin
      out_id   <= id_2;
      out_addr <= addr_2;
      out_info <= info_2;
      to       <= next_to;
      own      <= own_2 & ~wrong_2;
      wrong    <= wrong_2;
      resp     <= resp_2;
    end
  end

`ifdef TORUSMITH_FORMAL
`include "axi4_requests.vh"
`endif

endmodule

`default_nettype wire

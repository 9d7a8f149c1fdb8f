// @{ c.slug }@_node: one node of the network: a router with each link as two bundles.
//
//   address     this node's address, sampled while rst is 1 (Z2)
//   NODE_CONSTANT  1: it never changes, see @{ c.slug }@_router
//   flit_*      ports 1 and up, port p at [(p-1)*FLIT_BITS +: FLIT_BITS]:
//               valid, head, tail, vc, data
//   credit_*    the same ports, [(p-1)*CREDIT_BITS +: CREDIT_BITS]: valid, vc. credit_out goes to
//               the sender of flit_in, credit_in comes from the receiver of flit_out
//   local_*     port 0
`default_nettype none

module @{ c.slug }@_node #(
<% include "partials/parameters.v" %>,
<%- if c.irregular %>
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
<%- endif %>
  parameter NODE_CONSTANT = 0,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire [@{ c.address_bits - 1 }@:0]               address,
  input  wire [@{ c.num_ports - 1 }@*FLIT_BITS-1:0]   flit_in,
  output wire [@{ c.num_ports - 1 }@*CREDIT_BITS-1:0] credit_out,
  output wire [@{ c.num_ports - 1 }@*FLIT_BITS-1:0]   flit_out,
  input  wire [@{ c.num_ports - 1 }@*CREDIT_BITS-1:0] credit_in,
  input  wire                     local_in_valid,
  input  wire                     local_in_head,
  input  wire                     local_in_tail,
  input  wire [@{ c.vc_bits }@-1:0]       local_in_vc,
  input  wire [FLIT_WIDTH-1:0]    local_in_data,
  output wire                     local_in_credit_valid,
  output wire [@{ c.vc_bits }@-1:0]       local_in_credit_vc,
  output wire                     local_out_valid,
  output wire                     local_out_head,
  output wire                     local_out_tail,
  output wire [@{ c.vc_bits }@-1:0]       local_out_vc,
  output wire [FLIT_WIDTH-1:0]    local_out_data,
  input  wire                     local_out_credit_valid,
  input  wire [@{ c.vc_bits }@-1:0]       local_out_credit_vc,
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire                     clear_error,
  output wire [2:0]               error
);

  localparam NUM_PORTS = @{ c.num_ports }@;

  wire [NUM_PORTS-1:0]            in_valid, in_head, in_tail, in_credit_valid;
  wire [NUM_PORTS-1:0]            out_valid, out_head, out_tail, out_credit_valid;
  wire [NUM_PORTS*@{ c.vc_bits }@-1:0]    in_vc, in_credit_vc, out_vc, out_credit_vc;
  wire [NUM_PORTS*FLIT_WIDTH-1:0] in_data, out_data;

  assign {in_valid[0], in_head[0], in_tail[0]} = {local_in_valid, local_in_head, local_in_tail};
  assign in_vc[@{ c.vc_bits }@-1:0]         = local_in_vc;
  assign in_data[FLIT_WIDTH-1:0]    = local_in_data;
  assign local_in_credit_valid      = in_credit_valid[0];
  assign local_in_credit_vc         = in_credit_vc[@{ c.vc_bits }@-1:0];
  assign local_out_valid            = out_valid[0];
  assign local_out_head             = out_head[0];
  assign local_out_tail             = out_tail[0];
  assign local_out_vc               = out_vc[@{ c.vc_bits }@-1:0];
  assign local_out_data             = out_data[FLIT_WIDTH-1:0];
  assign out_credit_valid[0]        = local_out_credit_valid;
  assign out_credit_vc[@{ c.vc_bits }@-1:0] = local_out_credit_vc;

  genvar link;
  generate
    for (link = 1; link < NUM_PORTS; link = link + 1) begin : g_port
      assign {in_valid[link], in_head[link], in_tail[link],
              in_vc[link*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
              in_data[link*FLIT_WIDTH +: FLIT_WIDTH]} = flit_in[(link-1)*FLIT_BITS +: FLIT_BITS];
      assign flit_out[(link-1)*FLIT_BITS +: FLIT_BITS] = {
        out_valid[link], out_head[link], out_tail[link],
        out_vc[link*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
        out_data[link*FLIT_WIDTH +: FLIT_WIDTH]
      };
      assign credit_out[(link-1)*CREDIT_BITS +: CREDIT_BITS] =
        {in_credit_valid[link], in_credit_vc[link*@{ c.vc_bits }@ +: @{ c.vc_bits }@]};
      assign {out_credit_valid[link], out_credit_vc[link*@{ c.vc_bits }@ +: @{ c.vc_bits }@]} =
        credit_in[(link-1)*CREDIT_BITS +: CREDIT_BITS];
    end
  endgenerate

  @{ c.slug }@_router #(
    .FLIT_WIDTH   (FLIT_WIDTH),
    .BUFFER_DEPTH (BUFFER_DEPTH),
<%- if c.irregular %>
    .PORTS_PRESENT(PORTS_PRESENT),
<%- endif %>
    .NODE_CONSTANT(NODE_CONSTANT)
  ) u_router (
    .clk             (clk),
    .rst             (rst),
    .node            (address),
    .in_valid        (in_valid),
    .in_head         (in_head),
    .in_tail         (in_tail),
    .in_vc           (in_vc),
    .in_data         (in_data),
    .in_credit_valid (in_credit_valid),
    .in_credit_vc    (in_credit_vc),
    .out_valid       (out_valid),
    .out_head        (out_head),
    .out_tail        (out_tail),
    .out_vc          (out_vc),
    .out_data        (out_data),
    .out_credit_valid(out_credit_valid),
    .out_credit_vc   (out_credit_vc),
<%- if c.counters %>
    .counter_address (counter_address),
    .counter_data    (counter_data),
    .counter_clear   (counter_clear),
<%- endif %>
    .clear_error     (clear_error),
    .error           (error)
  );

endmodule

`default_nettype wire

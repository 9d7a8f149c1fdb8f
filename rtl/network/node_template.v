// @{ c.slug }@_node: one @{ c.is() }@ of the network@{ c.of_router() }@ with each link as two bundles.
//
//   address     this @{ c.is() }@'s address, sampled while rst is 1 [Z2]
//   NODE_CONSTANT  1: it never changes, see @{ c.slug }@_router
//   flit_*      links to the neighbours, port p at [(p-@{ c.locals }@)*FLIT_BITS +: FLIT_BITS]:
//               {valid, head, tail, vc, data}. Ports:
//               @{ links }@
//   credit_*    the other direction of the same links, at [(p-@{ c.locals }@)*CREDIT_BITS +: CREDIT_BITS]:
//               {valid, vc}. credit_out goes to the sender of flit_in, credit_in comes from the
//               receiver of flit_out
//   local_*     @{ c.local_text() }@, see @{ c.slug }@_router
//
// No latency of its own: all is wires.
`default_nettype none

module @{ c.slug }@_node #(
<% include "partials/parameters.v" %>,
<%- if c.irregular %>
  parameter [@{ c.num_ports - 1 }@:0] PORTS_PRESENT = @{ c.num_ports }@'b@{ c.all_ports }@,
<%- endif %>
<%- if c.num_links != 0 %>
  parameter NODE_CONSTANT = 0,
  parameter FLIT_BITS    = @{ c.vc_bits + 3 }@ + FLIT_WIDTH,
  parameter CREDIT_BITS  = @{ c.vc_bits + 1 }@
<%- else %>
  parameter NODE_CONSTANT = 0
<%- endif %>
) (
<% include "partials/link_bundles.v" %>
<%- for (direction, flit, credit) in [("in", "input  wire", "output wire"), ("out", "output wire", "input  wire")] %>
  @{ flit }@ @{ c.range(c.locals) }@local_@{ direction }@_valid,
  @{ flit }@ @{ c.range(c.locals) }@local_@{ direction }@_head,
  @{ flit }@ @{ c.range(c.locals) }@local_@{ direction }@_tail,
  @{ flit }@ @{ c.local_vcs() }@local_@{ direction }@_vc,
  @{ flit }@ @{ c.local_data() }@ local_@{ direction }@_data,
  @{ credit }@ @{ c.range(c.locals) }@local_@{ direction }@_credit_valid,
  @{ credit }@ @{ c.local_vcs() }@local_@{ direction }@_credit_vc,
<%- endfor %>
<%- if c.counters %>
  input  wire [@{ c.counter_bits - 1 }@:0] counter_address,
  output wire [31:0] counter_data,
  input  wire counter_clear,
<%- endif %>
  input  wire clear_error,
  output wire [@{ 3 * c.locals - 1 }@:0] error
);

  wire [@{ c.num_ports - 1 }@:0] in_valid, in_head, in_tail, in_credit_valid;
  wire [@{ c.num_ports - 1 }@:0] out_valid, out_head, out_tail, out_credit_valid;
  wire @{ c.vcs_range() }@ in_vc, in_credit_vc, out_vc, out_credit_vc;
  wire [@{ c.num_ports }@*FLIT_WIDTH-1:0] in_data, out_data;

  // @{ c.ports_text() }@
  assign {in_valid@{ c.local_ports() }@, in_head@{ c.local_ports() }@, in_tail@{ c.local_ports() }@} = {local_in_valid, local_in_head, local_in_tail};
  assign in_vc@{ c.local_vc() }@ = local_in_vc;
  assign in_data@{ c.local_data() }@ = local_in_data;
  assign {local_in_credit_valid, local_in_credit_vc} =
    {in_credit_valid@{ c.local_ports() }@, in_credit_vc@{ c.local_vc() }@};

  assign {local_out_valid, local_out_head, local_out_tail} =
    {out_valid@{ c.local_ports() }@, out_head@{ c.local_ports() }@, out_tail@{ c.local_ports() }@};
  assign local_out_vc = out_vc@{ c.local_vc() }@;
  assign local_out_data = out_data@{ c.local_data() }@;
  assign {out_credit_valid@{ c.local_ports() }@, out_credit_vc@{ c.local_vc() }@} =
    {local_out_credit_valid, local_out_credit_vc};
<%- if c.num_links != 0 %>

  // Ports @{ c.locals }@ and up
  genvar link;
  generate
    for (link = @{ c.locals }@; link < @{ c.num_ports }@; link = link + 1) begin : g_link
      assign {
        in_valid[link], in_head[link], in_tail[link], in_vc@{ c.vc_of("link") }@,
        in_data[link*FLIT_WIDTH +: FLIT_WIDTH]
      } = flit_in[(link-@{ c.locals }@)*FLIT_BITS +: FLIT_BITS];
      assign credit_out[(link-@{ c.locals }@)*CREDIT_BITS +: CREDIT_BITS] =
        {in_credit_valid[link], in_credit_vc@{ c.vc_of("link") }@};

      assign flit_out[(link-@{ c.locals }@)*FLIT_BITS +: FLIT_BITS] = {
        out_valid[link], out_head[link], out_tail[link], out_vc@{ c.vc_of("link") }@,
        out_data[link*FLIT_WIDTH +: FLIT_WIDTH]
      };
      assign {out_credit_valid[link], out_credit_vc@{ c.vc_of("link") }@} =
        credit_in[(link-@{ c.locals }@)*CREDIT_BITS +: CREDIT_BITS];
    end
  endgenerate
<%- endif %>

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

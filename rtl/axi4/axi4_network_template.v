// @{ c.slug }@_axi4_network: an AXI4 interconnect over @{ c.network }@ (docs/axi4_interface.md):
// a network for requests, one for responses, and the sides of its nodes.
//
//   s_axi_*   @{ managers }@ managers, side by side in the order of their nodes: @{ manager_nodes }@
//   m_axi_*   @{ subordinates }@ subordinates, the same: @{ subordinate_nodes }@
//   clear_error  sets error back
//   error     eight bits a node: 0 to 2 of its router in the request network, 3 to 5 of that in the
//             response network, see @{ c.slug }@_router; 6 and 7 of its manager side, see
//             @{ c.slug }@_axi4_manager
`default_nettype none

module @{ c.slug }@_axi4_network #(
  parameter BUFFER_DEPTH = @{ c.buffer_depth }@
) (
  input  wire clk,
  input  wire rst,
<%- for signal in manager %>
  @{ signal.declared_for(managers) }@,
<%- endfor %>
<%- for signal in subordinate %>
  @{ signal.declared_for(subordinates) }@,
<%- endfor %>
  input  wire clear_error,
  output wire [@{ 8 * c.nodes - 1 }@:0] error
);

  localparam NODES        = @{ c.nodes }@;
  localparam ADDRESS_BITS = @{ c.address_bits }@;
  localparam REQUEST      = @{ a.request() }@;  // bits of a flit of the request network
  localparam RESPONSE     = @{ a.response() }@;  // and of the response network

  // A bit for each node
  localparam [NODES-1:0] MANAGERS     = @{ manager_mask }@;
  localparam [NODES-1:0] SUBORDINATES = @{ subordinate_mask }@;

  // How many nodes below `node` are in a set
  function integer rank;
    input [NODES-1:0] set;
    input integer     node;
    integer           below;
    begin
      rank = 0;
      for (below = 0; below < node; below = below + 1) if (set[below]) rank = rank + 1;
    end
  endfunction
<%- if let Some(levels) = c.reset_tree %>

  // Every side leaves reset with the routers, LEVELS clocks behind rst (Z4).
  wire [NODES-1:0] node_rst;

  @{ c.slug }@_reset_tree #(.LEAVES(NODES), .LEVELS(@{ levels }@)) u_reset_tree (
    .clk(clk),
    .rst(rst),
    .out(node_rst)
  );
  wire unused_rst = &{1'b0, node_rst};  // of nodes without a side
<%- endif %>
<% for (name, width) in [("request", "REQUEST"), ("response", "RESPONSE")] %>
  // The local ports of the @{ name }@ network
<%- for direction in ["in", "out"] %>
  wire [NODES-1:0] @{ name }@_@{ direction }@_valid, @{ name }@_@{ direction }@_head, @{ name }@_@{ direction }@_tail;
  wire [NODES-1:0] @{ name }@_@{ direction }@_credit_valid;
  wire [NODES*@{ c.vc_bits }@-1:0] @{ name }@_@{ direction }@_vc, @{ name }@_@{ direction }@_credit_vc;
  wire [NODES*@{ width }@-1:0] @{ name }@_@{ direction }@_data;
<%- endfor %>
  wire [NODES*3-1:0] @{ name }@_error;
  wire unused_@{ name }@_head = &{1'b0, @{ name }@_out_head};  // a head is what follows a tail

  @{ c.slug }@_network #(
    .FLIT_WIDTH  (@{ width }@),
    .BUFFER_DEPTH(BUFFER_DEPTH)
  ) u_@{ name }@s (
    .clk                   (clk),
    .rst                   (rst),
    .local_in_valid        (@{ name }@_in_valid),
    .local_in_head         (@{ name }@_in_head),
    .local_in_tail         (@{ name }@_in_tail),
    .local_in_vc           (@{ name }@_in_vc),
    .local_in_data         (@{ name }@_in_data),
    .local_in_credit_valid (@{ name }@_in_credit_valid),
    .local_in_credit_vc    (@{ name }@_in_credit_vc),
    .local_out_valid       (@{ name }@_out_valid),
    .local_out_head        (@{ name }@_out_head),
    .local_out_tail        (@{ name }@_out_tail),
    .local_out_vc          (@{ name }@_out_vc),
    .local_out_data        (@{ name }@_out_data),
    .local_out_credit_valid(@{ name }@_out_credit_valid),
    .local_out_credit_vc   (@{ name }@_out_credit_vc),
    .clear_error           (clear_error),
    .error                 (@{ name }@_error)
  );
<% endfor %>
  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam [ADDRESS_BITS-1:0] ADDRESS = n;
      localparam BOTH = (MANAGERS[n] && SUBORDINATES[n]) ? 1 : 0;  // there are own links

      wire       own_request, own_request_credit, own_response, own_response_credit;
      wire [1:0] manager_error;
      assign error[n*8 +: 8] = {manager_error, response_error[n*3 +: 3], request_error[n*3 +: 3]};

      if (MANAGERS[n]) begin : g_manager
        localparam I = rank(MANAGERS, n);

        @{ c.slug }@_axi4_manager #(
          .BUFFER_DEPTH(BUFFER_DEPTH),
          .OWN_LINK    (BOTH)
        ) u_side (
          .clk                  (clk),
          .rst                  (@{ c.rst_of("n") }@),
          .node                 (ADDRESS),
<%- for signal in manager %>
          @{ signal.connected() }@,
<%- endfor %>
          .request_valid        (request_in_valid[n]),
          .request_head         (request_in_head[n]),
          .request_tail         (request_in_tail[n]),
          .request_vc           (request_in_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .request_data         (request_in_data[n*REQUEST +: REQUEST]),
          .request_credit_valid (request_in_credit_valid[n]),
          .request_credit_vc    (request_in_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .own_request_valid    (own_request),
          .own_request_credit   (own_request_credit),
          .response_valid       (response_out_valid[n]),
          .response_tail        (response_out_tail[n]),
          .response_vc          (response_out_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .response_data        (response_out_data[n*RESPONSE +: RESPONSE]),
          .response_credit_valid(response_out_credit_valid[n]),
          .response_credit_vc   (response_out_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .own_response_valid   (own_response),
          .own_response_tail    (response_in_tail[n]),
          .own_response_data    (response_in_data[n*RESPONSE +: RESPONSE]),
          .own_response_credit  (own_response_credit),
          .clear_error          (clear_error),
          .error                (manager_error)
        );
      end else begin : g_no_manager
        assign request_in_valid[n] = 1'b0;
        assign request_in_head[n]  = 1'b0;
        assign request_in_tail[n]  = 1'b0;
        assign request_in_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]          = {@{ c.vc_bits }@{1'b0}};
        assign request_in_data[n*REQUEST +: REQUEST]        = {REQUEST{1'b0}};
        assign response_out_credit_valid[n]                 = 1'b0;
        assign response_out_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@] = {@{ c.vc_bits }@{1'b0}};
        assign own_request         = 1'b0;
        assign own_response_credit = 1'b0;
        assign manager_error       = 2'b00;
        wire unused = &{
          1'b0, own_request_credit, own_response,
          request_in_credit_valid[n], request_in_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
          response_out_valid[n], response_out_tail[n], response_out_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
          response_out_data[n*RESPONSE +: RESPONSE]
        };
      end

      if (SUBORDINATES[n]) begin : g_subordinate
        localparam I = rank(SUBORDINATES, n);

        @{ c.slug }@_axi4_subordinate #(
          .BUFFER_DEPTH(BUFFER_DEPTH),
          .OWN_LINK    (BOTH)
        ) u_side (
          .clk                  (clk),
          .rst                  (@{ c.rst_of("n") }@),
          .node                 (ADDRESS),
<%- for signal in subordinate %>
          @{ signal.connected() }@,
<%- endfor %>
          .request_valid        (request_out_valid[n]),
          .request_tail         (request_out_tail[n]),
          .request_vc           (request_out_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .request_data         (request_out_data[n*REQUEST +: REQUEST]),
          .request_credit_valid (request_out_credit_valid[n]),
          .request_credit_vc    (request_out_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .own_request_valid    (own_request),
          .own_request_tail     (request_in_tail[n]),
          .own_request_data     (request_in_data[n*REQUEST +: REQUEST]),
          .own_request_credit   (own_request_credit),
          .response_valid       (response_in_valid[n]),
          .response_head        (response_in_head[n]),
          .response_tail        (response_in_tail[n]),
          .response_vc          (response_in_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .response_data        (response_in_data[n*RESPONSE +: RESPONSE]),
          .response_credit_valid(response_in_credit_valid[n]),
          .response_credit_vc   (response_in_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]),
          .own_response_valid   (own_response),
          .own_response_credit  (own_response_credit)
        );
      end else begin : g_no_subordinate
        assign response_in_valid[n] = 1'b0;
        assign response_in_head[n]  = 1'b0;
        assign response_in_tail[n]  = 1'b0;
        assign response_in_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@]        = {@{ c.vc_bits }@{1'b0}};
        assign response_in_data[n*RESPONSE +: RESPONSE]    = {RESPONSE{1'b0}};
        assign request_out_credit_valid[n]                 = 1'b0;
        assign request_out_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@] = {@{ c.vc_bits }@{1'b0}};
        assign own_response       = 1'b0;
        assign own_request_credit = 1'b0;
        wire unused = &{
          1'b0, own_request, own_response_credit,
          response_in_credit_valid[n], response_in_credit_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
          request_out_valid[n], request_out_tail[n], request_out_vc[n*@{ c.vc_bits }@ +: @{ c.vc_bits }@],
          request_out_data[n*REQUEST +: REQUEST]
        };
      end
    end
  endgenerate

endmodule

`default_nettype wire

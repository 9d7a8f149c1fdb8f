// ${slug}_axi4_network: an AXI4 interconnect over ${network}: a network for requests, one
// for responses, and the sides of its nodes.
//
//   s_axi_*   ${manager_text}
//   m_axi_*   ${subordinate_text}
//   clear_error  sets error back
//   error     eight bits a node: 0 to 2 of its router in the request network, 3 to 5 of that in the
//             response network, see ${slug}_router; 6 and 7 of its manager side, see
//             ${slug}_axi4_manager
`default_nettype none

module ${slug}_axi4_network #(
  parameter BUFFER_DEPTH = ${depth}
) (
  input  wire clk,
  input  wire rst,
//# for line in top_ports
  ${line},
//# endfor
  input  wire clear_error,
  output wire ${vector(8 * nodes)} error
);
//# if reset_levels

  // Every side leaves reset with the routers, LEVELS clocks behind rst (Z4).
  wire ${vector(routers)} node_rst;

  reset_tree #(.LEAVES(${routers}), .LEVELS(${reset_levels})) u_reset_tree (
    .clk (clk),
    .rst (rst),
    .out (node_rst)
  );
  wire unused_rst = &{1'b0, node_rst};  // of ${"routers" if apart else "nodes"} without a side
//# endif

  // The nodes of the managers and of the subordinates, number 0 lowest
  localparam [${managers * address_bits - 1}:0] MANAGERS = ${manager_list};
  localparam [${subordinates * address_bits - 1}:0] SUBORDINATES = ${subordinate_list};

//# if reset_levels and apart
  // The routers of these
  localparam [${managers * router_bits - 1}:0] MANAGER_ROUTERS = ${manager_routers};
  localparam [${subordinates * router_bits - 1}:0] SUBORDINATE_ROUTERS = ${subordinate_routers};

//# endif
  // The same, a bit for each node
  localparam ${vector(nodes)} IS_MANAGER     = ${manager_mask};
  localparam ${vector(nodes)} IS_SUBORDINATE = ${subordinate_mask};
//# if own

  // The own links of nodes with both sides
  wire ${vector(nodes)} own_request_valid, own_request_credit, own_response_valid, own_response_credit;
//# endif
//# for name, bits in [("request", request), ("response", response)]

  // The local ports of the ${name} network, a part for each node
//# for direction in ["in", "out"]
  wire ${vector(nodes)} ${name}_${direction}_valid, ${name}_${direction}_head, ${name}_${direction}_tail,
    ${name}_${direction}_credit_valid;
  wire ${vector(nodes * vc_bits)} ${name}_${direction}_vc, ${name}_${direction}_credit_vc;
  wire ${vector(nodes * bits)} ${name}_${direction}_data;
//# endfor
  wire ${vector(3 * nodes)} ${name}_error;

  ${slug}_network #(
    .FLIT_WIDTH (${bits}),
    .BUFFER_DEPTH (BUFFER_DEPTH)
  ) u_${name}s (
    .clk (clk),
    .rst (rst),
//# for signal in ["in_valid", "in_head", "in_tail", "in_vc", "in_data", "in_credit_valid", "in_credit_vc", "out_valid", "out_head", "out_tail", "out_vc", "out_data", "out_credit_valid", "out_credit_vc"]
    .local_${signal} (${name}_${signal}),
//# endfor
    .clear_error (clear_error),
    .error (${name}_error)
  );
//# endfor

  genvar n, m, s;
  generate
    for (n = 0; n < ${nodes}; n = n + 1) begin : g_error
      assign error[n*8 +: 6] = {response_error[n*3 +: 3], request_error[n*3 +: 3]};
    end

    for (m = 0; m < ${managers}; m = m + 1) begin : g_manager
      localparam ${vector(address_bits)} NODE = MANAGERS${"[m]" if address_bits == 1 else "[m*" ~ address_bits ~ " +: " ~ address_bits ~ "]"};
//# if reset_levels and apart
      localparam ${vector(router_bits)} ROUTER = MANAGER_ROUTERS${"[m]" if router_bits == 1 else "[m*" ~ router_bits ~ " +: " ~ router_bits ~ "]"};
//# endif

      ${slug}_axi4_manager #(
//# if own
        .OWN_LINK (IS_SUBORDINATE[NODE] ? 1 : 0),
//# endif
        .BUFFER_DEPTH (BUFFER_DEPTH)
      ) u_side (
        .clk (clk),
        .rst (${("node_rst[ROUTER]" if apart else "node_rst[NODE]") if reset_levels else "rst"}),
        .node (NODE),
        ${manager_connections},
//# for name, ports in [("request", ("in", "head")), ("response", ("out", ""))]
        .${name}_valid (${name}_${ports[0]}_valid[NODE]),
//# if ports[1]
        .${name}_head (${name}_${ports[0]}_head[NODE]),
//# endif
        .${name}_tail (${name}_${ports[0]}_tail[NODE]),
//# if vcs > 1
        .${name}_vc (${name}_${ports[0]}_vc[NODE*${vc_bits} +: ${vc_bits}]),
        .${name}_credit_vc (${name}_${ports[0]}_credit_vc[NODE*${vc_bits} +: ${vc_bits}]),
//# endif
        .${name}_data (${name}_${ports[0]}_data[NODE*${request if name == "request" else response} +: ${request if name == "request" else response}]),
        .${name}_credit_valid (${name}_${ports[0]}_credit_valid[NODE]),
//# endfor
//# if own
        .own_request_valid (own_request_valid[NODE]),
        .own_request_credit (own_request_credit[NODE]),
        .own_response_valid (own_response_valid[NODE]),
        .own_response_tail (response_in_tail[NODE]),
        .own_response_data (response_in_data[NODE*${response} +: ${response}]),
        .own_response_credit (own_response_credit[NODE]),
//# endif
        .clear_error (clear_error),
        .error (error[NODE*8+6 +: 2])
      );
    end

    for (s = 0; s < ${subordinates}; s = s + 1) begin : g_subordinate
      localparam ${vector(address_bits)} NODE = SUBORDINATES${"[s]" if address_bits == 1 else "[s*" ~ address_bits ~ " +: " ~ address_bits ~ "]"};
//# if reset_levels and apart
      localparam ${vector(router_bits)} ROUTER = SUBORDINATE_ROUTERS${"[s]" if router_bits == 1 else "[s*" ~ router_bits ~ " +: " ~ router_bits ~ "]"};
//# endif

      ${slug}_axi4_subordinate #(
//# if own
        .OWN_LINK (IS_MANAGER[NODE] ? 1 : 0),
//# endif
        .BUFFER_DEPTH (BUFFER_DEPTH)
      ) u_side (
        .clk (clk),
        .rst (${("node_rst[ROUTER]" if apart else "node_rst[NODE]") if reset_levels else "rst"}),
        .node (NODE),
        ${subordinate_connections},
//# for name, ports in [("request", ("out", "")), ("response", ("in", "head"))]
        .${name}_valid (${name}_${ports[0]}_valid[NODE]),
//# if ports[1]
        .${name}_head (${name}_${ports[0]}_head[NODE]),
//# endif
        .${name}_tail (${name}_${ports[0]}_tail[NODE]),
//# if vcs > 1
        .${name}_vc (${name}_${ports[0]}_vc[NODE*${vc_bits} +: ${vc_bits}]),
        .${name}_credit_vc (${name}_${ports[0]}_credit_vc[NODE*${vc_bits} +: ${vc_bits}]),
//# endif
        .${name}_data (${name}_${ports[0]}_data[NODE*${request if name == "request" else response} +: ${request if name == "request" else response}]),
//# if own
        .own_${name}_valid (own_${name}_valid[NODE]),
        .own_${name}_credit (own_${name}_credit[NODE]),
//# endif
        .${name}_credit_valid (${name}_${ports[0]}_credit_valid[NODE])${"," if name == "request" or own else ""}
//# endfor
//# if own
        .own_request_tail (request_in_tail[NODE]),
        .own_request_data (request_in_data[NODE*${request} +: ${request}])
//# endif
      );
    end
//# if vcs == 1

    // With one VC its number is 0.
    assign request_in_vc         = ${nodes}'d0;
    assign request_out_credit_vc = ${nodes}'d0;
    assign response_in_vc         = ${nodes}'d0;
    assign response_out_credit_vc = ${nodes}'d0;
//# endif

    // Nodes without a side of a kind
    for (n = 0; n < ${nodes}; n = n + 1) begin : g_none
//# for set, sends, bits_out, takes, label in [("IS_MANAGER", "request", request, "response", "g_no_manager"), ("IS_SUBORDINATE", "response", response, "request", "g_no_subordinate")]
      if (!${set}[n]) begin : ${label}
        assign {${sends}_in_valid[n], ${sends}_in_head[n], ${sends}_in_tail[n]} = 3'd0;
        assign ${sends}_in_data[n*${bits_out} +: ${bits_out}] = ${bits_out}'d0;
        assign ${takes}_out_credit_valid[n] = 1'b0;
//# if vcs > 1
        assign ${sends}_in_vc[n*${vc_bits} +: ${vc_bits}] = ${vc_bits}'d0;
        assign ${takes}_out_credit_vc[n*${vc_bits} +: ${vc_bits}] = ${vc_bits}'d0;
//# endif
//# if own
        assign own_${sends}_valid[n] = 1'b0;
        assign own_${takes}_credit[n] = 1'b0;
//# endif
//# if label == "g_no_manager"
        assign error[n*8+6 +: 2] = 2'd0;
//# endif
      end
//# endfor
    end
  endgenerate

  // What routers of nodes without a side give; a head is what follows a tail.
  wire unused = &{
    1'b0, request_in_credit_valid, request_in_credit_vc, request_out_valid, request_out_head,
    request_out_tail, request_out_vc, request_out_data, response_in_credit_valid,
    response_in_credit_vc, response_out_valid, response_out_head, response_out_tail,
    response_out_vc, response_out_data${", own_request_valid, own_request_credit,\n    own_response_valid, own_response_credit" if own else ""}
  };

endmodule
`default_nettype wire

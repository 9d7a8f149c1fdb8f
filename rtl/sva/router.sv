// sva_router: each rule of the router as assertions at its ports, bound to a router. Its registers follow the contract
// from what is on the links, and look into no register of the router. In brackets: the rules of docs/router.md.
//
//   node, in_*, out_*, clear_error, error   the ports of the router, all of them inputs here
//
// The state that the contract names has the contract's names: owned, credit, called, picked. What the user drives at the
// local inputs is left open, as the router checks it [E1]. What routers drive is assumed in sva_link.
/* verilator lint_off WIDTH */ /* verilator lint_off UNUSED */ /* verilator lint_off VARHIDDEN */
`default_nettype none

module router #(
  parameter FLIT_WIDTH   = ${ flit_width },
  parameter BUFFER_DEPTH = ${ depth }
) (
  input wire clk,
  input wire rst,
  input wire ${ width(router_bits) } node,

  input wire ${ width(ports) } in_valid,
  input wire ${ width(ports) } in_head,
  input wire ${ width(ports) } in_tail,
  input wire ${ width(ports * vc_bits) } in_vc,
  input wire [${ ports }*FLIT_WIDTH-1:0] in_data,
  input wire ${ width(ports) } in_credit_valid,
  input wire ${ width(ports * vc_bits) } in_credit_vc,

  input wire ${ width(ports) } out_valid,
  input wire ${ width(ports) } out_head,
  input wire ${ width(ports) } out_tail,
  input wire ${ width(ports * vc_bits) } out_vc,
  input wire [${ ports }*FLIT_WIDTH-1:0] out_data,
  input wire ${ width(ports) } out_credit_valid,
  input wire ${ width(ports * vc_bits) } out_credit_vc,

  input wire clear_error,
  input wire [${ 3 * locals - 1 }:0] error
);

  localparam P = ${ ports };    // ports
  localparam L = ${ locals };    // of them local
  localparam V = ${ vcs };    // virtual channels
  localparam S = ${ share };    // of a message class
  localparam B = ${ vc_bits };    // bits of a VC
  localparam A = ${ address_bits };    // bits of an address
  localparam R = ${ route_bits };    // routing bits
  localparam D = BUFFER_DEPTH;
  localparam W = FLIT_WIDTH;
  localparam CB = $clog2(D + 1);
  localparam N = P * V;
  localparam [V-1:0] REUSE_EMPTY = ${ reuse };  // [VC3]
//# if axi4_own_bits is none
  localparam OWN = (W - 2*A - R > 8) ? 8 : W - 2*A - R;  // bits of a head that are the routers' own [L4]
//# else
  localparam OWN = ${ axi4_own_bits };  // bits of a head that are the routers' own [L4]
//# endif

  // The first that asks from a pointer on, one-hot [SA4]
  function automatic [P-1:0] first_port(input [P-1:0] asks, input integer from);
    first_port = 0;
    for (int k = P - 1; k >= 0; k--) if (asks[(from + k) % P]) first_port = P'(1) << ((from + k) % P);
  endfunction
  function automatic [V-1:0] first_vc(input [V-1:0] asks, input integer from);
    first_vc = 0;
    for (int k = V - 1; k >= 0; k--) if (asks[(from + k) % V]) first_vc = V'(1) << ((from + k) % V);
  endfunction
  function automatic integer after_port(input [P-1:0] one);
    after_port = 0;
    for (int k = 0; k < P; k++) if (one[k]) after_port = (k + 1) % P;
  endfunction
  function automatic integer after_vc(input [V-1:0] one);
    after_vc = 0;
    for (int k = 0; k < V; k++) if (one[k]) after_vc = (k + 1) % V;
  endfunction
  function automatic [V-1:0] lowest(input [V-1:0] set);
    lowest = set & ~(set - 1'b1);
  endfunction

  // The VCs of a candidate, of a head in VC v [RC2, RC3, RC8, RC9]
  function automatic [V-1:0] candidate_vcs(input [S-1:0] of_rule, input [P-1:0] port, input integer v);
    reg [S-1:0] set;
    integer members, number;
    set = (|port[L-1:0]) ? {S{1'b1}} : of_rule;
//# if order
    members = 0;
    for (int w = 0; w < S; w++) if (set[w]) members = members + 1;
    number = 0;
    for (int w = 0; w < S; w++) if (set[w]) begin
      if (number != (v % S) % members) set[w] = 1'b0;
      number = number + 1;
    end
//# endif
    candidate_vcs = V'(set) << (v / S * S);
  endfunction

  reg ${ width(router_bits) } here;  // [Z2]
  always @(posedge clk) if (rst) here <= node;
//# if apart
  wire ${ width(locals * address_bits) } terminals;
  terminals u_terminals (
    .node     (here),
    .terminals(terminals)
  );
//# endif

  // What is accepted at each input, and the error bits of local ports [E1 - E6]
  reg  [L*V-1:0] open, lost;
  reg  [P-1:0]   dropped;            // in the clock before
  reg  [P*B-1:0] dropped_vc;
  reg  [3*L-1:0] expected_error;
  wire [P-1:0]   accepted, drops;
  wire [3*L-1:0] violation;

  // Each input VC: its buffer, whose front is the oldest flit [RQ1]
  wire [N*CB-1:0] count;
  wire [N-1:0]    came, front_head, front_tail;
  wire [N*P-1:0]  first_choice, second_choice;
  wire [N*V-1:0]  first_vcs, second_vcs;
  wire [N*W-1:0]  front_data, onward_data;
  reg  [N-1:0]    pop;

  genvar i, v;
  generate
    for (i = 0; i < P; i = i + 1) begin : g_input
      wire [W-1:0] data = in_data[i*W +: W];
      wire [P-1:0] in_port;
//# if class_bits
      wire ${ width(class_bits) } in_class;
//# endif
//# if either
      wire in_either;
//# endif
//# if rewrites
      wire ${ width(route_bits) } next_route;
//# endif
//# set route_pad = ""
//# include "router/route_here.v"
//# if class_bits
      wire [S-1:0] of_rule = ${ vcs_of_class("in_class") };
//# else
      wire [S-1:0] of_rule = {S{1'b1}};
//# endif
      // [RC7] A head that leaves through a link has other routing bits.
      wire [W-1:0] onward;
//# if rewrites
      assign onward = in_head[i] ? {data[W-1:A+R], next_route, data[A-1:0]} : data;
//# else
      assign onward = data;
//# endif
//# if either
      // [RC5] The other way round a ring
      wire [P-1:0] ring_port = in_port;
      wire [P-1:0] other = in_either ? {${ across }} : {P{1'b0}};
//# else
      wire [P-1:0] other = {P{1'b0}};
//# endif

      wire [B-1:0] vc = in_vc[i*B +: B];
      wire [V-1:0] full;
      if (i < L) begin : g_checked
        wire [V-1:0] at_vc;
        wire overflow, framing, away;
        assign overflow = |(at_vc & full);
        assign framing  = (at_vc == 0) || (in_head[i] == |(at_vc & open[i*V +: V]));
//# if apart
        wire [A-1:0] own = terminals[i*A +: A];
//# else
        wire [A-1:0] own = here;
//# endif
        assign away = (data[A-1:0] == own)${ " || data[A-1:0] > " ~ (nodes - 1) if nodes < 2 ** address_bits }${ " || in_port[0]" if rewrites };
        wire wrong = in_head[i] ? away : |(at_vc & lost[i*V +: V]);
        assign violation[3*i +: 3] = {in_valid[i] & ~overflow & ~framing & wrong,
                                      in_valid[i] & ~overflow & framing, in_valid[i] & overflow};
        assign drops[i]    = violation[3*i + 2];
        assign accepted[i] = in_valid[i] & ~(|violation[3*i +: 3]);
        for (v = 0; v < V; v = v + 1) begin : g_at
          assign at_vc[v] = vc == v;
          always @(posedge clk) begin
            if (rst) begin
              open[i*V + v] <= 1'b0;
              lost[i*V + v] <= 1'b0;
            end else if ((accepted[i] | drops[i]) && at_vc[v]) begin
              open[i*V + v] <= ~in_tail[i];
              lost[i*V + v] <= drops[i];
            end
          end
        end
        always @(posedge clk) begin
          if (rst) expected_error[3*i +: 3] <= 3'b000;
          else expected_error[3*i +: 3] <= (clear_error ? 3'b000 : expected_error[3*i +: 3]) | violation[3*i +: 3];
        end
      end else begin : g_link
        assign accepted[i] = in_valid[i];
        assign drops[i]    = 1'b0;
      end

      for (v = 0; v < V; v = v + 1) begin : g_vc
        localparam NV = i*V + v;
        reg [2*W+2*P+S+1:0] flits [0:D-1];
        reg [CB-1:0] held, front;
        wire [CB-1:0] back = (front + held >= D) ? front + held - D : front + held;
        wire [S-1:0] set;
        assign came[NV] = accepted[i] && vc == v;
        assign full[v]  = held == D;
        assign count[NV*CB +: CB] = held;
        assign {front_head[NV], front_tail[NV], set, first_choice[NV*P +: P], second_choice[NV*P +: P],
                onward_data[NV*W +: W], front_data[NV*W +: W]} = flits[front];
        assign first_vcs[NV*V +: V]  = candidate_vcs(set, first_choice[NV*P +: P], v);
//# if either
        assign second_vcs[NV*V +: V] = candidate_vcs(${ adaptive }, second_choice[NV*P +: P], v);
//# else
        assign second_vcs[NV*V +: V] = {V{1'b0}};
//# endif
        always @(posedge clk) begin
          if (rst) begin
            held  <= 0;
            front <= 0;
          end else begin
            if (came[NV]) flits[back] <= {in_head[i], in_tail[i], of_rule, in_port, other, onward, data};
            held <= held + CB'(came[NV]) - CB'(pop[NV]);
            if (pop[NV]) front <= (front == D - 1) ? 0 : front + 1'b1;
          end
        end
      end
    end
  endgenerate

//# include "sva/state.sv"

//# if three
//# include "sva/three.sv"
//# else
//# include "sva/two.sv"
//# endif

//# include "sva/rules.sv"

endmodule
`default_nettype wire

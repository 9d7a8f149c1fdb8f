// router: ${ "each router" if apart else "the router of every node" } of ${ network }: wormhole switching with credits,
// ${ vcs_text } a link. In brackets, here and in its modules: the rules of docs/router.md.
//
//# if three
//   cycle t           cycle t + 1                                              cycle t + 2, t + 3
//
//   in_* ---> route   input_unit ---> output_vcs: a VC for a head
//             where   flits wait,            |
//             a head  one head asks          v (a cycle later)
//             goes    for a VC        switch_allocator ---> crossbar ------> out_*
//                     and one flit    an input for            the flits
//                     for the switch  each output             cross
//
// Latency: 3 cycles from link to link for a head, 2 for other flits. No output depends on an input of
// the same cycle.
//# elif ahead
//   cycle t           cycle t + 1
//
//   in_* ---> its     input_unit ---> switch_allocator ---> crossbar ---> out_*
//             route   flits wait      one input for         the flits
//             came    and one asks    each output           cross
//             along        ^               |
//                          |               '---> route_ahead: the route at the next router
//                          '-- free VCs, credits -- output_vcs
//
// Latency: 1 cycle from link to link. No output depends on an input of the same cycle.
//# elif one
//   cycle t           cycle t + 1
//
//   in_* ---> route   input_unit ---> switch_allocator ---> crossbar ---> out_*
//             where   flits wait      one input for         the flits
//             a head  and one asks    each output           cross
//             goes         ^                                   |
//                          '-- free VCs, credits -- output_vcs -'
//
// Latency: 1 cycle from link to link. No output depends on an input of the same cycle.
//# else
//   cycle t           cycle t + 1                                            cycle t + 2
//
//   in_* ---> route   input_unit ---> switch_allocator ---> crossbar ------> out_*
//             where   flits wait      one input for         the flits
//             a head  and one asks    each output           cross
//             goes         ^                                   |
//                          '-- free VCs, credits -- output_vcs -'
//
// Latency: 2 cycles from link to link. No output depends on an input of the same cycle.
//# endif
//
//   node           this router's address, ${ "constant" if wired else "sampled while rst is 1" } [Z2]
//   in_*, out_*    the links [L1]. Port p has bit p, and data [p*FLIT_WIDTH +: FLIT_WIDTH]. Ports:
//                  ${ port_list }
//   *_valid        a flit is on the link; else its other wires mean nothing
//   *_head         it is the first of its packet: ${ header_text }
//   *_tail         it is the last of its packet; a packet of one flit is head and tail
//   *_vc           its VC, the same for all flits of a packet on a link
//   *_credit_*     the other way: a flit has left the buffer of that VC. A sender has BUFFER_DEPTH
//                  credits after reset, and needs one for each flit
//# if locals == 1
//   error          what was wrong at the local input, see local_guard; clear_error sets it back
//# else
//   error          what was wrong at the local inputs, three bits each, see local_guard; clear_error
//                  sets it back
//# endif
//# if irregular
//
// PORTS_PRESENT: the ports that the ${ "router" if apart else "node" } has${ ", bit 0 set" if not apart } [Z3]. The links of others are tied to 0.
//# endif
`default_nettype none

module router #(
//# if irregular
  parameter ${ width(ports) } PORTS_PRESENT = ${ ones(ports) },
//# endif
//# if wired
  parameter NODE_CONSTANT = 0,
//# endif
  parameter FLIT_WIDTH   = ${ flit_width },  // ${ least_width } or more
  parameter BUFFER_DEPTH = ${ depth }    // flits of an input VC, 2 to 64
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire ${ width(router_bits) } node,

  input  wire ${ width(ports) } in_valid,
  input  wire ${ width(ports) } in_head,
  input  wire ${ width(ports) } in_tail,
  input  wire ${ width(ports * vc_bits) } in_vc,
  input  wire [${ ports }*FLIT_WIDTH-1:0] in_data,
  output wire ${ width(ports) } in_credit_valid,
  output wire ${ width(ports * vc_bits) } in_credit_vc,

  output wire ${ width(ports) } out_valid,
  output wire ${ width(ports) } out_head,
  output wire ${ width(ports) } out_tail,
  output wire ${ width(ports * vc_bits) } out_vc,
  output wire [${ ports }*FLIT_WIDTH-1:0] out_data,
  input  wire ${ width(ports) } out_credit_valid,
  input  wire ${ width(ports * vc_bits) } out_credit_vc,
//# if counters

  input  wire ${ width(counter_bits) } counter_address,
  output wire [31:0]             counter_data,
  input  wire                    counter_clear,
//# endif

  input  wire                    clear_error,
  output wire [${ 3 * locals - 1 }:0]              error
);

  // The turns of packets: a row for each input VC, and in it a bit for each output VC, laid out as
  // vc_free. Logic for other turns is left out.
//# if messages > 1
  // The rows and bits of one message class [RC8]: they are the same in all.
//# endif
  //
  //   ${ turns_head }
  localparam ${ width(ports * share * row) } ${ "ALL_TURNS" if irregular else "TURNS" } = {
//# for line in turns
    ${ line }
//# endfor
  };
//# if irregular
  localparam ${ width(ports * share * row) } TURNS = ALL_TURNS & {${ ports * share * share }{PORTS_PRESENT}};
//# endif

  // The inputs from which packets go to each output
  localparam ${ width(ports * ports) } ${ "ALL_INPUTS" if irregular else "INPUTS" } = {
//# for line in inputs_of_outputs
    ${ line }
//# endfor
  };
//# if irregular
  localparam ${ width(ports * ports) } INPUTS = ALL_INPUTS & {${ ports }{PORTS_PRESENT}};
//# endif
//# if either

  // The outputs that a head in an input VC can exchange for the other way round their ring [RC5]
  localparam ${ width(ports * vcs * ports) } EITHER = {
//# for line in either_rows
    ${ line }
//# endfor
  };
//# endif

  localparam SLOT_BITS = (BUFFER_DEPTH > 32) ? 6 : (BUFFER_DEPTH > 16) ? 5 :
                         (BUFFER_DEPTH >  8) ? 4 : (BUFFER_DEPTH >  4) ? 3 :
                         (BUFFER_DEPTH >  2) ? 2 : 1;

  // The output VCs: bit ${ ports }*w + o is VC w of output o
  wire ${ width(vcs * ports) } vc_free, credit_available, ${ "vc_wake, " if any_reuse }credit_after_send;
//# if three

  // The heads that ask for an output VC: bit ${ groups * ports }*i + ${ ports }*g + o is input i at arbiter g of output o
  wire ${ width(ports * groups * ports) } vc_request, vc_grant;
//# if wants
  wire ${ width(ports * vcs) } wanted_vcs;  // bit ${ vcs }*i + w
//# endif
//# endif

  // The flits that the inputs picked, and the outputs that take them
  wire ${ width(ports * ports) } request;  // bit ${ ports }*i + o: input i asks for output o
  wire ${ width(ports * ports) } grant;    // bit ${ ports }*o + i: output o takes the flit of input i
  wire ${ width(ports) } granted;  // bit i: an output takes it
  wire ${ width(ports) } flit_head, flit_tail;
//# if vcs > 1
  wire ${ width(vcs * ports) } flit_vcs;  // bit ${ ports }*w + i: by VC w
//# endif
  wire [${ ports }*FLIT_WIDTH-1:0] flit_data;

  // What the outputs take: bit ${ ports }*w + o is a flit for VC w of output o
  wire ${ width(vcs * ports) } send;
  wire ${ width(ports) } send_tail;

//# if wired
  reg  ${ width(router_bits) } node_in_reset;
  wire ${ width(router_bits) } here = (NODE_CONSTANT != 0) ? node : node_in_reset;
  always @(posedge clk) if (rst) node_in_reset <= node;
//# else
  reg ${ width(router_bits) } here;
  always @(posedge clk) if (rst) here <= node;
//# endif
//# if ahead

  // The addresses of the neighbours at outputs ${ locals } and up [RC4]
  wire ${ width((ports - locals) * router_bits) } neighbours;
//# if wired
  reg  ${ width((ports - locals) * router_bits) } neighbours_in_reset;
  wire ${ width((ports - locals) * router_bits) } next = (NODE_CONSTANT != 0) ? neighbours : neighbours_in_reset;
  always @(posedge clk) if (rst) neighbours_in_reset <= neighbours;
//# else
  reg  ${ width((ports - locals) * router_bits) } next;
  always @(posedge clk) if (rst) next <= neighbours;
//# endif

  neighbours u_neighbours (
    .node      (node),
    .neighbours(neighbours)
  );
//# endif

//# if apart

  // The addresses of the terminals at the local ports
  wire ${ width(locals * address_bits) } terminals_here;
//# if wired
  reg  ${ width(locals * address_bits) } terminals_in_reset;
  wire ${ width(locals * address_bits) } terminals = (NODE_CONSTANT != 0) ? terminals_here : terminals_in_reset;
  always @(posedge clk) if (rst) terminals_in_reset <= terminals_here;
//# else
  reg  ${ width(locals * address_bits) } terminals;
  always @(posedge clk) if (rst) terminals <= terminals_here;
//# endif

  terminals u_terminals (
    .node     (node),
    .terminals(terminals_here)
  );
//# endif

//# if locals > 1

//# include "router/local_ports.v"
//# else
  // The local input, which no router feeds, is checked.
  wire local_accept, ${ "local_drop, " if not three }local_dropped;
//# if vcs > 1
  wire ${ width(vc_bits) } local_dropped_vc;
//# endif
  wire ${ width(ports * vcs) } full;
//# if rewrites
  wire ${ width(ports) } ends;  // a head's routing bits lead to the local port
//# endif

  local_guard u_guard (
    .clk           (clk),
    .rst           (rst),
    .here          (${ "terminals" if apart else "here" }),
    .in_valid      (in_valid[0]),
    .in_head       (in_head[0]),
    .in_tail       (in_tail[0]),
    .in_vc         (${ bits_of("in_vc", 0, vc_bits) }),
    .in_destination(in_data[${ address_bits - 1 }:0]),
//# if rewrites
    .in_ends       (ends[0]),
//# endif
    .full          (full[${ vcs - 1 }:0]),
    .accept        (local_accept),
//# if not three
    .drop          (local_drop),
//# endif
    .dropped       (local_dropped),
//# if vcs > 1
    .dropped_vc    (local_dropped_vc),
//# endif
    .clear_error   (clear_error),
    .error         (error)
  );
//# endif

  // Inputs: a route for the head on the link, and a flit that asks for an output
  genvar i, o;
  generate
    for (i = 0; i < ${ ports }; i = i + 1) begin : g_input
//# if not conditional
//# set pad = ""
//# set unit = units[0]
//# include "router/input.v"
//# else
//# set pad = "  "
//# for unit in units
      ${ "if" if loop.first else "end else if" } (${ unit.condition }) begin : g_${ unit.label }
//# include "router/input.v"
//# endfor
      end else begin : g_none
//# include "router/no_input.v"
      end
//# endif
    end
  endgenerate

  // The switch
  switch_allocator #(.INPUTS(INPUTS)) u_switch (
    .clk    (clk),
    .rst    (rst),
    .request(request),
    .grant  (grant),
    .granted(granted)
  );

  crossbar #(.FLIT_WIDTH(FLIT_WIDTH), .INPUTS(INPUTS)) u_crossbar (
//# if not one
    .clk      (clk),
    .rst      (rst),
//# endif
    .grant    (grant),
    .flit_head(flit_head),
    .flit_tail(flit_tail),
//# if vcs > 1
    .flit_vcs (flit_vcs),
//# endif
    .flit_data(flit_data),
    .send     (send),
    .send_tail(send_tail),
    .out_valid(out_valid),
    .out_head (out_head),
    .out_tail (out_tail),
//# if vcs > 1
    .out_vc   (out_vc),
//# endif
    .out_data (out_data)
  );
//# if vcs == 1
  assign out_vc       = ${ zeros(ports) };
  assign in_credit_vc = ${ zeros(ports) };
//# endif

//# if three and local_differs
  // Outputs: their VCs, and the heads that get them
  generate
    for (o = 0; o < ${ ports }; o = o + 1) begin : g_output
      if (o ${ "== 0" if locals == 1 else "< " ~ locals }) begin : g_local
//# set output = outputs[0]
//# set pad = "  "
//# include "router/output_instance.v"
      end else begin : g_link
//# set output = outputs[1]
//# include "router/output_instance.v"
      end
    end
  endgenerate
//# else
  // Outputs: their VCs${ ", and the heads that get them" if three }
  generate
    for (o = 0; o < ${ ports }; o = o + 1) begin : g_output
//# set output = outputs[0]
//# set pad = ""
//# include "router/output_instance.v"
    end
  endgenerate
//# endif
//# if counters

  // docs/counters.md
  router_counters #(.BUFFER_DEPTH(BUFFER_DEPTH)) u_counters (
    .clk            (clk),
    .rst            (rst),
    .in_valid       (in_valid),
    .in_tail        (in_tail),
//# if vcs > 1
    .in_vc          (in_vc),
//# endif
    .in_credit_valid(in_credit_valid),
//# if vcs > 1
    .in_credit_vc   (in_credit_vc),
//# endif
    .out_valid      (out_valid),
    .out_tail       (out_tail),
    .clear          (counter_clear),
    .read           (${ counter_read }),
    .port           (counter_address[${ port_bits + 3 }:4]),
    .index          (counter_address[3:0]),
    .data           (counter_data)
  );
//# endif

//# if unused
  // ${ unused_text }
  wire unused = &{1'b0, ${ unused }};

//# endif
`ifdef TORUSMITH_ASSERT
  link_monitor #(.BUFFER_DEPTH(BUFFER_DEPTH)) u_links_in (
    .clk         (clk),
    .rst         (rst),
    .valid       (${ of_links("in_valid") }),
    .head        (in_head),
    .tail        (in_tail),
    .vc          (in_vc),
    .credit_valid(${ of_links("in_credit_valid") }),
    .credit_vc   (in_credit_vc)
  );
  link_monitor #(.BUFFER_DEPTH(BUFFER_DEPTH)) u_links_out (
    .clk         (clk),
    .rst         (rst),
    .valid       (out_valid),
    .head        (out_head),
    .tail        (out_tail),
    .vc          (out_vc),
    .credit_valid(out_credit_valid),
    .credit_vc   (out_credit_vc)
  );
`endif

  // Parameters that are not allowed: there are no modules of these names.
  generate
    if (FLIT_WIDTH < ${ least_width }) begin : g_flit_width
      FLIT_WIDTH_must_be_${ least_width }_or_more u_refused ();
    end
    if (BUFFER_DEPTH < 2 || BUFFER_DEPTH > 64) begin : g_buffer_depth
      BUFFER_DEPTH_must_be_2_to_64 u_refused ();
    end
  endgenerate

endmodule
`default_nettype wire

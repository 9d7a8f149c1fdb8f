// route: where a head goes from here, and the routing bits that it goes on with [RC1, RC2, RC7].
// The highest rank whose vector is not zero comes first. At a node of another rank the packet moves to
// a neighbour of that rank: one that brings the vector of rank 0 nearer to zero, or any. A hop takes
// one off the component of its direction. Combinational.
//
//   here         address {y, x}
//   route        routing bits: vectors v_0x, v_0y of four bits, v_rx, v_ry of three for r = 1 .. ${ max_rank },
//                two's complement, and `crossed`
//   port         the output, one-hot: ${ port_list }
//   out_class    the class of the output VCs that the head may have: 1 after an edge of the base torus
//                was crossed in this rank, else 0${ "; 2 of a move" if moves }. Without meaning at the local port
//   next_route   the routing bits after the hop; at the local port as they came
//
// FROM is the input port. What comes by a link of rank 0 is at a node of the rank that it needs, and
// what comes along x has done with y: so there is less to decide.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(address_bits) } here,
  input  wire ${ width(route_bits) } route,
  output wire ${ width(class_bits) } out_class,
  output wire ${ width(route_bits) } next_route,
  output wire ${ width(ports) } port
);

  localparam BY_X = FROM == 1 || FROM == 2${ ", BY_Y = FROM == 3 || FROM == 4" if moves };
  localparam BY_UX = FROM == 5 || FROM == 6;

  wire ${ width(side_bits) } x = here[${ side_bits - 1 }:0], y = here[${ 2 * side_bits - 1 }:${ side_bits }];
  wire ${ vector(max_rank) } rank;  // of this node
  wire [7:0] wraps;        // links that cross an edge of the base torus

  rdt_rank #(.MAX_RANK(${ max_rank })) u_rank (
    .x   (x[1:0]),
    .y   (y[1:0]),
    .rank(rank)
  );
  rdt_wraps #(.SIDE_BITS(${ side_bits }), .MAX_RANK(${ max_rank })) u_wraps (
    .x    (x),
    .y    (y),
    .rank (rank),
    .wraps(wraps)
  );

  // The highest rank to go in, one-hot, and its vector
  wire [3:0] base_x = route[3:0], base_y = route[7:4];
  wire       crossed = route[${ route_bits - 1 }];
  wire ${ vector(max_rank) } open = {${ open }};
//# if max_rank == 1
  wire [0:0] first = open;
//# else
  wire ${ vector(max_rank) } first = {${ first }};
//# endif
  wire       upper = |open;
  wire [2:0] upper_x = ${ upper_x };
  wire [2:0] upper_y = ${ upper_y };

//# if moves
  // A move: to x+, x-, y+, y-, the first of the neighbours of that rank that are nearer to the end of
  // v_0, or the first of them all
  wire [3:0] there;
  wire [3:0] nearer = {base_y[3], ~base_y[3] & (|base_y), base_x[3], ~base_x[3] & (|base_x)};
//# for n in range(4)
  wire ${ vector(max_rank) } rank_${ n };
  rdt_rank #(.MAX_RANK(${ max_rank })) u_rank_${ n } (
    .x   (x[1:0]${ [" + 2'd1", " - 2'd1", "", ""][n] }),
    .y   (y[1:0]${ ["", "", " + 2'd1", " - 2'd1"][n] }),
    .rank(rank_${ n })
  );
  assign there[${ n }] = |(first & rank_${ n });
//# endfor
  wire [2:0] move_to = |(there & nearer) ? there[2:0] & nearer[2:0] : there[2:0];  // else to y-
  wire move = upper & ~(|(first & rank)) & !BY_X & !BY_Y;

  // The hop: by an upper link, by y, in '-' direction. y while there is any, then x.
  wire by_upper = upper & ~move;
  wire hop_y    = upper ? (|upper_y) & !BY_UX : (|base_y) & !BY_X;
  wire hop_plus = upper ? (hop_y ? ~upper_y[2] : ~upper_x[2]) : (hop_y ? ~base_y[3] : ~base_x[3]);
  wire along_y  = move ? ~(move_to[0] | move_to[1]) : hop_y;
  wire minus    = move ? ~move_to[0] & (move_to[1] | ~move_to[2]) : ~hop_plus;
//# else
  // The hop: by an upper link, by y, in '-' direction. y while there is any, then x.
  wire by_upper = upper;
  wire hop_y    = upper ? (|upper_y) & !BY_UX : (|base_y) & !BY_X;
  wire hop_plus = upper ? (hop_y ? ~upper_y[2] : ~upper_x[2]) : (hop_y ? ~base_y[3] : ~base_x[3]);
  wire along_y  = hop_y;
  wire minus    = ~hop_plus;
//# endif
  wire arrived  = ~upper & ~(|base_x) & ~(|base_y);

  assign port = arrived ? 9'd1 : 9'd2 << {by_upper, along_y, minus};

  // The component that the hop changes
  wire [3:0] component = by_upper ? (hop_y ? {upper_y[2], upper_y} : {upper_x[2], upper_x})
                                  : (along_y ? base_y : base_x);
  wire [3:0] rest      = component + {{3{~minus}}, 1'b1};
//# if moves
  wire       past_edge = ~move & (crossed | wraps[{by_upper, along_y, minus}]);

  assign out_class = {move, past_edge};
//# else
  wire       past_edge = crossed | wraps[{by_upper, along_y, minus}];

  assign out_class = past_edge;
//# endif

  assign next_route = {
    ${ "(arrived | move)" if moves else "arrived" } ? crossed : past_edge & (|rest),
//# for r in range(1, max_rank + 1) | reverse
    (first[${ r - 1 }]${ " & ~move" if moves } & hop_y) ? rest[2:0] : route[${ 6 * r + 7 }:${ 6 * r + 5 }],
    (first[${ r - 1 }]${ " & ~move" if moves } & ~hop_y) ? rest[2:0] : route[${ 6 * r + 4 }:${ 6 * r + 2 }],
//# endfor
    (arrived | by_upper | ~along_y) ? base_y : rest,
    (arrived | by_upper | along_y) ? base_x : rest
  };

endmodule
`default_nettype wire

//## Part of router: an input port.
      ${ pad }wire [FLIT_WIDTH-1:0] data = in_data[i*FLIT_WIDTH +: FLIT_WIDTH];
      ${ pad }wire ${ width(ports) } in_port;
//# if class_bits
      ${ pad }wire ${ width(class_bits) } in_class;
//# endif
//# if either
      ${ pad }wire in_either;
//# endif
//# if rewrites
      ${ pad }wire ${ width(route_bits) } next_route;  // the routing bits that a head goes on with [RC7]
      ${ pad }wire [FLIT_WIDTH-1:0] rewritten = {
        ${ pad }data[FLIT_WIDTH-1:${ address_bits + route_bits }],
        ${ pad }in_head[i] ? next_route : data[${ address_bits + route_bits - 1 }:${ address_bits }],
        ${ pad }data[${ address_bits - 1 }:0]
      ${ pad }};
      ${ pad }assign ends[i] = in_port[0];
//# endif

//# if ahead
      ${ pad }if (i ${ "== 0" if locals == 1 else "< " ~ locals }) begin : g_route
//# set route_pad = pad ~ "  "
//# include "router/route_here.v"
      ${ pad }end else begin : g_came_along
        ${ pad }// The head carries its route in its highest bits [L4].
//# if not turns_back
        ${ pad }localparam [31:0] BACK = i - 1;
//# endif
        ${ pad }wire ${ vector(way_bits) } way = data[FLIT_WIDTH-${ hop_bits - way_bits + 1 } -: ${ way_bits }];
//# if turns_back
        ${ pad }assign in_port  = ${ bit_0(ports) } << way;
//# else
        ${ pad }assign in_port  = {${ bit_0(ports - 1) } << way, way == ${ bits_of("BACK", 0, way_bits) }};
//# endif
//# if class_bits
        ${ pad }assign in_class = data[FLIT_WIDTH-1 -: ${ class_bits }];
//# endif
      ${ pad }end
//# else
//# set route_pad = pad
//# include "router/route_here.v"
//# endif

//# include "router/input_instance.v"

//## Part of router: the route of the head on the link.
      ${ route_pad }route #(.FROM(i)${ route_arguments }) u_route (
//# if rewrites
        ${ route_pad }.here      (here),
        ${ route_pad }.route     (data[${ address_bits + route_bits - 1 }:${ address_bits }]),
        ${ route_pad }.next_route(next_route),
//# else
        ${ route_pad }.here     (here),
        ${ route_pad }.header   (data[${ address_bits + route_bits - 1 }:0]),
//# endif
//# if class_bits
        ${ route_pad }.out_class(in_class),
//# endif
//# if either
        ${ route_pad }.either   (in_either),
//# endif
        ${ route_pad }.port     (in_port)
      ${ route_pad });

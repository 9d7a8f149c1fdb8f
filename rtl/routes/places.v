//## Part of routes in tori and meshes: the places in the rings or lines.
//# for place in places
//# if address_bits == 1
  wire ${ place.name }_here = here, ${ place.name }_there = header;
//# elif place.slice
  wire ${ width(place.bits) } ${ place.name }_here = ${ bits_of("here", place.low, place.bits) }, ${ place.name }_there = ${ bits_of("header", place.low, place.bits) };
//# elif place.rest
  wire ${ width(place.bits) } ${ place.name }_here = ${ place.rest }_here_rest, ${ place.name }_there = ${ place.rest }_there_rest;
//# else
  wire ${ width(place.bits) } ${ place.name }_here, ${ place.name }_there;
  wire ${ width(place.rest_bits) } ${ place.name }_here_rest, ${ place.name }_there_rest;
  place_in_row #(.COLUMNS(${ place.side }), .ADDRESS_BITS(${ place.from_bits }), .ROW_BITS(${ place.rest_bits }), .COLUMN_BITS(${ place.bits })) u_${ place.name }_here (
    .address(${ place.here }),
    .row    (${ place.name }_here_rest),
    .column (${ place.name }_here)
  );
  place_in_row #(.COLUMNS(${ place.side }), .ADDRESS_BITS(${ place.from_bits }), .ROW_BITS(${ place.rest_bits }), .COLUMN_BITS(${ place.bits })) u_${ place.name }_there (
    .address(${ place.there }),
    .row    (${ place.name }_there_rest),
    .column (${ place.name }_there)
  );
//# endif
//# endfor

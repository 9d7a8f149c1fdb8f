//## The routing bits of the next packet of a way, reads or writes: of a register behind the source (T7).
  wire ${vector(route_bits)} ${name}_next_route;
  reg  ${vector(route_bits)} ${name}_route;
  always @(posedge clk) begin
    if (${name}_prepares) ${name}_route <= ${name}_next_route & {${route_bits}{${name}_counts}};
  end

  ${source.module}${source.parameters} u_${name}_source (
    .from (node),
    .to (${name}_next_to),
//# if source.takes_number
    .number (${number}),
//# endif
    .route (${name}_next_route)
  );

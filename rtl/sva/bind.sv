// Binds the assertions to the modules of the design: compile it with the files of sva.f, after the Verilog.
//
// TORUSMITH_SVA_FLAT: for a netlist of the router, whose module has no parameters.
`ifdef TORUSMITH_SVA_FLAT
bind ${ router_name } ${ prefix }sva_router u_sva (
`else
bind ${ router_name } ${ prefix }sva_router #(.FLIT_WIDTH(FLIT_WIDTH), .BUFFER_DEPTH(BUFFER_DEPTH)) u_sva (
`endif
  .clk             (clk),
  .rst             (rst),
  .node            (node),
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
  .clear_error     (clear_error),
  .error           (error)
);
//# if bound

`ifndef TORUSMITH_SVA_FLAT
//# for cell in bound
bind ${ prefix }${ cell.name } ${ prefix }sva_${ cell.name } #(${ cell.parameters }) u_sva (.*);
//# endfor
`endif
//# endif

//## Part of the input units of one and two cycles a hop: the virtual channels, and the one that is picked.
//# if own == 1
//# if vcs > 1
  wire in_this_vc = in_vc == ${ vc_code(own_vcs[0]) };
//# endif
  wire head_request, body_request, holds_vc;
  wire [SLOT_BITS-1:0] write_at, front_at, second_at;
//# else
  wire ${ vector(own) } head_request, body_request, holds_vc, front_is_tail;
  wire ${ vector(own) } in_this_vc, picked;  // one of the VCs, or none
  wire [${ own }*SLOT_BITS-1:0] write_slot, front_slot, second_slot;
//# endif
  wire ${ width(own * ports) } vc_request;
//# if share == 2
  wire ${ width(own * 2) } leaves_by;
//# elif share > 2
  wire ${ width(own * share) } wanted_vcs;
//# if not order
  wire ${ vector(share) } head_takes;
//# endif
//# endif
  wire credit_left;

//# if own == 1
  input_vc #(
    .BUFFER_DEPTH(BUFFER_DEPTH),
    .SLOT_BITS   (SLOT_BITS),
//# if order and share > 1
    .NUMBER      (${ own_vcs[0] % share }),
//# endif
//# if either
    .EITHER      (EITHER[${ own_vcs[0] * ports } +: ${ ports }]),
//# endif
    .TURNS       (${ "TURNS" if share == 1 else "TURNS[" ~ own_vcs[0] % share * row ~ " +: " ~ row ~ "]" })
  ) u_vc (
//# set pad = ""
//# set at = { "in_valid": "in_valid" if vcs == 1 else "in_valid & in_this_vc", "bit": "", "ports": "", "share": "", "slots": "", "sent": "granted" }
//# include "router/vc_connections.v"
  );
//# else
  genvar v;
  generate
    for (v = 0; v < ${ own }; v = v + 1) begin : g_vc
//# if dense
      localparam [31:0] VC = v;
//# else
      localparam [31:0] VC = ${ own_of_v };
//# endif
      assign in_this_vc[v] = in_vc == ${ bits_of("VC", 0, vc_bits) };

      input_vc #(
        .BUFFER_DEPTH(BUFFER_DEPTH),
        .SLOT_BITS   (SLOT_BITS),
//# if order and share > 1
        .NUMBER      (VC % ${ share }),
//# endif
//# if either
        .EITHER      (EITHER[VC*${ ports } +: ${ ports }]),
//# endif
        .TURNS       (${ "TURNS" if share == 1 else "TURNS[VC" ~ (" % " ~ share ~ " * " if messages > 1 else "*") ~ row ~ " +: " ~ row ~ "]" })
      ) u_vc (
//# set pad = "    "
//# set at = { "in_valid": "in_valid & in_this_vc[v]", "bit": "[v]", "ports": "[" ~ ports ~ "*v +: " ~ ports ~ "]", "share": "[" ~ share ~ "*v +: " ~ share ~ "]", "slots": "[SLOT_BITS*v +: SLOT_BITS]", "sent": "picked[v] & granted" }
//# include "router/vc_connections.v"
      );
    end
  endgenerate
//# endif

//# if own == 1
  // The front flit asks. There is one VC: it has its turn in every cycle.
  wire ${ width(ports) } port_picked = vc_request & ${ fill(ports, "(head_request | body_request)") };

//# if void_early
  assign request   = port_picked;
//# endif
  assign flit_head = ~holds_vc;
//# else
  // Bodies come before heads [SA1], and VCs take turns. A turn is over when the flit was granted or
  // its request void [SA4]: a VC that loses at the output keeps its turn.
  wire ${ vector(own) } asks = (|body_request) ? body_request : head_request;

  rr_arbiter #(.WIDTH(${ own })) u_pick (
    .clk    (clk),
    .rst    (rst),
    .request(asks),
    .advance((|asks) & (granted | ~(|request))),
    .grant  (picked)
  );

  wire ${ width(ports) } port_picked = ${ pick("vc_request", ports) };

//# if void_early
  assign request   = port_picked;
//# endif
  assign flit_head = |(picked & ~holds_vc);
  assign flit_tail = |(picked & front_is_tail);
//# endif
//# if share == 1
//# if vcs > 1
  assign flit_vcs  = ${ spread("picked") };
//# endif
//# elif share == 2
  assign flit_vcs  = ${ spread("leaves_by") };
//# else

//# include "router/head_choice.v"
//# endif
  assign credit_left = ${ credit_left };

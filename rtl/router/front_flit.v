//## Part of input_vc and input_vc_three: the front flit, and what its output VCs say.
  // The front flit. While the VC is empty these registers follow the link, so that a flit that comes
  // is in front at once.
//# if three
//# if bit
  reg output_vc;  // 1 or 0
  assign output_vcs = {output_vc, ~output_vc};
//# endif
//# else
  reg  ${ width(ports) } output_port;  // that the packet asks for, or has; one-hot
//# if bit
  reg        output_vc;    // that it asks for, or has
//# if order or either
  wire [1:0] output_vcs = {output_vc, ~output_vc};
//# endif
//# elif share > 1
  reg  ${ vector(share) } output_vcs;   // that it may have; then the one that it has
//# endif
//# endif

  wire next_flit_is_head = sent ? front_is_tail : ~not_empty & ${ "front_is_head" if three else "~holds_vc" };
  wire ${ width(ports) } next_port = (has_second ? second_port : in_port) &
                         ${ "TURNS" if share == 1 else "(" ~ wrap(any_vc("TURNS")) ~ ")" };
//# if class_bits
  wire ${ width(class_bits) } next_class = has_second ? second_class : in_class;
//# endif
//# if order and share > 1
//# set declared = "assign" if three else "wire " ~ vector(share)
//# if bit

  // At ${ the } local port a head has the VC of the number of this VC [RC9].
  wire next_vc = ${ home("next_port") } ? NUMBER != 0 : next_class;
//# if three
  assign next_vcs = {next_vc, ~next_vc};
//# endif
//# elif classes == 1

  // A head has the VC of the number of this VC [RC9].
  ${ declared } next_vcs = ${ bit_0(share) } << NUMBER;
//# elif one_vc_a_class

  // At ${ the } local port a head has the VC of the number of this VC [RC9].
  ${ declared } next_vcs = ${ home("next_port") } ? ${ bit_0(share) } << NUMBER : ${ vcs_of_class("next_class") };
//# else

  // A head keeps one of the VCs of its class, by the number of this VC [RC9]: a row has what heads in
  // VC ${ share - 1 } .. 0 keep.
//# for row in kept
  localparam ${ width(share * share) } KEPT_${ loop.index0 } = ${ row.vcs };
//# endfor
  reg  ${ vector(share) } kept;
  always @* begin
    case (next_class)
//# for row in kept
      ${ row.code }: kept = KEPT_${ loop.index0 }[NUMBER*${ share } +: ${ share }];
//# endfor
    endcase
  end
  ${ declared } next_vcs = ${ home("next_port") } ? ${ bit_0(share) } << NUMBER : kept;
//# endif
//# endif
//# if either

  // The other way round a ring, the second choice of a head [RC5]
  wire ${ vector(share) } asked_vcs;
  wire ${ width(ports) } other_port;
  wire head_credit, other_credit, turns_around;
//# endif

  always @(posedge clk) begin
    if (sent | ~not_empty) front_is_tail <= has_second ? second_tail : in_tail;

    if (next_flit_is_head) output_port <= next_port;
//# if either
    else if (turns_around) output_port <= other_port;
//# endif
//# if bit
    if (next_flit_is_head) output_vc <= ${ "next_vc" if order else "next_class" };
//# if three and not order
    else if (gets_vc) output_vc <= head_takes;
//# elif not three and not order
    else if (sent) output_vc <= leaves_by[1];
//# endif
//# elif share > 1
    if (next_flit_is_head) output_vcs <= ${ "next_vcs" if order else vcs_of_class("next_class") };
//# if order
//# elif three
    else if (gets_vc) output_vcs <= head_takes;
//# elif share == 2
    else if (sent) output_vcs <= leaves_by;
//# else
    else if (sent & ~holds_vc) output_vcs <= head_takes;
//# endif
//# endif
  end
//# if either
//# if three

  wire changes;
  assign wait_port = changes ? other_port : output_port;
//# endif

  generate
    if (EITHER == ${ zeros(ports) }) begin : g_one_choice
      assign asked_vcs    = output_vcs;
      assign other_port   = output_port;
      assign other_credit = 1'b0;
      assign turns_around = 1'b0;
      wire unused = &{1'b0, in_either, second_either};
//# if three
      assign changes      = 1'b0;
      assign wait_vcs     = output_vcs;
//# endif
    end else begin : g_two_choices
      other_direction #(.EITHER(EITHER), .TURNS(TURNS)) u_other (
        .clk         (clk),
        .load        (next_flit_is_head),
        .either      (has_second ? second_either : in_either),
        .ring_port   (output_port[${ ports - 1 }:1]),
        .output_vcs  (output_vcs),
        .wake        (vc_wake),
        .head_credit (head_credit),
        .waits       (${ "~holds_vc & ~gets_vc" if three else "~holds_vc & ~sent" }),
        .asked_vcs   (asked_vcs),
        .other_port  (other_port),
        .other_credit(other_credit),
//# if three
        .changes     (changes),
        .wait_vcs    (wait_vcs),
//# endif
        .turns_around(turns_around)
      );
    end
  endgenerate
//# endif

  // Credits in the next cycle: of the VC that a packet has, and of any that a head may have. At ${ the }
  // local port those are all VCs${ " of its message class" if messages > 1 } [RC2].
  wire ${ width(row) } available = credit_available & TURNS;
//# if any_reuse
  wire ${ width(row) } wake = vc_wake & TURNS;
//# endif
//# if share == 1
  wire body_credit = |(output_port & available);
//# if any_reuse
  wire head_credit = |(output_port & wake);
//# else
  wire head_credit = body_credit;
//# endif
//# else
  wire ${ width(ports) } credit_for_body = ${ of_vcs(asked, "available") };
//# if any_reuse
  wire ${ width(ports) } credit_for_head = ${ of_vcs(asked, "wake") } |
                               ${ local_any("wake") };
//# else
  wire ${ width(ports) } credit_for_head = credit_for_body | ${ local_any("available") };
//# endif
  wire body_credit = |(output_port & credit_for_body);
//# if either
  assign head_credit = |(output_port & credit_for_head);
//# else
  wire head_credit = |(output_port & credit_for_head);
//# endif
//# endif

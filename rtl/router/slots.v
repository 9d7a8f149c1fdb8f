//## Part of the input units: the slots of the flit on the link, of the picked flit, and of the flit after it.
  localparam SLOTS = ${ "BUFFER_DEPTH" if own == 1 else "(" ~ (own - 1) ~ " << SLOT_BITS) + BUFFER_DEPTH" };
//# if own == 1
//# if three
  wire [SLOT_BITS-1:0] write_at = write_slot, front_at = front_slot, second_at = second_slot;
//# endif
//# else
//# if own > 2

  function [SLOT_BITS-1:0] slot_of;  // the VC that is selected
    input ${ vector(own) } vc;
    input [${ own }*SLOT_BITS-1:0] slots;
    integer k;
    begin
      slot_of = {SLOT_BITS{1'b0}};
      for (k = 0; k < ${ own }; k = k + 1) begin
        slot_of = slot_of | ({SLOT_BITS{vc[k]}} & slots[k*SLOT_BITS +: SLOT_BITS]);
      end
    end
  endfunction
//# endif

  wire ${ width(rank_bits) } in_rank     = ${ "in_vc" if dense else encode("in_this_vc", own, 0) };
  wire ${ width(rank_bits) } picked_rank = ${ encode("picked", own, 0) };
//# if own == 2
  wire [SLOT_BITS:0] write_at  = {in_rank, in_rank ? write_slot[2*SLOT_BITS-1:SLOT_BITS]
                                                   : write_slot[SLOT_BITS-1:0]};
  wire [SLOT_BITS:0] front_at  = {picked_rank, picked_rank ? front_slot[2*SLOT_BITS-1:SLOT_BITS]
                                                           : front_slot[SLOT_BITS-1:0]};
  wire [SLOT_BITS:0] second_at = {picked_rank, picked_rank ? second_slot[2*SLOT_BITS-1:SLOT_BITS]
                                                           : second_slot[SLOT_BITS-1:0]};
//# else
  wire [SLOT_BITS+${ rank_bits - 1 }:0] write_at  = {in_rank, slot_of(in_this_vc, write_slot)};
  wire [SLOT_BITS+${ rank_bits - 1 }:0] front_at  = {picked_rank, slot_of(picked, front_slot)};
  wire [SLOT_BITS+${ rank_bits - 1 }:0] second_at = {picked_rank, slot_of(picked, second_slot)};
//# endif
//# endif
//# if vcs > 1
//# if dense and own > 1
  wire ${ width(vc_bits) } picked_vc = picked_rank;
//# else
  wire ${ width(vc_bits) } picked_vc = ${ picked_number };
//# endif
//# endif

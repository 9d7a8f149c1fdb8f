//## Part of the input units: the buffer, and the credits that are given back.
//# if inside
  // The buffer. A head's output and VCs are in those of its highest bits that are the routers' own
  // [L4]. They are read one flit ahead of the data, so that they are known when the head comes to
  // the front.
  flit_buffer #(
    .WIDTH    (FLIT_WIDTH - ${ hop_bits }),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_flits (
    .clk       (clk),
    .write     (in_valid),
    .write_slot(write_at),
    .write_word(in_data[FLIT_WIDTH-${ hop_bits + 1 }:0]),
    .read_slot (front_at),
    .read_word (flit_data[FLIT_WIDTH-${ hop_bits + 1 }:0])
  );
  front_buffer #(
    .WIDTH    (${ hop_bits + 1 }),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_fronts (
    .clk        (clk),
    .write      (in_valid),
    .write_slot (write_at),
    .write_word ({in_tail, in_head ? in_hop : in_data[FLIT_WIDTH-1 -: ${ hop_bits }]}),
    .front_slot (front_at),
    .front_word (flit_data[FLIT_WIDTH-1 -: ${ hop_bits }]),
    .second_slot(second_at),
    .second_word({second_tail, second_hop})
  );
//# else
  // The buffer. A head's output${ " and VCs are" if class_bits else " is" } read one flit ahead of the data, so that ${ "they are" if class_bits else "it is" } known
  // when the head comes to the front.
  flit_buffer #(
    .WIDTH    (FLIT_WIDTH),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_flits (
    .clk       (clk),
    .write     (in_valid),
    .write_slot(write_at),
    .write_word(in_data),
    .read_slot (front_at),
    .read_word (flit_data)
  );
  flit_buffer #(
    .WIDTH    (${ hop_bits + 1 }),
    .SLOTS    (SLOTS),
    .SLOT_BITS(${ slots_bits })
  ) u_routes (
    .clk       (clk),
    .write     (in_valid),
    .write_slot(write_at),
    .write_word({in_tail, in_hop}),
    .read_slot (second_at),
    .read_word ({second_tail, second_hop})
  );
//# endif

  // A place has become free.
  always @(posedge clk) begin
    credit_valid <= (granted | return_credit) & ~rst;
//# if vcs > 1
    credit_vc    <= return_credit ? return_credit_vc : picked_vc;
//# endif
  end

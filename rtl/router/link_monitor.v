// link_monitor: watches the links of a router in simulation, and stops the simulation in the cycle
// in which one breaks its rules [L1, L3, VC2]. Routers have it where TORUSMITH_ASSERT is defined.
//
//   valid, head, tail, vc      flits, ${ "a bit" if vc_bits == 1 else "a bit (vc: " ~ vc_bits ~ " bits)" } for each port
//   credit_valid, credit_vc    credits, the other way
//
// A rule breaks by a valid that is neither 0 nor 1, a VC that does not exist, a flit without a credit,
// a credit without a flit, a head inside a packet, and a flit outside of one.
`ifdef TORUSMITH_ASSERT
`default_nettype none

module link_monitor #(
  parameter BUFFER_DEPTH = ${ depth }
) (
  input wire       clk,
  input wire       rst,
  input wire ${ width(ports) } valid,
  input wire ${ width(ports) } head,
  input wire ${ width(ports) } tail,
  input wire ${ width(ports * vc_bits) } vc,
  input wire ${ width(ports) } credit_valid,
  input wire ${ width(ports * vc_bits) } credit_vc
);

  reg     was_reset;
  integer clock;  // since the reset

  always @(posedge clk) begin
    if (rst === 1'b1) was_reset <= 1'b1;
    clock <= (rst === 1'b1) ? 0 : clock + 1;
  end

  genvar p, v;
  generate
    for (p = 0; p < ${ ports }; p = p + 1) begin : g_port
      wire watched = rst !== 1'b1 && was_reset === 1'b1;
      wire ${ width(vc_bits) } flit_on = vc[${ vc_bits }*p +: ${ vc_bits }];
      wire ${ width(vc_bits) } credit_on = credit_vc[${ vc_bits }*p +: ${ vc_bits }];

      always @(posedge clk) begin
        if (watched && (^{valid[p], credit_valid[p]}) === 1'bx) begin
          $display("clock %0d: %m: valid or credit_valid is neither 0 nor 1", clock);
          $stop;
        end
//# if vcs < 2 ** vc_bits
        if (watched && valid[p] === 1'b1 && !(flit_on < ${ vc_bits }'d${ vcs })) begin
          $display("clock %0d: %m: a flit on VC %0d, which there is not", clock, flit_on);
          $stop;
        end
        if (watched && credit_valid[p] === 1'b1 && !(credit_on < ${ vc_bits }'d${ vcs })) begin
          $display("clock %0d: %m: a credit for VC %0d, which there is not", clock, credit_on);
          $stop;
        end
//# endif
      end

      for (v = 0; v < ${ vcs }; v = v + 1) begin : g_vc
        wire    flit   = valid[p] === 1'b1 && flit_on === v;
        wire    credit = credit_valid[p] === 1'b1 && credit_on === v;
        reg     open;   // a packet has begun and not ended
        integer taken;  // places in the buffer: flits without a credit yet

        always @(posedge clk) begin
          if (!watched) begin
            open  <= 1'b0;
            taken <= 0;
          end else begin
            if (flit) open <= ~tail[p];
            if (flit && !credit) taken <= taken + 1;
            if (credit && !flit) taken <= taken - 1;
          end
          if (watched && flit && taken == BUFFER_DEPTH) begin
            $display("clock %0d: %m: a flit on VC %0d without a credit", clock, v);
            $stop;
          end
          if (watched && credit && !flit && taken == 0) begin
            $display("clock %0d: %m: a credit above the depth on VC %0d", clock, v);
            $stop;
          end
          if (watched && flit && head[p] == open) begin
            $display("clock %0d: %m: %0s on VC %0d", clock,
                     open ? "a head inside a packet" : "a flit outside of a packet", v);
            $stop;
          end
        end
      end
    end
  endgenerate

endmodule
`default_nettype wire
`endif

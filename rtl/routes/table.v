// route: where a head goes from here [RC1 - RC3]: the table of ${ network }, a row for each ${ "router" if apart else "node" }.
// Combinational.
//
//   here, header   addresses; header is the destination
//   port           the output, one-hot; ${ "0 is the local port" if locals == 1 else "0 to " ~ (locals - 1) ~ " are local ports" }
//# if class_bits
//   out_class      the class of the output VCs that the head may have${ ", a bit for each class" if mixed }. Without meaning at ${ "the" if locals == 1 else "a" }
//                  local port
//# endif
//
// ${ digits_text }
//# if long
// A row has the highest destination first, ${ per_line } in a line.
//# else
// A row has the highest destination first.
//# endif
//
// FROM is the input port, from which packets go to the outputs in TURNS alone.
`default_nettype none

module route #(
  parameter FROM = 0
) (
  input  wire ${ width(router_bits) } here,
  input  wire ${ width(address_bits) } header,
//# if class_bits
  output wire ${ width(class_bits) } out_class,
//# endif
  output wire ${ width(ports) } port
);

//# for row in table
//# if long
  localparam ${ width(row_bits) } ROW_${ loop.index0 } = {  // ${ row.name }
//# for line in row.lines
    ${ line }${ "," if not loop.last }
//# endfor
  };
//# else
  localparam ${ width(row_bits) } ROW_${ loop.index0 } = ${ row.lines[0] };  // ${ row.name }
//# endif
//# endfor

  reg ${ width(hop_bits_of_table) } hop;

  always @* begin
    case (here)
//# for row in table
      ${ router_bits }'d${ loop.index0 }: hop = ROW_${ loop.index0 }[{header, ${ zeros_of_table }} +: ${ hop_bits_of_table }];
//# endfor
//# if routers < 2 ** router_bits
      default: hop = ${ zeros(hop_bits_of_table) };
//# endif
    endcase
  end

  // The outputs that packets go to from each input
  localparam ${ width(ports * ports) } TURNS = {
//# for line in port_turns
    ${ line }
//# endfor
  };

  genvar p;
  generate
    for (p = 0; p < ${ ports }; p = p + 1) begin : g_port
      localparam [31:0] PORT = p;
      assign port[p] = TURNS[${ ports }*FROM+p] & (hop[${ port_digit_bits - 1 }:0] == PORT[${ port_digit_bits - 1 }:0]);
    end
  endgenerate
//# if class_bits

//# if mixed
  assign out_class = hop[${ port_digit_bits + 3 }] ? ${ ones(classes) } : ${ bit_0(classes) } << hop[${ port_digit_bits + 2 }:${ port_digit_bits }];
//# else
  assign out_class = hop[${ port_digit_bits - 1 + class_bits }:${ port_digit_bits }];
//# endif
//# endif

endmodule
`default_nettype wire

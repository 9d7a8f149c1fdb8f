<#- all that the routers of this module answer, a word for each of what it is made of -#>
  // C5: the register that is read; those of other nodes are 0.
  wire [@{ local.words }@*32-1:0] node_counters;
  reg  [31:0] node_counter;
  integer     counter;

  always @* begin
    node_counter = 32'd0;
    for (counter = 0; counter < @{ local.words }@; counter = counter + 1) begin
      node_counter = node_counter | node_counters[counter*32 +: 32];
    end
  end

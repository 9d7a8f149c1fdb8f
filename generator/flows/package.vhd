-- Component declarations of @{ top }@ for designs in VHDL.
-- Compile this package, and the Verilog of @{ top }@.f, with a tool that takes both languages. Widths are
-- those of this configuration; the parameters of the Verilog keep their values. An instance:
--
--   use work.@{ top }@_components.all;
<%- for (module, ports) in modules %>
--
--   u_network : @{ module }@
--     port map (
<%- for port in *ports %>
--       @{ crate::tools::vhdl(port.name) }@ => @{ crate::tools::vhdl(port.name) }@<% if !loop.last %>,<% endif %>
<%- endfor %>
--     );
<%- endfor %>

library ieee;
use ieee.std_logic_1164.all;

package @{ top }@_components is
<%- for (module, ports) in modules %>

  component @{ module }@
    port (
<%- for port in *ports %>
      @{ crate::tools::vhdl(port.name) }@ : @{ crate::tools::vhdl_type(port) }@<% if !loop.last %>;<% endif %>
<%- endfor %>
    );
  end component;
<%- endfor %>

end package;

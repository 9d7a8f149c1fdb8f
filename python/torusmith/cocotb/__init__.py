"""Agents for cocotb: drivers and monitors for all local ports of a generated network, and a scoreboard whose expectation is the golden model.

    network = FlitNetwork(dut, "build/noc")            # what `torusmith generate .. --scope network --out build/noc` wrote
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    await network.reset()
    network.send("0,0", "2,1", [0xCAFE, 0xF00D])       # from, to, data of the flits that follow the head
    await network.check()                              # all arrive once, intact, in the clocks that the model says

Signals are sampled and driven at the falling edge of `clk`: no output depends on an input of the same clock (docs/router.md, L2), so neither
side races with the rising edge. docs/python.md explains more."""

from .flits import FlitNetwork
from .network import Mismatch, Packet
from .runner import run
from .streams import StreamNetwork

__all__ = ["FlitNetwork", "Mismatch", "Packet", "StreamNetwork", "run"]

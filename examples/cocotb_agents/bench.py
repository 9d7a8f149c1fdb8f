"""Traffic of a user: all nodes send to node 0, which answers each packet; then all send to one another."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

from torusmith.cocotb import FlitNetwork, StreamNetwork

STREAMS = os.environ.get("INTERFACE") == "axis"
PACKETS = int(os.environ.get("PACKETS", "8"))  # of each node


async def started(dut, **options):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    network = (StreamNetwork if STREAMS else FlitNetwork)(dut, os.environ["DESIGN"], **options)
    await network.reset()
    return network


def data(network, draw):
    """Of a packet: bytes in beats of a stream, else flits."""
    if STREAMS:
        return draw.randbytes(network.bits // 8 * draw.choice([1, 2, 7]))
    return [draw.getrandbits(network.w) for _ in range(draw.choice([0, 1, 2, 4, 15]))]


@cocotb.test()
async def requests_and_answers(dut):
    draw = random.Random(1)

    def answer(packet):
        if packet.destination == 0:
            network.send(0, packet.source, packet.data)

    network = await started(dut, on_arrival=answer)
    for _ in range(PACKETS):
        for node in range(1, network.design.nodes):
            network.send(node, 0, data(network, draw))
        await ClockCycles(dut.clk, draw.randrange(40))
    await network.check()
    assert len(network.packets) == 2 * PACKETS * (network.design.nodes - 1)


async def all_to_all(network):
    draw = random.Random(2)
    nodes = range(network.design.nodes)
    for _ in range(PACKETS):
        for source in nodes:
            network.send(source, draw.choice([node for node in nodes if node != source]), data(network, draw))
    await network.check()


@cocotb.test()
async def all_at_once(dut):
    await all_to_all(await started(dut))


@cocotb.test()
async def sinks_that_pause(dut):
    await all_to_all(await started(dut, ready=lambda node, clock: (clock // 32 + node) % 3 > 0))

"""Frames of random streams between all nodes: each must arrive whole, at its node, in the order in which its source sent it."""

import itertools
import logging
import os
import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

NODES = int(os.environ["NODES"])
BEAT = int(os.environ["BEAT_BYTES"])
TKEEP = os.environ.get("TKEEP") == "1"  # frames may end with part of a beat, or a null beat
OWN_CLOCKS = os.environ.get("OWN_CLOCKS") == "1"
FRAMES = int(os.environ.get("FRAMES", "10"))  # of each node


def pauses(seed, share):
    """True in that share of the clocks."""
    draw = random.Random(seed)
    return (draw.random() < share for _ in itertools.count())


class Network:
    """A source and a sink at every node."""

    def __init__(self, dut):
        self.dut = dut
        logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.ERROR)  # the models tell every frame
        dut.rst.value = 1
        cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
        users = [self.user(n) for n in range(NODES)]
        self.sources = [AxiStreamSource(AxiStreamBus.from_prefix(dut, f"s_axis_{n}"), *users[n]) for n in range(NODES)]
        self.sinks = [AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m_axis_{n}"), *users[n]) for n in range(NODES)]
        for n in range(NODES):
            self.sources[n].set_pause_generator(pauses(2 * n, 0.3))
            self.sinks[n].set_pause_generator(pauses(2 * n + 1, 0.4))

    def user(self, n):
        """Clock and reset of a node's streams; of their own they are 4 ns and more, each another one."""
        if not OWN_CLOCKS:
            return self.dut.clk, self.dut.rst
        clock = getattr(self.dut, f"s_axis_{n}_aclk")
        cocotb.start_soon(Clock(clock, 4000 + 1414 * n, units="ps").start())
        return clock, getattr(self.dut, f"axis_rst_{n}")

    async def reset(self):
        self.dut.rst.value = 1
        await ClockCycles(self.dut.clk, 20)  # four clocks of the slowest streams
        for stream in self.sources + self.sinks:
            stream.clear()
        self.dut.rst.value = 0
        await ClockCycles(self.dut.clk, 20)

    def send(self, seed):
        """Puts frames into all sources; what each sink must see of each source."""
        draw = random.Random(seed)
        awaited = [{} for _ in range(NODES)]
        for _ in range(FRAMES):
            for source in range(NODES):
                node = draw.choice([other for other in range(NODES) if other != source])
                size = BEAT * draw.choice([1, 1, 2, 4, 15, 63])
                null = draw.randrange(BEAT + 1) if TKEEP else 0  # bytes of the last beat
                data, keep = draw.randbytes(size), [1] * (size - null) + [0] * null
                awaited[node].setdefault(source, deque()).append(data[:size - null])
                self.sources[source].send_nowait(AxiStreamFrame(data, tkeep=keep, tdest=node))
        return awaited

    async def arrive(self, awaited):
        for node, expected in enumerate(awaited):
            for _ in range(sum(map(len, expected.values()))):
                frame = await with_timeout(self.sinks[node].recv(compact=False), 1, "ms")
                source, destination = frame.tid[0], frame.tdest[0]
                data = bytes(byte for byte, keep in zip(frame.tdata, frame.tkeep or frame.tdata) if keep or not TKEEP)
                assert destination == node, f"a frame for node {destination} is at node {node}"
                assert data == expected[source].popleft(), f"a frame from {source} to {node} is not the next one"
        assert all(sink.empty() for sink in self.sinks), "more frames than were sent"
        assert int(self.dut.error.value) == 0


@cocotb.test()
async def frames_arrive_whole_and_in_order(dut):
    network = Network(dut)
    await network.reset()
    await network.arrive(network.send(1))


@cocotb.test()
async def a_reset_empties_the_network(dut):
    network = Network(dut)
    await network.reset()
    network.send(2)
    await ClockCycles(dut.clk, 200)
    await network.reset()
    await network.arrive(network.send(3))

"""Random bursts of managers to memories, many at a time: each byte that is read must be the last that was written there."""

import itertools
import json
import logging
import os
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiBus, AxiMaster, AxiRam, AxiResp

DESIGN = json.loads(Path(os.environ["DESIGN"]).read_text())
BURSTS = int(os.environ["BURSTS"])
SEED = int(os.environ["SEED"])
AXI4 = DESIGN["axi4"]
BYTES = AXI4["DATA_WIDTH"] // 8
RANGES = [(int(each["base"], 16), int(each["size"], 16), each["node"]) for each in DESIGN["ranges"]]
WORKERS = 3  # of each manager, with an ID and bytes of their own
TOGETHER = 4  # bursts that a worker begins before it waits for them


def pauses(seed, share):
    """True in that share of the clocks."""
    draw = random.Random(seed)
    return (draw.random() < share for _ in itertools.count())


class Network:
    """A manager of cocotbext-axi at every manager side, a memory at every subordinate side."""

    def __init__(self, dut):
        self.dut = dut
        logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.ERROR)  # the models tell every burst
        dut.rst.value = 1
        cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
        burst = AXI4["MAX_BURST"]
        self.managers = [AxiMaster(AxiBus.from_prefix(dut, f"s_axi_{k}"), dut.clk, dut.rst, max_burst_len=burst)
                         for k in range(len(DESIGN["managers"]))]
        self.memories = [AxiRam(AxiBus.from_prefix(dut, f"m_axi_{k}"), dut.clk, dut.rst, size=2**17)
                         for k in range(len(DESIGN["subordinates"]))]
        seeds = itertools.count(SEED * 1000)
        for model in self.managers + self.memories:
            for channel in (model.write_if.aw_channel, model.write_if.w_channel, model.write_if.b_channel,
                            model.read_if.ar_channel, model.read_if.r_channel):
                channel.set_pause_generator(pauses(next(seeds), 0.2))

    async def reset(self):
        self.dut.rst.value = 1
        await ClockCycles(self.dut.clk, 5)
        self.dut.rst.value = 0
        await ClockCycles(self.dut.clk, 5)

    def is_right(self):
        assert int(self.dut.broken.value) == 0, f"rules of AXI4 were broken, a bit each: {int(self.dut.broken.value):#010x}"


def place(draw, worker, workers):
    """An address in a worker's part of a range, and how many bytes there are from it to the end of the part or of 4096 bytes."""
    base, size, _ = draw.choice(RANGES)
    part = size // workers // BYTES * BYTES
    offset = draw.randrange(min(part, 2048))
    address = base + worker * part + offset
    return address, min(part - offset, 4096 - address % 4096)


async def work(manager, worker, workers, bursts):
    """Writes and reads in turns; what was written stands in a dictionary."""
    draw, written, left = random.Random(SEED * 100 + worker), {}, bursts
    while left > 0:
        batch = min(left, TOGETHER)
        left -= batch
        writes = draw.random() < 0.5
        events = []
        for _ in range(batch):
            address, most = place(draw, worker, workers)
            size = draw.randrange(BYTES.bit_length())
            length = draw.randint(1, min(most, draw.choice([1, 16, 64]) * 2**size))
            if writes:
                data = draw.randbytes(length)
                written.update(zip(range(address, address + length), data))
                events.append((manager.init_write(address, data, awid=worker % 2**AXI4["ID_WIDTH"], size=size), None))
            else:
                expected = bytes(written.get(at, 0) for at in range(address, address + length))
                events.append((manager.init_read(address, length, arid=worker % 2**AXI4["ID_WIDTH"], size=size), expected))
        for event, expected in events:
            await with_timeout(event.wait(), 1, "ms")
            assert event.data.resp == AxiResp.OKAY, event.data
            assert expected is None or bytes(event.data.data) == expected, f"{event.data.address:#x} reads otherwise"


async def all_work(network, bursts):
    workers = len(network.managers) * WORKERS
    tasks = [cocotb.start_soon(work(network.managers[k // WORKERS], k, workers, max(1, bursts // workers))) for k in range(workers)]
    for task in tasks:
        await task
    network.is_right()


@cocotb.test()
async def bytes_are_those_that_were_written(dut):
    network = Network(dut)
    await network.reset()
    await all_work(network, BURSTS)


@cocotb.test()
async def an_address_of_no_range_is_answered_with_an_error(dut):
    network = Network(dut)
    await network.reset()
    hole = next(at for at in range(0, 2**AXI4["ADDR_WIDTH"], 4096) if not any(base <= at < base + size for base, size, _ in RANGES))
    for manager in network.managers:
        read = await with_timeout(manager.read(hole + 8, 100), 1, "ms")
        write = await with_timeout(manager.write(hole, bytes(100)), 1, "ms")
        assert (read.resp, write.resp) == (AxiResp.DECERR, AxiResp.DECERR)
    network.is_right()


@cocotb.test()
async def a_reset_in_mid_burst_is_no_harm(dut):
    network = Network(dut)
    await network.reset()
    base, _, _ = RANGES[0]
    for manager in network.managers:
        manager.init_read(base, 500)
        manager.init_write(base, bytes(500))
    await ClockCycles(dut.clk, 60)
    await network.reset()
    for memory in network.memories:
        memory.write(0, bytes(2**17))
    await all_work(network, min(BURSTS, 48))

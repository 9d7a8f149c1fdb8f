"""The agents of torusmith.cocotb in a mesh:2,2 with two VCs and two message classes, or with AXI4-Stream interfaces."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

from torusmith.cocotb import FlitNetwork, Mismatch, StreamNetwork

STREAMS = os.environ["INTERFACE"] == "axis"
DATA = bytes(range(8)) if STREAMS else [1, 2]


async def started(dut, **options):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    network = (StreamNetwork if STREAMS else FlitNetwork)(dut, os.environ["DESIGN"], **options)
    await network.reset()
    return network


def refused(words, call, *args, **named):
    try:
        call(*args, **named)
    except ValueError as error:
        assert words in str(error), error
        return
    raise AssertionError(f"not refused: {words}")


async def mismatch(network):
    try:
        await network.check(patience=100)
    except Mismatch as error:
        return error.findings[0]
    raise AssertionError("no mismatch")


@cocotb.test()
async def a_packet_alone(dut):
    """N8: PIPELINE (h + 1) + n - 1 clocks, with two links and three flits."""
    network = await started(dut)
    await RisingEdge(dut.clk)
    packet = network.send("0,0", 3, DATA)
    await packet.done.wait()
    assert (packet.created, packet.destination) == (1, 3)
    assert STREAMS or (packet.entered, packet.arrived) == (1, 1 + 2 * 3 + 3 - 1), (packet.entered, packet.arrived)
    await network.check(exact=not STREAMS)


@cocotb.test()
async def refusals(dut):
    network = await started(dut)
    refused("node = 4; allowed: 0 to 3", network.send, 0, 4, DATA)
    refused("node = '5,5'; allowed: 0 to 3, or an address such as '1,1'", network.send, "5,5", 0, DATA)
    refused("destination = 2; allowed: another node", network.send, 2, "1,0", DATA)
    refused("message_class = 2; allowed: 0 to 1", network.send, 0, 1, DATA, message_class=2)
    if STREAMS:
        refused("data = 3 bytes; allowed: beats of 4 bytes", network.send, 0, 1, b"abc")
        refused("user = 0x1; allowed: 0 bits", network.send, 0, 1, DATA, user=1)
    else:
        refused("data = 0x100000000; allowed: 32 bits", network.send, 0, 1, [1 << 32])
        refused("head = 0x100000; allowed: 20 bits", network.send, 0, 1, head=1 << 20)  # 32 - 2 * 2 addresses - 8 of the routers
    refused("local_interface = ", (FlitNetwork if STREAMS else StreamNetwork), dut, os.environ["DESIGN"])
    assert network.packets == [] and network.waiting == []


@cocotb.test()
async def a_message_class_of_the_users_choice(dut):
    network = await started(dut)
    for message_class in (1, 1, 0):
        network.send(0, 3, DATA, message_class=message_class)
    await network.check()
    assert [packet.message_class for packet in network.packets] == [1, 1, 0]
    assert network.inexact
    try:
        await network.check(exact=True)
    except ValueError as error:
        assert "exact = True; allowed: False" in str(error)
    else:
        raise AssertionError("exact")


@cocotb.test()
async def a_reset_forgets_packets(dut):
    network = await started(dut)
    for _ in range(20):
        network.send(0, 3, DATA)
    await ClockCycles(dut.clk, 12)
    assert any(network.outstanding.values())
    await network.reset()
    network.send(1, 2, DATA)
    await network.check()
    assert len(network.packets) == 1


@cocotb.test()
async def what_is_wrong_is_named(dut):
    network = await started(dut)
    changed, other = network.send(0, 3, DATA), network.send(1, 2, DATA)
    await ClockCycles(dut.clk, 4)
    changed.data = DATA[:7] + b"\0" if STREAMS else (1, 6)
    clock, text = await mismatch(network)
    assert clock == changed.arrived and other.arrived, (clock, text)
    assert "packet 0 (from 0,0 to 1,1, created in clock 0) is not intact: data " in text, text
    assert text.endswith("data 7 is 0x7, sent 0x0" if STREAMS else "data 1 is 0x2, sent 0x6"), text

    await network.reset()
    network.findings.clear()
    lost = network.send(1, 2, DATA)
    await lost.done.wait()
    network.outstanding[1, 2].append(lost)  # as if it were to come again
    lost.arrived = None
    clock, text = await mismatch(network)
    assert text.startswith(f"{'m_axis' if STREAMS else 'local_out'} of node 1,0: packet 0 (from 0,1 to 1,0, created in clock 0): its tail has not come"), text

    await network.reset()
    network.findings.clear()
    late = network.send(1, 2, DATA)
    if not STREAMS:
        await late.done.wait()
        late.arrived += 1
        clock, text = await mismatch(network)
        assert clock == 8 and text.endswith(": its tail is there in clock 9, expected in clock 8"), text
